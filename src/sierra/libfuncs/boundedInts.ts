import { P } from '../../felt/felt.ts';
import { typeArg, valueArg } from '../types/genericArgs.ts';
import { isFull, type Range, rangeOf } from '../types/ranges.ts';
import { deferredAdd, deferredMul, deferredSub, divRem, isZero, rangeReduce } from './arithmetic.ts';
import * as signatures from './boundedIntSignatures.ts';
import { retype } from './conversions.ts';
import { type Family, FREE, type Libfunc, libfunc, type Specialization, template } from './libfunc.ts';
import { HALF, U128 } from './numbers.ts';

const rangeArg = ({ args, types }: Specialization, index: number): Range =>
  rangeOf(types.declaration(typeArg(args, index)));

const checkUpper = ({ upper }: Range): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    const over = b.add(number, -upper);
    const fits = b.temp();
    b.hint('TestLessThanOrEqual', { lhs: U128, rhs: over }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    b.push(rc, b.maybeTemp(b.sub(number, upper)));
    b.jump('Outside');
    b.label('Fits');
    b.push(rc, b.maybeTemp(b.add(number, U128 - upper)));
    b.done(rc, number);
    b.exit('Outside', rc);
  });

const checkLower = ({ lower }: Range): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    const canonical = b.add(number, -lower);
    const fits = b.temp();
    b.hint('TestLessThan', { lhs: canonical, rhs: U128 }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    b.push(rc, b.maybeTemp(b.add(number, U128 - lower)));
    b.jump('Outside');
    b.label('Fits');
    b.push(rc, b.maybeTemp(b.sub(number, lower)));
    b.done(rc, number);
    b.exit('Outside', rc);
  });

const checkBothBounds = ({ lower, upper }: Range): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    const canonical = b.add(number, -lower);
    const fits = b.temp();
    b.hint('TestLessThan', { lhs: canonical, rhs: upper - lower }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    const over = b.temp();
    b.hint('TestLessThan', { lhs: canonical, rhs: U128 }, { dst: over });
    b.jumpIf(over, 'Above');
    b.push(rc, b.maybeTemp(b.add(number, U128 - lower)));
    // If the check needs no extra cell, allocate one, so that both branches move ap by the same distance.
    if (lower === U128) b.temp();
    b.jump('Outside');
    b.label('Above');
    b.push(rc, b.maybeTemp(b.sub(number, upper)));
    if (upper === 0n) b.temp();
    b.jump('Outside');
    b.label('Fits');
    b.push(rc, b.maybeTemp(b.sub(number, lower)));
    b.push(rc, b.maybeTemp(b.add(number, U128 - upper)));
    b.done(rc, number);
    b.exit('Outside', rc);
  });

/** A cast that cannot fail still has a branch for failing. */
const cannotFail: Libfunc = {
  effects: {
    branches: [
      { ap: { kind: 'known', change: 0 }, cost: FREE },
      { ap: { kind: 'known', change: 0 }, cost: FREE },
    ],
  },
  lower: ({ ap }, [rc, number]) => [
    { outputs: [rc!, number!], ap, jumps: [] },
    { outputs: [rc!], ap, jumps: [] },
  ],
};

function intersection(one: Range, other: Range): Range {
  const [, lower] = one.lower < other.lower ? [one.lower, other.lower] : [other.lower, one.lower];
  const [upper] = one.upper < other.upper ? [one.upper, other.upper] : [other.upper, one.upper];
  return { lower, upper };
}

function downcast(spec: Specialization): Libfunc {
  const from = rangeArg(spec, 0);
  const wanted = rangeArg(spec, 1);
  const to = intersection(from, wanted);
  if (isFull(from)) return rangeReduce(to);
  // A cast to the same unsigned type still checks the bound.
  const unchanged = typeArg(spec.args, 0) === typeArg(spec.args, 1) && from.lower === 0n;
  if (unchanged) return checkUpper(to);
  const over = to.upper < from.upper;
  const under = to.lower > from.lower;
  return over ? (under ? checkBothBounds(to) : checkUpper(to)) : under ? checkLower(to) : cannotFail;
}

/** Falls through below the boundary; branches at it and above. */
const constrain = (boundary: bigint): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    const under = b.temp();
    const canonical = b.add(number, -boundary);
    b.hint('TestLessThanOrEqual', { lhs: U128, rhs: canonical }, { dst: under });
    b.jumpIf(under, 'Under');
    b.push(rc, b.maybeTemp(canonical));
    b.jump('Over');
    b.label('Under');
    b.push(rc, b.maybeTemp(b.add(number, U128 - boundary)));
    b.done(rc, number);
    b.exit('Over', rc, number);
  });

