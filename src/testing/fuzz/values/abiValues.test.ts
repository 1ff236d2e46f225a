import { expect, test } from 'vitest';
import { zooAbi } from '../../../../test/support/typedAbis.ts';
import { encodeArguments } from '../../../abi/encode.ts';
import { readAbi } from '../../../abi/readAbi.ts';
import { type Hex, readShortString } from '../../../abi/scalars.ts';
import { P } from '../../../felt/felt.ts';
import { Draws } from '../../draws.ts';
import { argumentsOf, valuesOf } from './abiValues.ts';
import { between } from './integers.ts';
import { type Hints, KnownAddress, NO_HINTS, oneOf, type Values } from './values.ts';

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
const hints: Hints = {
  addresses: [alice, bob],
  classHashes: ['0x333'],
  constants: [604_800n],
  recent: [7001n],
  recentIds: [P - 5n],
};

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

test('a set has all values that it draws, and nothing that cannot be encoded', () => {
  const values = argumentsOf({ abi }, 'all');
  const strange = [
    'x',
    1,
    1.5,
    -1n,
    P,
    2n ** 600n,
    `0x${'f'.repeat(64)}`,
    undefined,
    [0n],
    {},
    { Some: { x: 1 } },
    { a: 1, b: 2 },
  ];
  for (let number = 0; number < 6; number++) {
    const args = values.draw(new Draws(3, number), hints);
    expect(values.has(args)).toBe(true);
    for (const simpler of [...values.simpler(args, hints)].slice(0, 60)) expect(values.has(simpler)).toBe(true);
    for (const [i, { type }] of entry.inputs.entries())
      for (const value of [...strange, ...args]) {
        const canBe = valuesOf(type).has(value);
        if (canBe) expect(() => encodeArguments(entry, args.with(i, value))).not.toThrow();
        expect(values.has(args.with(i, value))).toBe(canBe);
      }
  }
  expect(values.has(values.draw(new Draws(3, 1), hints).slice(1))).toBe(false);
  let deep: unknown = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  for (const { type } of entry.inputs) expect(valuesOf(type).has(deep)).toBe(false);
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
  const felts = drawn('core::felt252');
  expect(felts).toContain(`0x${(P - 1n).toString(16)}`);
  expect([...felts].filter((felt) => /^[ -~]{5,31}$/.test(readShortString(felt as Hex) ?? '')).length).toBeGreaterThan(
    99,
  );
  const addresses = drawn('core::starknet::contract_address::ContractAddress');
  expect(addresses).toContain(alice);
  expect(addresses).toContain(bob);
  expect(addresses).toContain('0x0');
  expect(drawn('core::starknet::class_hash::ClassHash')).toContain('0x333');
  const texts = drawn('core::byte_array::ByteArray');
  for (const text of ['', 'a'.repeat(31), 'a'.repeat(32)]) expect(texts).toContain(text);
});

test('large numbers of events are drawn as they are, where they fit', () => {
  const id = `0x${(P - 5n).toString(16)}`;
  expect(drawn('core::felt252')).toContain(id);
  expect(drawn('core::integer::u256')).toContain(P - 5n);
  expect(drawn('core::starknet::contract_address::ContractAddress')).not.toContain(id);
  const [type] = ['core::starknet::contract_address::ContractAddress'] as const;
  const made = { ...hints, recentIds: [2n ** 200n] };
  const values = valuesOf(entry.inputs[TYPES.indexOf(type)]!.type);
  const found = Array.from({ length: 100 }, (_, number) => values.draw(new Draws(9, number), made));
  expect(found).toContain(`0x${(2n ** 200n).toString(16)}`);
  expect(found).toContain(alice);
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
  expect([values.has(12n), values.has(13n), values.has(5)]).toEqual([true, false, false]);
  expect([...between(5n, 100n).simpler(80n, NO_HINTS)]).toEqual([5n, 43n, 62n, 71n, 76n, 78n, 79n]);
});

test('negative numbers of all sizes are drawn as often as positive ones', () => {
  for (const [values, most] of [
    [between(-1000, 1000), 1000n],
    [valuesOf(entry.inputs[TYPES.indexOf('core::integer::i8')]!.type) as Values<bigint>, 127n],
  ] as const) {
    const found = Array.from({ length: 2000 }, (_, number) => values.draw(new Draws(0, number), NO_HINTS));
    const negative = found.filter((value) => value < 0n);
    expect(new Set(negative).size).toBeGreaterThan(50);
    expect(negative.length).toBeGreaterThan(600);
    expect(found.every((value) => value >= -most - 1n && value <= most)).toBe(true);
  }
});

test('oneOf has its values, also as a file has them', () => {
  const values = oneOf<unknown>('a', 5n, { x: [1n] }, alice);
  for (const value of ['a', 5n, { x: [1n] }, new KnownAddress('alice', '0x999')]) expect(values.has(value)).toBe(true);
  for (const value of ['b', 5, { x: [2n] }, bob, undefined, null]) expect(values.has(value)).toBe(false);
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
