import { expect, test } from 'vitest';
import type { AbiType } from '../../abi/abiType.ts';
import { parseType } from '../../abi/parseType.ts';
import { argumentsOfWords } from './callArguments.ts';

const point: AbiType = {
  kind: 'struct',
  name: 'Point',
  members: [{ name: 'x', type: parseType('core::integer::u256', () => undefined) }],
};
const kind: AbiType = { kind: 'enum', name: 'Kind', variants: [{ name: 'Red', type: { kind: 'tuple', items: [] } }] };
const typeNamed = (text: string) =>
  parseType(text, (name) => (name === 'Point' ? point : name === 'Kind' ? kind : undefined));
const read = (type: string, word: string) => argumentsOfWords([{ name: 'value', type: typeNamed(type) }], [word])[0];

test('words become the values that the types of the ABI take', () => {
  expect(read('core::integer::u256', '5')).toBe(5n);
  expect(read('core::integer::i8', '-5')).toBe(-5n);
  expect(read('core::felt252', '0x10')).toBe(16n);
  expect(read('core::felt252', 'hello')).toBe('0x68656c6c6f');
  expect(read('core::bool', 'true')).toBe(true);
  expect(read('core::byte_array::ByteArray', '5')).toBe('5');
  expect(read('core::array::Array::<core::felt252>', '[1, "0x2"]')).toEqual([1n, '0x2']);
  expect(read('Point', '{"x": 340282366920938463463374607431768211456}')).toEqual({ x: 2n ** 128n });
  expect(read('Kind', 'Red')).toBe('Red');
});

test('a word that is not a number of its type is left to the encoder, which names the argument', () => {
  expect(read('core::integer::u256', 'five')).toBe('five');
  expect(read('core::felt252', '0xzz')).toBe('0xzz');
  expect(read('core::bool', '1')).toBe('1');
});

test('a list that is not JSON is an error with an example', () => {
  expect(() => read('core::array::Array::<core::felt252>', '1,2')).toThrow(/^argument 'value' takes JSON such as/);
});
