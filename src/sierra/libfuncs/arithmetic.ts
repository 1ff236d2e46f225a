import { P } from '../../felt/felt.ts';
import type { Builder } from '../casm/builder.ts';
import type { Place } from '../casm/cell.ts';
import type { Range } from '../types/ranges.ts';
import { type Libfunc, template } from './libfunc.ts';
import { narrowSplit, type Split, U128, wideSplit } from './numbers.ts';

// Code that several families share.

/** A deferred operation on a cell and a cell or immediate. It writes no code; the statement that uses the result computes it. */
export const deferredAdd = (): Libfunc => template(['cell', 'any'], (b, [x, y]) => b.done(b.add(x, y)));
export const deferredSub = (): Libfunc => template(['cell', 'any'], (b, [x, y]) => b.done(b.sub(x, y)));
export const deferredMul = (): Libfunc => template(['cell', 'any'], (b, [x, y]) => b.done(b.mul(x, y)));

/** Compares two cells: falls through when they differ. */
export const isEqual = (): Libfunc =>
  template(['cell', 'any'], (b, [x, y]) => {
    const difference = b.temp(b.sub(x, y));
    b.jumpIf(difference, 'Differ');
    b.jump('Equal');
    b.label('Differ');
    b.done();
    b.exit('Equal');
  });

/** Falls through for zero; otherwise branches with the cell. */
export const isZero = (): Libfunc =>
  template(['cell'], (b, [x]) => {
    b.jumpIf(x, 'NotZero');
    b.done();
    b.exit('NotZero', x);
  });

/** Splits `cell` and proves that it is at most the value that `split` was made for. */
export function proveSplit(b: Builder, split: Split, cell: Place, x: Place, y: Place, product: Place): void {
  b.hint('LinearSplit', { value: cell, scalar: split.scalar, max_x: split.maxX }, { x, y });
  b.assert(product, b.mul(x, split.scalar));
  b.assert(cell, b.add(product, y));
}

/** Converts a felt to a value of `range`, which has at most 2^128 values. Falls through if it is in the range. */
export const rangeReduce = ({ lower, upper }: Range): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, felt]) => {
    const size = upper - lower;
    const canonical = b.add(felt, -lower);
    const inside = b.temp();
    b.hint('TestLessThan', { lhs: canonical, rhs: size }, { dst: inside });
    b.jumpIf(inside, 'Inside');
    const above = b.maybeTemp(b.sub(felt, upper));
    const [x, y, product, yFixed, xToMax] = b.temps(5);
    const split = narrowSplit(P - size);
    proveSplit(b, split, above, x, y, product);
    b.push(rc, y);
    b.assert(yFixed, b.add(y, U128 - split.rest));
    b.push(rc, yFixed, x);
    b.assert(xToMax, b.sub(x, U128 - 1n));
    b.jumpIf(xToMax, 'Outside');
    b.fail();
    b.label('Inside');
    b.push(rc, b.maybeTemp(b.add(felt, -lower)));
    if (size !== U128) b.push(rc, b.maybeTemp(b.add(felt, U128 - upper)));
    b.done(rc, felt);
    b.exit('Outside', rc);
  });

/** Falls through if a felt is below 2^bits. */
export const tryFromFelt = (bits: bigint): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, felt]) => {
    const bound = 1n << bits;
    const [x, y, product, yFixed, fits] = b.temps(5);
    const prove = (split: Split, cell: Place) => {
      proveSplit(b, split, cell, x, y, product);
      b.push(rc, x, y);
      b.assert(yFixed, b.add(y, U128 - split.rest));
      b.push(rc, yFixed);
    };
    b.hint('TestLessThan', { lhs: felt, rhs: bound }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    prove(wideSplit(P - bound), b.temp(b.sub(felt, bound)));
    b.jump('TooLarge');
    b.label('Fits');
    prove(wideSplit(bound), felt);
    b.done(rc, felt);
    b.exit('TooLarge', rc);
  });