/** Falls through for the value that is removed from the range. */
const trim = (taken: bigint): Libfunc =>
  template(['cell'], (b, [number]) => {
    b.jumpIf(b.maybeTemp(b.sub(number, taken)), 'Other');
    b.done();
    b.exit('Other', number);
  });

const verifyGuarantee = ({ lower, upper }: Range): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    b.push(rc, b.maybeTemp(b.sub(number, lower)));
    b.push(rc, b.maybeTemp(b.add(number, U128 - upper)));
    b.done(rc);
  });

const u32Guarantees = (): Libfunc =>
  template(['cell'], (b, [number]) => {
    const word = 2n ** 32n;
    const [shifted1, shifted2, shifted3, rest1, rest2, w0, w1, w2, w3] = b.temps(9);
    b.hint('DivMod', { lhs: number, rhs: word }, { quotient: rest1, remainder: w0 });
    b.hint('DivMod', { lhs: rest1, rhs: word }, { quotient: rest2, remainder: w1 });
    b.hint('DivMod', { lhs: rest2, rhs: word }, { quotient: w3, remainder: w2 });
    b.advance(3);
    b.assert(shifted1, b.mul(rest1, word));
    b.assert(number, b.add(shifted1, w0));
    b.assert(shifted2, b.mul(rest2, word));
    b.assert(rest1, b.add(shifted2, w1));
    b.assert(shifted3, b.mul(w3, word));
    b.assert(rest2, b.add(shifted3, w2));
    b.done(w0, w1, w2, w3);
  });

const rangeTryNew = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, start, end]) => {
    const length = b.temp(b.sub(end, start));
    const valid = b.temp();
    b.hint('TestLessThan', { lhs: length, rhs: U128 }, { dst: valid });
    b.jumpIf(valid, 'Valid');
    b.push(rc, b.temp(b.add(length, U128)));
    b.jump('Invalid');
    b.label('Valid');
    b.push(rc, length);
    b.done(rc, [start, end]);
    b.exit('Invalid', rc, [end, end]);
  });

const rangePop = (): Libfunc =>
  template(['cell', 'cell'], (b, [start, end]) => {
    const next = b.add(start, 1n);
    b.jumpIf(b.temp(b.sub(end, start)), 'NotEmpty');
    b.done();
    b.exit('NotEmpty', [next, end], start);
  });

/** The selector of an enum of `variants` from the variant's index. */
export const selectorFromIndex = (variants: number): Libfunc =>
  template(['cell'], (b, [index]) => {
    const middle = (BigInt(2 * variants - 1) * HALF) % P;
    b.done(b.mul(b.temp(b.sub(index, middle)), -2n));
  });

/** Bounded integers, casts and integer ranges. */
export const boundedIntLibfuncs: Family = {
  upcast: libfunc(signatures.upcast, retype),
  downcast: libfunc(signatures.downcast, downcast),
  bounded_int_add: libfunc(signatures.add, deferredAdd),
  bounded_int_sub: libfunc(signatures.subtract, deferredSub),
  bounded_int_mul: libfunc(signatures.multiply, deferredMul),
  bounded_int_div_rem: libfunc(signatures.divRem, (spec) => divRem(rangeArg(spec, 0), rangeArg(spec, 1))),
  bounded_int_constrain: libfunc(signatures.constrain, ({ args }) => constrain(valueArg(args, 1))),
  bounded_int_trim_min: libfunc(signatures.trim('min'), (spec) => trim(rangeArg(spec, 0).lower)),
  bounded_int_trim_max: libfunc(signatures.trim('max'), (spec) => trim(rangeArg(spec, 0).upper - 1n)),
  bounded_int_is_zero: libfunc(signatures.isZero, isZero),
  bounded_int_wrap_non_zero: libfunc(signatures.wrapNonZero, retype),
  bounded_int_guarantee_verify: libfunc(signatures.guaranteeVerify, ({ args }) =>
    verifyGuarantee({ lower: valueArg(args, 0), upper: valueArg(args, 1) + 1n }),
  ),
  u128_to_u32_guarantees: libfunc('u128 -> u32Guarantee, u32Guarantee, u32Guarantee, u32Guarantee', u32Guarantees),
  int_range_try_new: libfunc(signatures.rangeTryNew, rangeTryNew),
  int_range_pop_front: libfunc('IntRange<T> -> | IntRange<T>, T', rangePop),
};
