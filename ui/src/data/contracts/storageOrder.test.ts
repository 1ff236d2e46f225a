import { expect, test } from 'vitest';
import { addressesIn, byPath } from './storageOrder.ts';

const address = (digit: string) => `0x${digit.repeat(60)}`;
const names: Record<string, string> = {
  [address('f')]: 'account 2',
  [address('e')]: 'account 10',
  [address('a')]: 'Market',
};
const sorted = (...paths: string[]) =>
  byPath(
    paths.map((path) => ({ path })),
    (of) => names[of],
  ).map(({ path }) => path);

test('keys that are addresses go by their names, and those without a name come last', () => {
  const keyed = (digit: string) => `balances[${address(digit)}]`;
  expect(sorted(keyed('1'), keyed('a'), keyed('e'), keyed('f'))).toEqual(['f', 'e', 'a', '1'].map(keyed));
});

test('keys that are numbers go by their values, also in hexadecimal and as second keys', () => {
  expect(sorted('m[10]', 'm[9]', 'm[0x64]', 'm[0x9c4]', 'm[2500][2]', 'm[2500][10]', 'list[2]', 'list')).toEqual([
    'list',
    'list[2]',
    'm[9]',
    'm[10]',
    'm[0x64]',
    'm[0x9c4]',
    'm[2500][2]',
    'm[2500][10]',
  ]);
});

test('the addresses of paths are found once each', () => {
  expect(addressesIn([`a[${address('F')}]`, `b[${address('f')}][5]`, 'c'])).toEqual([address('f')]);
});