/** a - b of unsigned numbers below `limit`. Falls through if it is not negative; otherwise branches with the wrapped value. */
export const difference = (limit: bigint): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, x, y]) => {
    const notLess = b.temp();
    const result = b.temp(b.sub(x, y));
    b.hint('TestLessThan', { lhs: result, rhs: limit }, { dst: notLess });
    b.jumpIf(notLess, 'NotLess');
    const shifted = b.temp(b.add(result, U128));
    b.push(rc, shifted);
    const wrapped = b.add(result, limit);
    b.jump('Less');
    b.label('NotLess');
    b.push(rc, result);
    b.done(rc, result);
    b.exit('Less', rc, limit === U128 ? shifted : wrapped);
  });

/** The whole square root of a number of at most 128 bits. */
export const squareRoot = (): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, number]) => {
    const [fixed, squared, rest, doubled, slack, root] = b.temps(6);
    b.hint('SquareRoot', { value: number }, { dst: root });
    b.assert(fixed, b.add(root, U128 - 2n ** 125n));
    b.push(rc, root, fixed);
    b.assert(squared, b.mul(root, root));
    b.assert(rest, b.sub(number, squared));
    b.push(rc, rest);
    b.assert(doubled, b.add(root, root));
    b.assert(slack, b.sub(doubled, rest));
    b.push(rc, slack);
    b.done(rc, root);
  });

const ceilRoot = (number: bigint): bigint => {
  if (number <= 1n) return number;
  // Newton's method from above converges to the floor.
  let root = 1n << BigInt((number.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + number / root) >> 1n;
    if (next >= root) break;
    root = next;
  }
  return root * root === number ? root : root + 1n;
};

/** Quotient and remainder of numbers in the given ranges; how the quotient is bounded depends on them. */
export function divRem(left: Range, right: Range): Libfunc {
  const quotientMax = (left.upper - 1n) / (right.lower > 1n ? right.lower : 1n);
  if (right.upper * U128 < P) return divRemBy('right', 0n);
  if ((quotientMax + 1n) * U128 < P) return divRemBy('quotient', quotientMax + 1n);
  return divRemBy('left', ceilRoot(left.upper));
}

function divRemBy(bounded: 'right' | 'quotient' | 'left', bound: bigint): Libfunc {
  return template(['rangeCheck', 'cell', 'cell'], (b, [rc, x, y]) => {
    const [above, gap] = b.temps(2);
    const small = bounded === 'left' ? b.temp() : undefined;
    const limited = bounded === 'right' ? undefined : b.temp();
    const [product, quotient, remainder] = b.temps(3);
    b.hint('DivMod', { lhs: x, rhs: y }, { quotient, remainder });
    if (bounded !== 'right') b.push(rc, quotient);
    b.push(rc, remainder);
    b.assert(above, b.add(remainder, 1n));
    b.assert(gap, b.sub(y, above));
    b.push(rc, gap);
    if (bounded === 'right') b.push(rc, quotient);
    if (limited) {
      if (small) {
        b.hint('TestLessThan', { lhs: quotient, rhs: bound }, { dst: small });
        b.jumpIf(small, 'SmallQuotient');
        b.assert(limited, b.add(y, U128 - bound));
        b.jump('Bounded');
        b.label('SmallQuotient');
      }
      b.assert(limited, b.add(quotient, U128 - bound));
      if (small) b.label('Bounded');
      b.push(rc, limited);
    }
    b.assert(product, b.mul(y, quotient));
    b.assert(x, b.add(product, remainder));
    b.done(rc, quotient, remainder);
  });
}

/** The bitwise builtin: and, xor and or of two numbers. */
export const bitwise = (tokens: readonly number[]): Libfunc =>
  template(
    ['buffer', 'cell', 'cell'],
    (b, [builtin, x, y]) => {
      b.push(builtin, x, y);
      const [and, xor, or] = [b.next(builtin), b.next(builtin), b.next(builtin)];
      b.done(builtin, and, xor, or);
    },
    { tokens },
  );
