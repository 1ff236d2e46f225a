import { describe, expect, test } from 'vitest';
import { type Comparison, compareRuns } from '../../../test/support/cairo/agreement.ts';
import {
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  entryOf,
  fp,
  programOf,
  push,
  ret,
} from '../../../test/support/cairo/assembler.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { plainBackend } from '../../felt/plain/plainBackend.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { WasmMachine } from './wasmMachine.ts';

// Small cells end at 2^60. The others are the limits of builtins, of words and of the field.
const EDGES = [0n, 1n, 2n ** 60n - 1n, 2n ** 60n, 2n ** 64n, 2n ** 96n - 1n, 2n ** 96n, 2n ** 128n - 1n, 2n ** 128n];
const WIDE = [...EDGES, 2n ** 251n - 1n, 2n ** 251n, P - 1n] as Felt[];
const [BUILTIN, GAS, SYSCALLS] = [fp(-7), fp(-6), fp(-5)];
const machine = new WasmMachine();

/** Runs code that uses some cells of one builtin on both machines. */
function compare(builtin: BuiltinName, cells: bigint, code: readonly Felt[]): Comparison {
  const bytecode = [
    ...code,
    ...assertBinary(ap(0), BUILTIN, 'add', cells),
    ...[GAS, SYSCALLS].flatMap((cell) => assertCopy(ap(0), cell)),
    ...assertNumber(ap(0), 0n),
    ...[-4, -3].flatMap((cell) => assertCopy(ap(0), fp(cell))),
    ...ret,
  ];
  return compareRuns(machine, entryOf(programOf(bytecode), { builtins: [builtin] }), { seed: 1, maxSteps: 100 });
}

/** Writes a number to a cell of the builtin. The first one allocates its segment; the fast path writes the others. */
const write = (index: number, value: bigint): Felt[] => [
  ...push(value),
  ...assertDeref(ap(-1), BUILTIN, index, 'stay'),
];

describe('cells of builtins are as on the plain machine', () => {
  test.each([
    { builtin: 'range_check', bits: 128n },
    { builtin: 'range_check96', bits: 96n },
  ] as const)('$builtin accepts numbers of $bits bits', ({ builtin, bits }) => {
    for (const value of WIDE) {
      const { outcome, difference } = compare(builtin, 2n, [...write(0, 1n), ...write(1, value)]);
      expect({ value, outcome, difference }).toEqual({
        value,
        outcome: value < 2n ** bits ? 'returned' : 'failed',
        difference: undefined,
      });
    }
    const address = compare(builtin, 2n, [...write(0, 1n), ...assertDeref(SYSCALLS, BUILTIN, 1, 'stay')]);
    expect(address).toMatchObject({ outcome: 'failed', difference: undefined });
  });

  test('bitwise outputs are read, and compared with numbers that are known', () => {
    for (const a of WIDE)
      for (const b of WIDE) {
        const expected = [a & b, a ^ b, a | b];
        const inputs = [...write(0, a), ...write(1, b)];
        const reads = compare('bitwise', 5n, [
          ...inputs,
          ...[2, 3, 4].flatMap((i) => assertDeref(ap(0), BUILTIN, i)),
          ...expected.flatMap((value, i) => assertNumber(ap(i - 3), value, 'stay')),
        ]);
        const known = compare('bitwise', 5n, [...inputs, ...expected.flatMap((value, i) => write(2 + i, value))]);
        const outcome = a < 2n ** 251n && b < 2n ** 251n ? 'returned' : 'failed';
        expect({ a, b, ...reads }).toMatchObject({ outcome, difference: undefined });
        expect({ a, b, ...known }).toMatchObject({ outcome, difference: undefined });
        const wrong = compare('bitwise', 5n, [...inputs, ...write(3, (a ^ b) + 1n)]);
        expect({ a, b, ...wrong }).toMatchObject({ outcome: 'failed', difference: undefined });
      }
  });

  test('a pedersen hash that the program wrote before its inputs is compared with the computed one', () => {
    const hash = plainBackend.pedersen(WIDE[5]!, WIDE[9]!);
    const inputs = [...write(0, WIDE[5]!), ...write(1, WIDE[9]!)];
    for (const value of [hash, hash - 1n]) {
      const outcome = value === hash ? 'returned' : 'failed';
      const first = compare('pedersen', 3n, [...write(2, value), ...inputs]);
      const last = compare('pedersen', 3n, [...inputs, ...write(2, value)]);
      expect(first).toMatchObject({ outcome, difference: undefined });
      expect(last).toMatchObject({ outcome, difference: undefined });
    }
  });

  test('cells without inputs, and inputs that are addresses', () => {
    for (const [builtin, cells] of [
      ['pedersen', 3n],
      ['bitwise', 5n],
      ['ec_op', 7n],
    ] as const) {
      const output = Number(cells) - 1;
      for (const code of [
        assertDeref(ap(0), BUILTIN, output),
        assertDeref(ap(0), BUILTIN, 0),
        [...write(0, 1n), ...assertDeref(ap(0), BUILTIN, output)],
        [...assertDeref(SYSCALLS, BUILTIN, 0, 'stay'), ...write(1, 1n), ...assertDeref(ap(0), BUILTIN, output)],
      ])
        expect(compare(builtin, cells, code)).toMatchObject({ outcome: 'failed', difference: undefined });
    }
  });
});

test('a quotient and a remainder that are known are compared with the computed ones, as on the plain machine', () => {
  const deref = (offset: number) => ({ Deref: { register: 'FP', offset } });
  const cell = (offset: number) => ({ register: 'FP', offset });
  const operands = [...WIDE, 2n ** 192n, 3n * 2n ** 64n];
  for (const a of operands)
    for (const b of operands.filter((value) => value !== 0n))
      for (const [q, r] of [
        [a / b, a % b],
        [a / b, undefined],
        [undefined, a % b],
        [a / b, (a % b) + 1n],
        [a / b + 1n, a % b],
        [undefined, undefined],
      ] as const) {
        const code = [
          ...push(a),
          ...push(b),
          ...(q === undefined ? [] : assertNumber(fp(2), q, 'stay')),
          ...(r === undefined ? [] : assertNumber(fp(3), r, 'stay')),
        ];
        const hint = { DivMod: { lhs: deref(0), rhs: deref(1), quotient: cell(2), remainder: cell(3) } };
        const program = programOf([...code, ...assertCopy(ap(2), fp(2), 'stay'), ...ret], [[code.length, [hint]]]);
        const compared = compareRuns(machine, entryOf(program), { seed: 1, maxSteps: 20 });
        expect({ a, b, q, r, ...compared }).toMatchObject({ difference: undefined });
      }
});
