import type { Felt } from '../../felt/felt.ts';
import { P, reduce } from '../../felt/felt.ts';
import { mod } from '../../felt/plain/modular.ts';
import { isPointer } from '../cells.ts';
import type { Cell } from '../machine.ts';
import { extendedGcd, integerSqrt } from '../modular.ts';
import { VmError } from '../vmError.ts';
import type { CoreHint } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { addressOf, type CellRef, cellOfOperand, feltOfOperand, type Operand } from './operand.ts';

const LIMB = 1n << 128n;
const WORD = 1n << 64n;

const write = (host: HintHost, cell: CellRef, value: bigint): void => host.set(addressOf(host, cell), reduce(value));

/** The number with these limbs of 128 bits, the least significant first. */
const wide = (host: HintHost, limbs: readonly Operand[]): bigint =>
  limbs.map((limb) => feltOfOperand(host, limb)).reduceRight((sum: bigint, limb) => sum * LIMB + limb, 0n);

function writeWide(host: HintHost, cells: readonly CellRef[], value: bigint): void {
  let rest = value;
  cells.forEach((cell, i) => {
    const last = i === cells.length - 1;
    write(host, cell, last ? rest : rest % LIMB);
    rest /= LIMB;
  });
}

// The network's process panics here; ours reports an error of the hint.
function divide(dividend: bigint, divisor: bigint): [bigint, bigint] {
  if (divisor === 0n) throw new VmError('attempt to divide by zero');
  return [dividend / divisor, dividend % divisor];
}

// The network's order of cells: addresses before felts; addresses by segment, then by offset.
function isLessOrEqual(a: Cell, b: Cell): boolean {
  if (isPointer(a)) return isPointer(b) ? a <= b : true;
  return isPointer(b) ? false : a <= b;
}

const lessOrEqual: CoreHint = (host, [lhs, rhs], [dst]) => {
  const a = cellOfOperand(host, lhs!);
  const b = cellOfOperand(host, rhs!);
  write(host, dst!, isLessOrEqual(a, b) ? 1n : 0n);
};

/** Hints that compute the results of integer arithmetic, which the code then verifies. */
export const ARITHMETIC_HINTS = {
  TestLessThan(host, [lhs, rhs], [dst]) {
    const a = feltOfOperand(host, lhs!);
    const b = feltOfOperand(host, rhs!);
    write(host, dst!, a < b ? 1n : 0n);
  },
  TestLessThanOrEqual: lessOrEqual,
  TestLessThanOrEqualAddress: lessOrEqual,
  WideMul128(host, [lhs, rhs], [high, low]) {
    const product = feltOfOperand(host, lhs!) * feltOfOperand(host, rhs!);
    write(host, high!, product / LIMB);
    write(host, low!, product % LIMB);
  },
  DivMod(host, [lhs, rhs], [quotient, remainder]) {
    const a = feltOfOperand(host, lhs!);
    const [q, r] = divide(a, feltOfOperand(host, rhs!));
    write(host, quotient!, q);
    write(host, remainder!, r);
  },
  Uint256DivMod(host, ins, outs) {
    const [q, r] = divide(wide(host, ins.slice(0, 2)), wide(host, ins.slice(2)));
    writeWide(host, outs.slice(0, 2), q);
    writeWide(host, outs.slice(2), r);
  },
  Uint512DivModByUint256(host, ins, outs) {
    const [q, r] = divide(wide(host, ins.slice(0, 4)), wide(host, ins.slice(4)));
    writeWide(host, outs.slice(0, 4), q);
    writeWide(host, outs.slice(4), r);
  },
  SquareRoot(host, [value], [dst]) {
    write(host, dst!, integerSqrt(feltOfOperand(host, value!)));
  },
  Uint256SquareRoot(host, ins, [sqrt0, sqrt1, low, high, flag]) {
    const value = wide(host, ins);
    const root = integerSqrt(value);
    const rest = value - root * root;
    write(host, sqrt0!, root % WORD);
    write(host, sqrt1!, root / WORD);
    writeWide(host, [low!, high!], rest);
    write(host, flag!, root * 2n - rest >= LIMB ? 1n : 0n);
  },
  LinearSplit(host, [value, scalar, maxX], [x, y]) {
    const whole = feltOfOperand(host, value!);
    const step = feltOfOperand(host, scalar!);
    const most = feltOfOperand(host, maxX!);
    const [quotient] = divide(whole, step);
    let count = quotient;
    if (count > most) count = most;
    write(host, x!, count);
    write(host, y!, whole - count * step);
  },
  U256InvModN(host, ins, [g0, g1, s0, s1, t0, t1]) {
    const b = wide(host, ins.slice(0, 2));
    const n = wide(host, ins.slice(2));
    const { gcd, y } = extendedGcd(n, b);
    if (n === 1n) {
      write(host, s0!, feltOfOperand(host, ins[0]!));
      write(host, s1!, feltOfOperand(host, ins[1]!));
      writeWide(host, [t0!, t1!], 1n);
      writeWide(host, [g0!, g1!], 1n);
    } else if (gcd !== 1n) {
      // The low limb of an even divisor may be zero, which would mean "has an inverse", so 2 is used instead.
      const divisor = gcd % 2n === 0n ? 2n : gcd;
      writeWide(host, [s0!, s1!], b / divisor);
      writeWide(host, [t0!, t1!], n / divisor);
      writeWide(host, [g0!, g1!], divisor);
    } else {
      const inverse = mod(y, n);
      writeWide(host, [s0!, s1!], inverse);
      writeWide(host, [t0!, t1!], (inverse * b - 1n) / n);
      write(host, g0!, 0n);
    }
  },
} as const satisfies Record<string, CoreHint>;

// ceil((P / 3) / 2^128) and ceil((P / 2) / 2^128).
const THIRD = 3544607988759775765608368578435044694n;
const HALF = 5316911983139663648412552867652567041n;

/** a and b split the circle of the field into three arcs. Returns the two smaller ones in parts for range checks. */
export function smallArcs(a: Felt, b: Felt): { readonly excluded: number; readonly parts: readonly Felt[] } {
  const arcs = [
    { length: a, index: 0 },
    { length: reduce(b - a), index: 1 },
    { length: reduce(P - 1n - b), index: 2 },
  ].sort((x, y) => (x.length < y.length ? -1 : x.length > y.length ? 1 : x.index - y.index));
  const [first, second] = [arcs[0]!.length, arcs[1]!.length];
  return {
    excluded: arcs[2]!.index,
    parts: [first % THIRD, first / THIRD, second % HALF, second / HALF] as Felt[],
  };
}
