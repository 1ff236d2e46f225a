import { expect, test } from 'vitest';
import { KnownAddress, NO_HINTS } from './values/values.ts';
import { viewsOf } from './viewCalls.ts';
import type { Setting, World } from './world.ts';

const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const view = (name: string, ...types: readonly string[]) => ({
  type: 'function',
  name,
  inputs: types.map((type, i) => ({ name: `p${i}`, type })),
  outputs: [],
  state_mutability: 'view',
});
const abi = [
  view('total'),
  view('allowance', ADDRESS, ADDRESS),
  view('balance_of', 'core::integer::u256'),
  view('unknown', 'test::Missing'),
  { ...view('pay'), state_mutability: 'external' },
];
const [alice, bob] = [new KnownAddress('alice', '0x111'), new KnownAddress('bob', '0x222')];
const hints = { ...NO_HINTS, addresses: [alice, bob] };
const viewCalls = viewsOf({ contracts: { contract: { abi } }, hints } as unknown as Setting, 7);
const callsAfter = (...values: readonly unknown[]) =>
  viewCalls(
    { hints } as unknown as World,
    values.length === 0 ? [] : [{ action: 'contract.pay', actor: 'alice', values }],
  );

test('views are asked about all pairs of addresses, and about drawn values', () => {
  const calls = callsAfter();
  const argsOf = (wanted: string) => calls.flatMap(({ name, args }) => (name === wanted ? [args] : []));
  expect(argsOf('total')).toEqual([[]]);
  expect(argsOf('allowance')).toEqual([
    [alice, alice],
    [alice, bob],
    [bob, alice],
    [bob, bob],
  ]);
  expect(new Set(argsOf('balance_of').flat()).size).toBeGreaterThan(10);
  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(['total', 'allowance', 'balance_of']));
  expect(callsAfter()).toEqual(calls);
});

test('values of the steps before are asked about', () => {
  expect(callsAfter('0x5', 7001n)).toContainEqual({ name: 'balance_of', args: [7001n] });
});
