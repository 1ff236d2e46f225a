import { expect, test } from 'vitest';
import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { contractsWithoutLines, gasRows } from './gasRows.ts';
import { type GasNode, gasBars, gasTree, totalOf } from './gasTree.ts';

const frame = (name: string, line?: number) => ({ name, file: line === undefined ? undefined : 'a.cairo', line });
const sample = (l2Gas: number, ...stack: ReturnType<typeof frame>[]) => ({ stack, l2Gas, libfunc: 'store', steps: 1 });
const [execute, pay] = [frame('execute'), frame('Shop.pay')];
const profile: Profile = {
  samples: [
    sample(40, execute, pay, frame('shop::pay', 3), frame('shop::add', 9)),
    sample(20, execute, pay, frame('shop::pay', 4)),
    sample(25, execute, frame('Bank.take')),
    sample(5, execute, pay, frame('(data of system calls)')),
    sample(10, frame('(new storage cells)')),
  ],
  l2Gas: 100n,
  steps: 5,
};

const shown = (nodes: readonly GasNode[]): string =>
  nodes
    .map(({ key, total, children }) => `${key} ${total}${children.length > 0 ? ` [${shown(children)}]` : ''}`)
    .join(', ');

test('a tree by function joins the lines of a function, one by line does not, and both have all gas', () => {
  expect(shown(gasTree(profile, 'function'))).toBe(
    'execute 90 [Shop.pay 65 [shop::pay 60 [shop::add 40], (data of system calls) 5], Bank.take 25], (new storage cells) 10',
  );
  expect(shown(gasTree(profile, 'line'))).toBe(
    'execute 90 [Shop.pay 65 [a.cairo:3 40 [a.cairo:9 40], a.cairo:4 20, (data of system calls) 5], Bank.take 25], (new storage cells) 10',
  );
  expect(totalOf(gasTree(profile, 'line'))).toBe(100);
});

test('bars lie below what called them, and narrow ones are left out', () => {
  const bars = gasBars(gasTree(profile, 'function'), 0.1).map(({ node, left, width, row }) => [
    node.key,
    Math.round(100 * left),
    Math.round(100 * width),
    row,
  ]);
  expect(bars).toEqual([
    ['execute', 0, 90, 0],
    ['Shop.pay', 0, 65, 1],
    ['shop::pay', 0, 60, 2],
    ['shop::add', 0, 40, 3],
    ['Bank.take', 65, 25, 1],
    ['(new storage cells)', 90, 10, 0],
  ]);
});

test.each(['function', 'line'] as const)('the own gas of all rows by %s is that of the receipt', (grain) => {
  const rows = gasRows(profile, grain);
  expect(rows.reduce((sum, { self }) => sum + self, 0)).toBe(100);
  expect(rows.map(({ self }) => self)).toEqual(rows.map(({ self }) => self).toSorted((a, b) => b - a));
  expect(rows.find(({ place }) => place === 'a.cairo:9')).toMatchObject({ self: 40, total: 40 });
});

test('what is no code stands among the functions by its size', () => {
  expect(gasRows(profile, 'function').map(({ name, self }) => `${name} ${self}`)).toEqual([
    'shop::add 40',
    'Bank.take 25',
    'shop::pay 20',
    '(new storage cells) 10',
    '(data of system calls) 5',
    'execute 0',
    'Shop.pay 0',
  ]);
});

test('names the contracts that have no lines, with their gas', () => {
  expect([...contractsWithoutLines(profile)]).toEqual([['Bank', 25]]);
  expect(gasRows(profile, 'line').map(({ name }) => name)).toContain('code of Bank without lines');
});
