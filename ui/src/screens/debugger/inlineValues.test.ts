import { expect, test } from 'vitest';
import { inlineValues, variableAt } from './inlineValues.ts';

const variable = (name: string, value: string, members: ReturnType<typeof one>[] = []) => one(name, value, members);
function one(name: string, value: string, members: readonly object[]) {
  return { name, type: 'u8', value, members: members as never };
}

const LINES = [
  'fn other(amount: u8) {}',
  'fn pay(ref self: ContractState, amount: u8) {',
  '    let total = self.total.read() + amount; // amount',
  '    assert(total > 1, "total");',
  '    self.total.write(total);',
  '}',
];

test('a value stands behind the first line that names its variable, and in the line that runs next', () => {
  const shown = inlineValues(LINES, 10, 13, [variable('amount', '5'), variable('total', '7'), variable('later', '1')]);
  expect([...shown].map(([line, values]) => [line, values.map(({ name }) => name)])).toEqual([
    [11, ['amount']],
    [12, ['total']],
    [13, ['total']],
  ]);
});

test('there is nothing without variables, or for a line outside of the text', () => {
  expect(inlineValues(LINES, 10, 13, []).size).toBe(0);
  expect(inlineValues(LINES, 10, 4, [variable('amount', '5')]).size).toBe(0);
  expect(inlineValues([], 1, 1, [variable('amount', '5')]).size).toBe(0);
});

test('a path leads to members', () => {
  const order = variable('order', 'Order { … }', [variable('amount', '5')]);
  expect(variableAt('order.amount', [order])?.value).toBe('5');
  expect(variableAt('order.price', [order])).toBeUndefined();
  expect(variableAt('amount', [order])).toBeUndefined();
});
