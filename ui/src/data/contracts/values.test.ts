import { describe, expect, test } from 'vitest';
import type { AbiType } from '../../../../src/abi/abiType.ts';
import { example, feltOfText, readValue, readWhole } from './values.ts';

const felt: AbiType = { kind: 'felt', name: 'felt252', bound: 2n ** 251n };
const address: AbiType = { kind: 'felt', name: 'ContractAddress', bound: 2n ** 251n };
const u8: AbiType = { kind: 'integer', name: 'u8', min: 0n, max: 255n };
const u256: AbiType = { kind: 'limbs', name: 'u256', bits: 128n, count: 2 };
const list: AbiType = { kind: 'array', name: 'Array', item: u8 };
const unit: AbiType = { kind: 'tuple', items: [] };
const point: AbiType = {
  kind: 'struct',
  name: 'game::Point',
  members: [
    { name: 'x', type: u8 },
    { name: 'owner', type: address },
  ],
};
const move: AbiType = {
  kind: 'enum',
  name: 'game::Move',
  variants: [
    { name: 'Stay', type: unit },
    { name: 'Go', type: point },
  ],
};

describe('whole numbers that people type', () => {
  test('have many forms', () => {
    expect(readWhole(' 1_000 ')).toBe(1000n);
    expect(readWhole('1,000')).toBe(1000n);
    expect(readWhole('-1,234,567')).toBe(-1234567n);
    expect(readWhole('1 000')).toBe(1000n);
    expect(readWhole('0xFf')).toBe(255n);
    expect(readWhole('1.5e18')).toBe(1_500_000_000_000_000_000n);
    expect(readWhole('-2e3')).toBe(-2000n);
    expect(readWhole('10^18')).toBe(10n ** 18n);
  });

  test('are not fractions, words or without bound', () => {
    for (const text of ['', '-', '1.5', '1.55e1', 'abc', '0x', '1e999', '--5', '1,5', '0,500', '12,34,567'])
      expect(readWhole(text), text).toBeUndefined();
  });
});

describe('values that people type', () => {
  test('are read by the type of the parameter', () => {
    expect(readValue(felt, "'abc'")).toBe('0x616263');
    expect(readValue(felt, '0x10')).toBe(16n);
    expect(readValue(u256, '1e18')).toBe(10n ** 18n);
    expect(readValue({ kind: 'bool' }, 'true')).toBe(true);
    expect(readValue({ kind: 'bool' }, '')).toBe(false);
    expect(readValue({ kind: 'byteArray' }, ' as it is ')).toBe(' as it is ');
    expect(readValue({ kind: 'nonZero', value: u8 }, '7')).toBe(7n);
  });

  test('go to the encoder as they are if they are no number, which says what it expects', () => {
    expect(readValue(u8, 'many')).toBe('many');
    expect(readValue(felt, 'many')).toBe('many');
  });

  test('of an optional parameter are none if nothing is typed', () => {
    expect(readValue({ kind: 'option', value: u8 }, ' ')).toBeNull();
    expect(readValue({ kind: 'option', value: u8 }, '5')).toBe(5n);
  });

  test('of lists and structs are JSON with all digits', () => {
    expect(readValue(list, '[1, 99999999999999999999]')).toEqual([1, 99999999999999999999n]);
    expect(readValue(point, '{"x": 1, "owner": "0x2"}')).toEqual({ x: 1, owner: '0x2' });
    expect(readValue(list, '')).toBeNull();
    expect(() => readValue(list, '[1')).toThrow('Write Array<u8> as JSON, such as [1, …].');
  });

  test('of an enum may be the name of a variant alone', () => {
    expect(readValue(move, ' Stay ')).toBe('Stay');
    expect(readValue(move, '{"Go": {"x": 1, "owner": "0x2"}}')).toEqual({ Go: { x: 1, owner: '0x2' } });
    expect(() => readValue(point, 'Stay')).toThrow('Write Point as JSON');
  });
});

describe('the example of a type', () => {
  test.each<readonly [AbiType, string]>([
    [felt, "0x1 or 'text'"],
    [address, '0x…'],
    [u256, '1000 or 1e18'],
    [{ kind: 'option', value: u8 }, 'empty or 1'],
    [{ kind: 'result', ok: u8, error: felt }, '{"Ok": 1}'],
    [{ kind: 'tuple', items: [u8, { kind: 'bool' }, { kind: 'byteArray' }] }, '[1, true, "text"]'],
    [point, '{"x": 1, "owner": "0x1"}'],
    [move, 'Stay or {"Go": {"x": 1, "owner": "0x1"}}'],
    [{ kind: 'array', name: 'Span', item: move }, '["Stay" or {"Go": {"x": 1, "owner": "0x1"}}, …]'],
  ])('%o is %s', (type, text) => {
    expect(example(type)).toBe(text);
  });

  test('ends for a type that contains itself', () => {
    const tree = { kind: 'struct', name: 'Tree', members: [] as unknown[] };
    tree.members.push({ name: 'left', type: tree });
    expect(example(tree as unknown as AbiType)).toBe('{"left": {"left": {"left": {"left": {"left": …}}}}}');
  });
});

test('a felt of the node is read from its text', () => {
  expect(feltOfText('0x10')).toBe(16n);
});
