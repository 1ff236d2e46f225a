import { expect, test } from 'vitest';
import { zooAbi } from '../../../../test/support/typedAbis.ts';
import { encodeArguments } from '../../../abi/encode.ts';
import { readAbi } from '../../../abi/readAbi.ts';
import { P } from '../../../felt/felt.ts';
import { Draws } from '../../draws.ts';
import { argumentsOf, valuesOf } from './abiValues.ts';
import { between } from './integers.ts';
import { type Hints, KnownAddress, NO_HINTS, oneOf } from './values.ts';

const TYPES = [
  'core::felt252',
  'core::bool',
  'core::integer::u8',
  'core::integer::u64',
  'core::integer::u128',
  'core::integer::u256',
  'core::integer::u512',
  'core::integer::i8',
  'core::integer::i128',
  'core::bytes_31::bytes31',
  'core::byte_array::ByteArray',
  'core::starknet::contract_address::ContractAddress',
  'core::starknet::class_hash::ClassHash',
  'core::starknet::eth_address::EthAddress',
  'core::array::Array::<core::integer::u256>',
  'core::array::Span::<core::felt252>',
  'core::option::Option::<core::integer::u8>',
  'core::option::Option::<core::option::Option::<core::bool>>',
  'core::option::Option::<zoo::Animal>',
  'core::option::Option::<zoo::Status>',
  'core::result::Result::<core::integer::u8, core::felt252>',
  'core::zeroable::NonZero::<core::integer::u128>',
  '(core::integer::u8, core::bool)',
  '[core::integer::u16; 3]',
  '()',
  'zoo::Animal',
  'zoo::Status',
] as const;

const abi = [
  ...zooAbi,
  {
    type: 'function',
    name: 'all',
    inputs: TYPES.map((type, i) => ({ name: `p${i}`, type })),
    outputs: [],
    state_mutability: 'external',
  },
  {
    type: 'function',
    name: 'none',
    inputs: [{ name: 'x', type: 'test::Missing' }],
    outputs: [],
    state_mutability: 'external',
  },
] as const;
const entry = readAbi(abi).functions.get('all')!;
const alice = new KnownAddress('alice', '0x111');
const bob = new KnownAddress('bob', '0x222');
const hints: Hints = { addresses: [alice, bob], classHashes: ['0x333'], constants: [604_800n], recent: [7001n] };

test('values of every Cairo type can be encoded, and so can all that are simpler', () => {
  const values = argumentsOf({ abi }, 'all');
  for (let number = 0; number < 50; number++) {
    const args = values.draw(new Draws(1, number), hints);
    expect(() => encodeArguments(entry, args)).not.toThrow();
    let tried = 0;
    for (const simpler of values.simpler(args, hints)) {
      expect(() => encodeArguments(entry, simpler)).not.toThrow();
      if (++tried === 60) break;
    }
  }
});

test('the same seed draws the same values, and another one draws others', () => {
  const draw = (seed: number) => argumentsOf({ abi }, 'all').draw(new Draws(seed, 5), hints);
  expect(draw(3)).toEqual(draw(3));
  expect(draw(3)).not.toEqual(draw(4));
});

const drawn = (type: string, count = 2000): ReadonlySet<unknown> => {
  const input = entry.inputs[TYPES.indexOf(type as never)]!;
  const values = valuesOf(input.type);
  return new Set(Array.from({ length: count }, (_, number) => values.draw(new Draws(9, number), hints)));
};

test('edges, constants of the code, numbers of events and known addresses are drawn', () => {
  const wide = drawn('core::integer::u256');
  for (const edge of [0n, 1n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 256n - 1n, 604_800n, 604_801n, 7001n])
    expect(wide).toContain(edge);
  expect(drawn('core::felt252')).toContain(`0x${(P - 1n).toString(16)}`);
  const addresses = drawn('core::starknet::contract_address::ContractAddress');
  expect(addresses).toContain(alice);
  expect(addresses).toContain(bob);
  expect(addresses).toContain('0x0');
  expect(drawn('core::starknet::class_hash::ClassHash')).toContain('0x333');
  const texts = drawn('core::byte_array::ByteArray');
  for (const text of ['', 'a'.repeat(31), 'a'.repeat(32)]) expect(texts).toContain(text);
});

test('simpler values end: every chain of the first ones leads to a value that has none', () => {
  const values = argumentsOf({ abi }, 'all');
  let args = values.draw(new Draws(2, 1), hints);
  let steps = 0;
  for (let [next] = values.simpler(args, hints); next; [next] = values.simpler(args, hints)) {
    args = next;
    expect(steps++).toBeLessThan(1000);
  }
  expect(args[entry.inputs.findIndex(({ type }) => type.kind === 'limbs')]).toBe(0n);
});

test('between draws its ends and nothing beyond them', () => {
  const values = between(-3, 12n);
  const found = Array.from({ length: 1000 }, (_, number) => values.draw(new Draws(0, number), NO_HINTS));
  expect(found).toContain(-3n);
  expect(found).toContain(12n);
  expect(found.every((value) => value >= -3n && value <= 12n)).toBe(true);
  expect([...between(5n, 100n).simpler(80n, NO_HINTS)]).toEqual([5n, 43n, 62n, 71n, 76n, 78n, 79n]);
});

test('mistakes are named', () => {
  expect(() => between(5n, 1n)).toThrow('between takes the smaller number first: between(1n, 5n).');
  expect(() => between(1.5, 2)).toThrow('two whole numbers');
  expect(() => oneOf()).toThrow('at least one value');
  expect(() => argumentsOf({ abi }, 'all', { amount: between(0, 1) })).toThrow(
    'all has no parameter amount. It has p0',
  );
  expect(() => argumentsOf({ abi }, 'alll')).toThrow('The ABI has no function alll');
  expect(() => argumentsOf({ abi }, 'none')).toThrow('the ABI does not define the type test::Missing');
});
