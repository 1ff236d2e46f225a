import { expect, test } from 'vitest';
import { ap, assertBinary, assertNumber, entryOf, fp, programOf, ret } from '../../../test/support/cairo/assembler.ts';
import { Random } from '../../../test/support/random.ts';
import { type Felt, P, reduce } from '../../felt/felt.ts';
import type { Cell } from '../machine.ts';
import { pointer } from '../pointer.ts';
import { WasmMachine } from './wasmMachine.ts';

const inverse = (value: bigint): bigint => {
  let result = 1n;
  for (let power = value, exponent = P - 2n; exponent > 0n; exponent >>= 1n, power = (power * power) % P)
    if (exponent & 1n) result = (result * power) % P;
  return result;
};

// Small cells end at 2^60: values around it, around word boundaries and around the prime, and some of every size.
const edges = [
  0n,
  1n,
  2n,
  2n ** 60n - 1n,
  2n ** 60n,
  2n ** 60n + 1n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 128n - 1n,
].concat([2n ** 128n, 2n ** 192n - 1n, 2n ** 192n, 2n ** 251n, P / 2n, P - 2n ** 60n, P - 2n, P - 1n]);
const random = new Random(7);
const values = [...edges, ...Array.from({ length: 12 }, (_, i) => random.bits(21 * (i + 1)) % P)] as Felt[];

const machine = new WasmMachine();

/** Runs a program to its end or to an error, and returns a cell of its stack, counted from the first one it wrote. */
function cellAfter(bytecode: readonly Felt[], index: number): Cell | string | undefined {
  machine.begin(entryOf(programOf([...bytecode, ...ret])));
  const start = machine.fp;
  const stop = machine.run(1000);
  const cell = machine.get((start + index) as typeof start);
  machine.abandon();
  return stop.kind === 'error' ? stop.error.message : cell;
}

test('sums, products, differences and quotients of all pairs of felts are those of the field', () => {
  for (const a of values)
    for (const b of values) {
      const pushed = [...assertNumber(ap(0), a), ...assertNumber(ap(0), b)];
      const what = `${a} and ${b}`;
      for (const [op, expected] of [
        ['add', reduce(a + b)],
        ['mul', reduce(a * b)],
      ] as const) {
        expect(cellAfter([...pushed, ...assertBinary(ap(0), ap(-2), op, ap(-1))], 2), what).toBe(expected);
        expect(cellAfter([...assertNumber(ap(0), a), ...assertBinary(ap(0), ap(-1), op, b)], 1), what).toBe(expected);
        // The result is already written, correctly or not.
        const right = [...pushed, ...assertNumber(ap(0), expected), ...assertBinary(fp(2), fp(0), op, fp(1))];
        expect(cellAfter(right, 2)).toBe(expected);
        const other = reduce(expected + 1n);
        const wrong = [...pushed, ...assertNumber(ap(0), other), ...assertBinary(fp(2), fp(0), op, fp(1))];
        expect(cellAfter(wrong, 2)).toBe(`An ASSERT_EQ instruction failed: ${other} != ${expected}.`);
      }
      const difference = reduce(a - b);
      expect(cellAfter([...pushed, ...assertBinary(ap(-2), ap(-1), 'add', ap(0))], 2), what).toBe(difference);
      expect(cellAfter([...pushed, ...assertBinary(ap(-2), ap(0), 'add', ap(-1))], 2), what).toBe(difference);
      expect(cellAfter([...assertNumber(ap(0), a), ...assertBinary(ap(-1), ap(0), 'add', b)], 1)).toBe(difference);
      if (b !== 0n) {
        const quotient = reduce(a * inverse(b));
        expect(cellAfter([...pushed, ...assertBinary(ap(-2), ap(-1), 'mul', ap(0))], 2), what).toBe(quotient);
        expect(cellAfter([...pushed, ...assertBinary(ap(-2), ap(0), 'mul', ap(-1))], 2), what).toBe(quotient);
      }
    }
});

test('an address can be moved by small felts of either sign and by nothing else', () => {
  // fp - 4 is the start of the calldata, in segment 4.
  const moved = (by: bigint) => cellAfter(assertBinary(ap(0), fp(-4), 'add', by), 0);
  expect(moved(0n)).toBe(pointer(4, 0));
  expect(moved(5n)).toBe(pointer(4, 5));
  expect(moved(2n ** 32n - 1n)).toBe(pointer(4, 2 ** 32 - 1));
  for (const by of [2n ** 32n, 2n ** 60n, 2n ** 128n, P / 2n, -1n, -(2n ** 60n)])
    expect(moved(by)).toBe(`Operation failed: 4:0 + ${reduce(by)}, maximum offset value exceeded`);
  const back = (by: bigint) =>
    cellAfter([...assertBinary(ap(0), fp(-4), 'add', 9n), ...assertBinary(ap(0), ap(-1), 'add', by)], 1);
  expect(back(-9n)).toBe(pointer(4, 0));
  expect(back(-1n)).toBe(pointer(4, 8));
  expect(back(-10n)).toBe(`Operation failed: 4:9 + ${P - 10n}, maximum offset value exceeded`);
});

test('addresses are subtracted within a segment, and neither added nor multiplied', () => {
  const ahead = assertBinary(ap(0), fp(-4), 'add', 9n);
  expect(cellAfter([...ahead, ...assertBinary(ap(-1), fp(-4), 'add', ap(0))], 1)).toBe(9n);
  expect(cellAfter([...ahead, ...assertBinary(fp(-4), ap(-1), 'add', ap(0))], 1)).toBe(P - 9n);
  expect(cellAfter(assertBinary(fp(-4), ap(0), 'add', fp(-5)), 0)).toBe(
    "Operation failed: 4:0 - 3:0, can't subtract two relocatable values with different segment indexes",
  );
  expect(cellAfter(assertBinary(ap(0), fp(-4), 'add', fp(-4)), 0)).toBe(
    "Operation failed: 4:0 + 4:0, can't add two relocatable values",
  );
  expect(cellAfter(assertBinary(ap(0), fp(-4), 'mul', 2n), 0)).toBe(
    'Failed to compute Res.MUL: Could not complete computation of non pure values 4:0 * 2',
  );
});
