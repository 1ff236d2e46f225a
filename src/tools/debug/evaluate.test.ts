import { expect, test } from 'vitest';
import type { DebugVariable } from './debugValue.ts';
import { evaluate, holds } from './evaluate.ts';

const variable = (name: string, type: string, text: string, members: readonly DebugVariable[] = []): DebugVariable => ({
  name,
  type,
  text,
  members,
});
const items = (...values: readonly number[]) => values.map((value, i) => variable(`${i}`, 'u8', `${value}`));
const list = variable('list', 'core::array::Array::<u8>', '[3, 9, 4]', items(3, 9, 4));
const span = variable('span', 'core::array::Span::<u8>', '[3, 9]', [
  variable('snapshot', '@core::array::Array::<u8>', '[3, 9]', items(3, 9)),
]);
const pair = variable('pair', 'Pair', 'Pair { first: 1 }', [
  variable('first', 'u64', '1'),
  variable('second', 'u64', '7'),
]);
const amount = variable('amount', 'u64', '5');
const name = variable('name', 'core::byte_array::ByteArray', '"Ada"');
const nameless = variable('[86]', 'u8', '7');
const variables = [nameless, list, span, pair, amount, name, variable('empty', 'core::array::Array::<u8>', '[]')];
const textOf = (expression: string) => evaluate(expression, variables).text;

test('paths have the value of what they lead to, also by an index in a variable', () => {
  expect(['list[1]', 'span[1]', 'pair.second', 'amount'].map(textOf)).toEqual(['9', '9', '7', '5']);
  expect(textOf('list[pair.first]')).toBe('9');
});

test('a variable without a name is called after its number', () => {
  expect(['[86]', '[86] > 5'].map(textOf)).toEqual(['7', 'true']);
  expect(() => textOf('[87]')).toThrow('There is no variable [87] here.');
});

test('comparisons are true or false', () => {
  const cases = [
    'amount > 3',
    'amount<=4',
    'list[0] == 3',
    'pair.first != amount',
    'name == "Ada"',
    '5 == amount',
    '3',
  ];
  expect(cases.map(textOf)).toEqual(['true', 'false', 'true', 'true', 'true', 'true', 'true']);
  expect(evaluate('amount > 3', variables)).toMatchObject({ name: 'amount > 3', type: 'core::bool', members: [] });
});

test.each([
  ['list[99]', 'list has 3 elements, so there is no index 99.'],
  ['span[2]', 'span has 2 elements, so there is no index 2.'],
  ['empty[0]', 'empty has 0 elements, so there is no index 0.'],
  ['list.first', 'list is a list: write an index such as list[0] instead of .first.'],
  ['pair.third', 'pair has no member third. Its members are first, second.'],
  ['pair.first.low', 'pair.first has no members, so there is no pair.first.low.'],
  ['missing', 'There is no variable missing here.'],
  ['missing[3].x > 2', 'There is no variable missing here.'],
  ['name < 3', 'name < 3 compares what are not both numbers.'],
  ['amount +', "'amount +' is not an expression. Write a variable, or compare two values"],
])('%s is answered with the reason', (expression, reason) => {
  expect(() => evaluate(expression, variables)).toThrow(reason);
});

test('a condition that cannot be ordered is an error, and not false', () => {
  expect(() => holds('name > 3', variables)).toThrow('are not both numbers');
  expect(holds('name != 3', variables)).toBe(true);
});
