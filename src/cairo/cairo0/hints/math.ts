import { type Felt, P, reduce, signed } from '../../../felt/felt.ts';
import { divFelts, sqrtFelt } from '../../../felt/field.ts';
import { formatCell, isFelt, isPointer } from '../../cells.ts';
import { integerSqrt } from '../../modular.ts';
import { formatPointer, segmentOf } from '../../pointer.ts';
import { OperandError, VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

function checkLe(ids: Ids): [Felt, Felt] {
  const [a, b] = [ids.felt('a'), ids.felt('b')];
  if (a > b) throw new VmError(`Assertion failed, ${a}, is not less or equal to ${b}`);
  return [a, b];
}

function checkDivisor(ids: Ids): Felt {
  const divisor = ids.felt('div');
  const bound = ids.rangeCheckBound();
  if (divisor === 0n || divisor > P / bound) throw outOfRange(divisor, bound);
  return divisor;
}

const outOfRange = (value: bigint, bound: bigint): VmError => new VmError(`Div out of range: 0 < ${value} <= ${bound}`);

const notExcluded =
  (arc: number): Cairo0HintRun =>
  (ids) =>
    ids.setAp(ids.variable<number>('excluded') !== arc ? 1n : 0n);

const tooWide = (value: bigint): VmError => new VmError(`Value: ${value} is outside of the range [0, 2**250)`);

/** math.cairo, math_cmp.cairo, pow.cairo and storage.cairo. */
export const MATH = {
  pow: (ids) => ids.set('locs', ids.member('prev_locs', 'exp', 4) & 1n),
  isNn: (ids) => ids.setAp(ids.felt('a') >= ids.rangeCheckBound() ? 1n : 0n),
  isNnOutOfRange: (ids) => ids.setAp(reduce(-ids.felt('a') - 1n) >= ids.rangeCheckBound() ? 1n : 0n),
  isLeFelt: (ids) => ids.setAp(ids.felt('a') <= ids.felt('b') ? 0n : 1n),
  isPositive(ids: Ids) {
    const felt = ids.felt('value');
    const value = signed(felt);
    if ((value < 0n ? -value : value) >= ids.rangeCheckBound())
      throw new VmError(`Value: ${felt} is outside valid range`);
    ids.set('is_positive', value > 0n ? 1n : 0n);
  },
  assertNn(ids: Ids) {
    const a = ids.felt('a');
    if (a >= ids.rangeCheckBound())
      throw new VmError(`Assertion failed, 0 <= ids.a % PRIME < range_check_builtin.bound \n a = ${a} is out of range`);
  },
  assertNotZero(ids: Ids) {
    const value = ids.felt('value');
    if (value === 0n) throw new VmError(`Assertion failed, ${value} % 0x${P.toString(16)} is equal to 0`);
  },
  assertNotEqual(ids: Ids) {
    const [a, b] = [ids.cell('a'), ids.cell('b')];
    if (isPointer(a) !== isPointer(b))
      throw new OperandError(
        `Failed to compare ${formatCell(a)} and ${formatCell(b)}, cant compare a relocatable to an integer value`,
      );
    if (isPointer(a) && isPointer(b) && segmentOf(a) !== segmentOf(b))
      throw new OperandError(
        `Failed to compare ${formatPointer(a)} and  ${formatPointer(b)}, cant compare two relocatable values of different segment indexes`,
      );
    if (a === b) throw new VmError(`assert_not_equal failed: ${formatCell(a)} =  ${formatCell(b)}`);
  },
  assertLeFelt(ids: Ids) {
    const third = ids.constant('PRIME_OVER_3_HIGH');
    const half = ids.constant('PRIME_OVER_2_HIGH');
    const [a, b] = [ids.felt('a'), ids.felt('b')];
    const rangeCheck = ids.pointer('range_check_ptr');
    checkLe(ids);
    const arcs = [
      { length: a as bigint, index: 0 },
      { length: b - a, index: 1 },
      { length: P - 1n - b, index: 2 },
    ].sort((x, y) => (x.length < y.length ? -1 : x.length > y.length ? 1 : x.index - y.index));
    const [first, second] = [arcs[0]!.length, arcs[1]!.length];
    ids.assign({ excluded: arcs[2]!.index });
    ids.write(rangeCheck, [first % third, first / third, second % half, second / half]);
  },
  assertLeFeltOld: (ids) => void checkLe(ids),
  assertLeFeltSmall(ids: Ids) {
    const [a, b] = checkLe(ids);
    const bound = ids.rangeCheckBound();
    ids.set('small_inputs', a < bound && b - a < bound ? 1n : 0n);
  },
  assertLeExcluded0: notExcluded(0),
  assertLeExcluded1: notExcluded(1),
  assertLeExcluded2(ids: Ids) {
    const excluded = ids.variable<number>('excluded');
    if (excluded !== 2) throw new VmError(`Excluded is supposed to be 2, got ${excluded}`);
  },
  assertLtFelt(ids: Ids) {
    const [a, b] = [ids.felt('a'), ids.felt('b')];
    if (a >= b) throw new VmError(`Assertion failed, a = ${a} % PRIME is not less than b = ${b} % PRIME`);
  },
  splitIntAssertRange(ids: Ids) {
    if (ids.felt('value') !== 0n) throw new VmError('split_int(): value is out of range');
  },
  splitInt(ids: Ids) {
    const [value, base, bound] = [ids.felt('value'), ids.felt('base'), ids.felt('bound')];
    if (base === 0n) throw new VmError('Attempted to divide by zero');
    const limb = (value % base) as Felt;
    const output = ids.pointer('output');
    if (limb > bound) throw new VmError(`split_int(): Limb ${limb} is out of range.`);
    ids.host.set(output, limb);
  },
  assert250Bits(ids: Ids) {
    const [bound, shift] = [ids.constant('UPPER_BOUND'), ids.constant('SHIFT')];
    const value = ids.felt('value');
    if (value > bound) throw tooWide(value);
    if (shift === 0n) throw new VmError('Attempted to divide by zero');
    ids.set('high', value / shift);
    ids.set('low', value % shift);
  },
  is250Bits: (ids) => ids.set('is_250', ids.felt('addr') >> 250n === 0n ? 1n : 0n),
  isAddressBounded(ids: Ids) {
    const address = ids.felt('addr');
    const bound = ids.constant('ADDR_BOUND');
    if (!(bound > 1n << 250n && bound <= 1n << 251n && bound * 2n > P))
      throw new VmError('normalize_address() cannot be used with the current constants.');
    ids.set('is_small', address < bound ? 1n : 0n);
  },
  splitFelt(ids: Ids) {
    const [high, low] = [ids.constant('MAX_HIGH'), ids.constant('MAX_LOW')];
    const limit = 1n << 128n;
    if (high >= limit || low >= limit) throw new VmError('assert ids.MAX_HIGH < 2**128 and ids.MAX_LOW < 2**128');
    if (P - 1n !== high * limit + low) throw new VmError('assert PRIME - 1 == ids.MAX_HIGH * 2**128 + ids.MAX_LOW');
    const value = ids.felt('value');
    ids.set('high', value >> 128n);
    ids.set('low', value % limit);
  },
  sqrt(ids: Ids) {
    const value = ids.felt('value');
    if (value > 1n << 250n) throw tooWide(value);
    ids.set('root', integerSqrt(value));
  },
  unsignedDivRem(ids: Ids) {
    const value = ids.felt('value');
    const divisor = checkDivisor(ids);
    ids.set('r', value % divisor);
    ids.set('q', value / divisor);
  },
  signedDivRem(ids: Ids) {
    const divisor = checkDivisor(ids);
    const bound = ids.felt('bound');
    const half = ids.rangeCheckBound() / 2n;
    if (bound > half) throw outOfRange(bound, half);
    const value = signed(ids.felt('value'));
    const rest = ((value % divisor) + divisor) % divisor;
    const quotient = (value - rest) / divisor;
    if ((quotient < 0n ? -quotient : quotient) > bound) throw outOfRange(reduce(quotient), bound);
    ids.set('r', rest);
    ids.set('biased_q', quotient + bound);
  },
  isQuadResidue(ids: Ids) {
    const x = ids.felt('x');
    ids.set('y', sqrtFelt(x) ?? sqrtFelt(divFelts(x, 3n as Felt)) ?? 0n);
  },
  lowestBits(ids: Ids) {
    ids.set('a_lsb', ids.felt('a') & 1n);
    ids.set('b_lsb', ids.felt('b') & 1n);
  },
  bitLength(ids: Ids) {
    const x = ids.felt('x');
    ids.set('bit_length', x === 0n ? 0n : BigInt(x.toString(2).length));
  },
  nAtLeast10: (ids) => ids.setAp(ids.felt('n') >= 10n ? 1n : 0n),
  nAtLeast2: (ids) => ids.setAp(ids.felt('n') >= 2n ? 1n : 0n),
  elementsAtLeast10: (ids) => ids.setAp(elementCount(ids) >= 10 ? 1n : 0n),
  elementsAtLeast2: (ids) => ids.setAp(elementCount(ids) >= 2 ? 1n : 0n),
} as const satisfies Record<string, Cairo0HintRun>;

function elementCount(ids: Ids): number {
  const [end, start] = [ids.cell('elements_end'), ids.cell('elements')];
  if (isFelt(end) || isFelt(start)) throw new VmError('Expected ids.elements_end to be a Relocatable value');
  return end - start;
}
