import { expect, test } from 'vitest';
import type { AbiType } from '../../abi/abiType.ts';
import { decodeValue } from '../../abi/decode.ts';
import { encodeValue } from '../../abi/encode.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { variablesInSource } from './cairoSource.ts';
import { parseStorageType } from './parseStorageType.ts';
import { cellsOf, storageTypeText } from './storageType.ts';
import { cellsToWrite, readStored } from './storedValue.ts';

const SOURCE = `
  // struct Storage { hidden: u8 }
  #[derive(Copy, Drop, starknet::Store)]
  struct Point { x: u64, y: i32 }
  #[derive(Drop, starknet::Store)]
  pub enum Status { Draft, #[default] Idle, Locked: u256 }
  #[derive(Drop, starknet::Store)]
  enum Plain { One: u8, Two }
  mod Token {
    #[starknet::storage_node]
    struct Profile { level: u16, friends: Map<ContractAddress, bool> }
    #[storage]
    struct Storage {
      text: ByteArray, pub pair: (u8, Point), state: Status, plain: Plain, maybe: Option<u256>,
      nested: Map<starknet::ContractAddress, Map::<u256, Vec<Point>>>,
      old: LegacyMap::<(felt252, u8), super::Point>, profile: Profile, row: [u8; 3], strange: Packed<u8>,
      #[substorage(v0)]
      keeper: Keeper::Storage,
    }
  }`;
const variables = new Map(variablesInSource([SOURCE]).map((one) => [one.name, one]));
const valueOfType = (name: string): AbiType => {
  const type = variables.get(name)!.type;
  if (type.kind !== 'value') throw new Error(`${name} has no value`);
  return type.type;
};

test('source code gives the names and types of storage variables', () => {
  expect([...variables.values()].map(({ name, type }) => `${name}: ${storageTypeText(type)}`)).toEqual([
    'text: ByteArray',
    'pair: (u8, Point)',
    'state: Status',
    'plain: Plain',
    'maybe: Option<u256>',
    'nested: Map<ContractAddress, Map<u256, Vec<Point>>>',
    'old: Map<(felt252, u8), Point>',
    'profile: Profile',
    'row: [u8; 3]',
    'strange: Packed<u8>',
  ]);
  expect(new Set([...variables.values()].map(({ module }) => module))).toEqual(new Set(['Token']));
});

test.each([
  [
    'pair',
    [3n, { x: 2n ** 63n, y: -5n }],
    ['0x3', '0x8000000000000000', '0x800000000000010fffffffffffffffffffffffffffffffffffffffffffffffc'],
  ],
  ['maybe', 7n, ['0x1', '0x7', '0x0']],
  ['maybe', null, ['0x0']],
  ['state', 'Idle', ['0x0']],
  ['state', 'Draft', ['0x1']],
  ['state', { Locked: 2n ** 128n }, ['0x2', '0x0', '0x1']],
  ['plain', { One: 9n }, ['0x1', '0x9']],
  ['plain', 'Two', ['0x2']],
  ['row', [1n, 2n, 3n], ['0x1', '0x2', '0x3']],
] as const)('%s is stored in these cells and read back', (name, value, cells) => {
  const type = valueOfType(name);
  const written = cellsToWrite(type, toFelt(1000), encodeValue(type, value));
  expect(written.map((cell) => `0x${cell.value.toString(16)}`)).toEqual(cells);
  expect(written.map((cell) => Number(cell.key))).toEqual(cells.map((_, i) => 1000 + i));
  const stored = new Map(written.map((cell) => [cell.key, cell.value]));
  const felts = readStored(type, toFelt(1000), (key) => stored.get(key) ?? (0n as Felt));
  expect(decodeValue(type, felts!)).toEqual(value);
});

test('texts of every length come back', () => {
  const type = valueOfType('text');
  for (const length of [0, 1, 30, 31, 32, 62, 31 * 256 - 1, 31 * 256, 31 * 256 + 1]) {
    const text = 'ab'.repeat(length).slice(0, length);
    const written = cellsToWrite(type, toFelt(5), encodeValue(type, text));
    const stored = new Map(written.map((cell) => [cell.key, cell.value]));
    expect(stored.size, 'no two words share a cell').toBe(1 + Math.ceil(length / 31));
    expect(decodeValue(type, readStored(type, toFelt(5), (key) => stored.get(key) ?? (0n as Felt))!)).toBe(text);
  }
});

test('cells that hold no value of a type are not decoded', () => {
  const only = (value: bigint) => (key: Felt) => (key === 0n ? value : 0n) as Felt;
  expect(readStored(valueOfType('maybe'), toFelt(0), only(2n))).toBeUndefined();
  expect(readStored(valueOfType('state'), toFelt(0), only(3n))).toBeUndefined();
  expect(readStored(valueOfType('plain'), toFelt(0), only(0n))).toBeUndefined();
  expect(readStored(valueOfType('text'), toFelt(0), only(2n ** 200n))).toBeUndefined();
  expect(readStored(valueOfType('strange'), toFelt(0), only(1n))).toBeUndefined();
});

test('an enum that only an ABI describes is not decoded, because an ABI does not name the default', () => {
  const type: AbiType = { kind: 'enum', name: 'E', variants: [{ name: 'A', type: { kind: 'tuple', items: [] } }] };
  expect(readStored(type, toFelt(0), () => toFelt(0))).toBeUndefined();
  expect(() => cellsToWrite(type, toFelt(0), [toFelt(0)])).toThrow('not known without its source');
});

test('types that are too deep, too long or recursive are unknown', () => {
  const deep = parseStorageType(`${'Option<'.repeat(40)}u8${'>'.repeat(40)}`, () => undefined);
  expect(deep.kind === 'value' && cellsOf(deep.type)).toBeUndefined();
  expect(cellsOf({ kind: 'fixedArray', item: { kind: 'bool' }, length: 300 })).toBeUndefined();
  const [loop] = variablesInSource(['#[storage] struct Storage { loop: Node } struct Node { next: Node }']);
  expect(loop?.type.kind === 'value' && cellsOf(loop.type.type)).toBeUndefined();
  const broken = ['#[storage] struct {{{', '}}}', '#[storage] struct S { a: u8, b: ', '#[storage]'];
  expect(variablesInSource(broken).map(({ name }) => name)).toEqual(['a']);
});
