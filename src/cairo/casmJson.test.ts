import { expect, test } from 'vitest';
import { CasmError, formatCasm, parseCasm } from './casmJson.ts';

const cell = { register: 'AP', offset: 0 };
const sample = () => ({
  prime: '0x800000000000011000000000000000000000000000000000000000000000001',
  compiler_version: '2.20.0',
  bytecode: ['0x480680017fff8000', '0x1', '0x208b7fff7fff7ffe'],
  bytecode_segment_lengths: [2, 1],
  hints: [[0, [{ TestLessThan: { lhs: { Deref: cell }, rhs: { Immediate: '0x10' }, dst: cell } }]]],
  entry_points_by_type: {
    EXTERNAL: [{ selector: '0x1', offset: 2, builtins: ['range_check'] }],
    L1_HANDLER: [],
    CONSTRUCTOR: [],
  },
});

test('writing a compiled class gives the JSON that was read, with the keys in the same order', () => {
  expect(JSON.stringify(formatCasm(parseCasm(sample())))).toBe(JSON.stringify(sample()));
});

test('a class without segment lengths is written without them', () => {
  const { bytecode_segment_lengths: _, ...old } = sample();
  expect(JSON.stringify(formatCasm(parseCasm(old)))).toBe(JSON.stringify(old));
  expect(parseCasm({ ...old, pythonic_hints: null, bytecode_segment_lengths: null })).toEqual(parseCasm(old));
});

const changed: readonly [string, (json: ReturnType<typeof sample>) => unknown][] = [
  ['The class must be an object', () => null],
  ['prime', (json) => ({ ...json, prime: '0x11' })],
  ['compiler_version', (json) => ({ ...json, compiler_version: 2 })],
  ['bytecode\\[1\\]', (json) => ({ ...json, bytecode: ['0x0', '12', '0x0'] })],
  ['bytecode\\[0\\]', (json) => ({ ...json, bytecode: [`0x9${'0'.repeat(62)}`] })],
  ['add up to 4', (json) => ({ ...json, bytecode_segment_lengths: [3, [1]] })],
  ['must be a list', (json) => ({ ...json, bytecode_segment_lengths: [-3] })],
  ['inside the bytecode', (json) => ({ ...json, hints: [[3, []]] })],
  [
    'out of order',
    (json) => ({
      ...json,
      hints: [
        [1, []],
        [1, []],
      ],
    }),
  ],
  ['not a hint', (json) => ({ ...json, hints: [[0, [{ Nope: {} }]]] })],
  ['not a hint', (json) => ({ ...json, hints: [[0, ['AllocSegment']]] })],
  ['exactly the fields', (json) => ({ ...json, hints: [[0, [{ AllocSegment: {} }]]] })],
  [
    'must be a cell',
    (json) => ({ ...json, hints: [[0, [{ AllocSegment: { dst: { register: 'AP', offset: 40000 } } }]]] }),
  ],
  ['must be an operand', (json) => ({ ...json, hints: [[0, [{ SystemCall: { system: { Nope: 1 } } }]]] })],
  ['hexadecimal', (json) => ({ ...json, hints: [[0, [{ SystemCall: { system: { Immediate: '12' } } }]]] })],
  ['offset must be inside', (json) => withEntry(json, { selector: '0x1', offset: 3, builtins: [] })],
  ['selector', (json) => withEntry(json, { selector: 1, offset: 0, builtins: [] })],
  ['not a builtin', (json) => withEntry(json, { selector: '0x1', offset: 0, builtins: ['gas'] })],
];

function withEntry(json: ReturnType<typeof sample>, entry: unknown) {
  return { ...json, entry_points_by_type: { ...json.entry_points_by_type, EXTERNAL: [entry] } };
}

test.each(changed)('a malformed class is refused with an error about %s', (text, change) => {
  expect(() => parseCasm(change(sample()))).toThrow(CasmError);
  expect(() => parseCasm(change(sample()))).toThrow(new RegExp(text));
});

test('segment lengths that nest too deeply are refused', () => {
  let lengths: unknown = 3;
  for (let i = 0; i < 10_000; i++) lengths = [lengths];
  expect(() => parseCasm({ ...sample(), bytecode_segment_lengths: lengths })).toThrow(CasmError);
});
