import { expect, test } from 'vitest';
import { type Pointer, pointer } from '../../cairo/pointer.ts';
import type { Felt } from '../../felt/felt.ts';
import type { TypeTable } from '../../sierra/types/typeTable.ts';
import { debugNames } from './debugNames.ts';
import { debugVariable, resultIn, typeText, type ValueReader } from './debugValue.ts';

type Declared = readonly [generic: string, size: number, ...args: number[]];

/** Types by number, and a memory in which each cell of a segment has the same value. */
function readerOf(declared: readonly Declared[], names: object = {}, cell: Felt | Pointer = 1n as Felt): ValueReader {
  const args = (id: number) => declared[id]!.slice(2).map((type) => ({ kind: 'type', type }));
  const types = {
    declaration: (id: number) => ({ generic: declared[id]![0], args: args(id) }),
    has: (id: number) => declared[id] !== undefined,
    parts: (id: number) => declared[id]!.slice(2),
    size: (id: number) => declared[id]![1],
  };
  return { types: types as unknown as TypeTable, names: debugNames(names), read: () => cell };
}

test('a type that contains itself has a text', () => {
  const reader = readerOf([
    ['Enum', 2, 1, 2],
    ['Struct', 0],
    ['Box', 1, 0],
  ]);
  expect(typeText(0, reader)).toBe('Enum<(), Box<Enum>>');
});

test('the text of a type that has the same parts many times is bounded', () => {
  const doubled = Array.from({ length: 60 }, (_, i): Declared => ['Struct', 0, i, i]);
  const text = typeText(60, readerOf([['felt252', 1], ...doubled]));
  expect(text.length).toBeLessThan(1100);
  expect(text.startsWith('(((')).toBe(true);
});

test('the text of arrays that have the same array many times is bounded', () => {
  // 1000 elements at each of five levels.
  const nested = Array.from({ length: 5 }, (_, i): Declared => ['Snapshot', 2, 2 * i + 1]);
  const declared = [
    ['felt252', 1] as Declared,
    ...nested.flatMap((each, i): Declared[] => [['Array', 2, 2 * i], each]),
  ];
  const whole = [pointer(3, 0), pointer(3, 2000)];
  const reader = { ...readerOf(declared), read: (at: Pointer) => (at % 2 === 0 ? whole[0] : whole[1]) };
  const { text } = debugVariable('list', declared.length - 1, whole, reader);
  expect(text.length).toBeLessThan(10_000);
  expect(text).toMatch(/^\[{5}.*… \d+ more\]$/);
});

test('a text that is shortened says so, and an array counts all of its elements', () => {
  const names = { type_names: [[1, 'core::byte_array::ByteArray']] };
  const array: Declared = ['Array', 2, 0];
  const reader = { ...readerOf([['felt252', 1], ['Struct', 4], array], names), read: () => 5n as Felt };
  const list = (end: number) => debugVariable('list', 2, [pointer(3, 0), pointer(3, end)], reader).text;
  expect(list(1500)).toMatch(/, … 1400 more\]$/);
  expect(list(1501)).toMatch(/, … 1401 more\]$/);
  const text = (words: number) =>
    debugVariable('text', 1, [pointer(3, 0), pointer(3, words), 0n as Felt, 0n as Felt], reader).text;
  expect(text(10)).toMatch(/"$/);
  expect(text(500)).toMatch(/"…$/);
});

test('a ByteArray and a u256 that are none are no errors', () => {
  const names = {
    type_names: [
      [0, 'core::byte_array::ByteArray'],
      [1, 'core::integer::u256'],
    ],
  };
  const reader = readerOf(
    [
      ['Struct', 4],
      ['Struct', 2, 2, 2],
      ['u128', 1],
    ],
    names,
    pointer(2, 0),
  );
  const [start, felt] = [pointer(3, 0), (2n ** 40n) as Felt];
  const textOf = (type: number, ...cells: (Felt | Pointer)[]) => debugVariable('a', type, cells, reader).text;
  expect(textOf(0, start, start, 0n as Felt, felt)).toBe('not a text');
  expect(textOf(0, start, start, start, 3n as Felt)).toBe('not a text');
  expect(textOf(0, start, pointer(3, 1), 0n as Felt, 0n as Felt)).toBe('not a text');
  expect(textOf(0, start, start, 0x6869n as Felt, 2n as Felt)).toBe('"hi"');
  expect(textOf(1, start, 5n as Felt)).toBe('(address 3:0, 5)');
  expect(textOf(1, 5n as Felt, 1n as Felt)).toBe(`${2n ** 128n + 5n}`);
});

test('names of types that the program does not have are ignored', () => {
  const result = 'core::panics::PanicResult::<(core::integer::u128)>';
  const names = { type_names: [999, -1, 'x', null, 1].map((id) => [id, result]) };
  const reader = readerOf(
    [
      ['Struct', 2, 2, 2],
      ['Enum', 3, 0],
      ['u128', 1],
    ],
    names,
  );
  expect(resultIn(0, reader)).toEqual({ type: 2, from: 1 });
  expect(resultIn(2, reader)).toBeUndefined();
});
