import type { Buffer } from '../casm/buffer.ts';
import type { Builder } from '../casm/builder.ts';
import type { Place } from '../casm/cell.ts';
import { type Family, type Libfunc, libfunc, template } from './libfunc.ts';
import { U64, U128 } from './numbers.ts';

// Numbers of 256 and 512 bits, in limbs of 128 bits, the lowest first.

const isZero = (): Libfunc =>
  template(['cell', 'cell'], (b, [low, high]) => {
    b.jumpIf(low, 'NotZero');
    b.jumpIf(high, 'NotZero');
    b.done();
    b.exit('NotZero', [low, high]);
  });

/** A product of limbs, computed by a hint. The caller must return a guarantee so that it is verified. */
function wideMul(b: Builder, x: Place, y: Place): { readonly low: Place; readonly high: Place } {
  const [low, high] = b.temps(2);
  b.hint('WideMul128', { lhs: x, rhs: y }, { high, low });
  return { low, high };
}

/** Adds or subtracts the terms one by one, each partial sum in its own cell. */
function chain(b: Builder, first: Place, ...terms: readonly (readonly ['+' | '-', Place | bigint])[]): Place {
  return terms.reduce<Place>((sum, [sign, term]) => b.temp(sign === '+' ? b.add(sum, term) : b.sub(sum, term)), first);
}

/**
 * Proves that the high limb of the quotient or of the divisor is zero, so that only one of the two mixed products remains, and
 * that one of its factors is below 2^64. Returns that product.
 */
function proveOneProduct(
  b: Builder,
  rc: Buffer,
  quotient: { readonly low: Place; readonly high: Place },
  divisor: { readonly low: Place; readonly high: Place },
): Place {
  const [smaller, larger] = b.temps(2);
  const order = (x: Place, y: Place, label: string) => {
    const less = b.temp();
    b.hint('TestLessThan', { lhs: x, rhs: y }, { dst: less });
    b.jumpIf(less, label);
    b.assert(smaller, y);
    b.assert(larger, x);
    b.jump('Ordered');
    b.label(label);
    b.assert(smaller, x);
    b.assert(larger, y);
  };
  b.jumpIf(quotient.high, 'SmallDivisor');
  order(quotient.low, divisor.high, 'QuotientLess');
  b.jump('Ordered');
  b.label('SmallDivisor');
  b.assert(divisor.high, 0n);
  order(quotient.high, divisor.low, 'QuotientHighLess');
  b.label('Ordered');
  b.push(rc, b.temp(b.add(smaller, U128 - U64)));
  return b.temp(b.mul(smaller, larger));
}

type Limbs = readonly [low: Place, high: Place];

/** Proves that x is less than y. With `cells`, that many cells are skipped first, and no extra cell is needed to align the branches. */
function proveLess(b: Builder, rc: Buffer, [x0, x1]: Limbs, [y0, y1]: Limbs, cells?: number): void {
  const gapHigh = b.temp(b.sub(y1, x1));
  if (cells !== undefined) b.advance(cells);
  const [gapLow, gapLowMinusOne] = b.temps(2);
  b.jumpIf(gapHigh, 'HighDiffers');
  b.assert(gapLow, b.sub(y0, x0));
  b.assert(gapLowMinusOne, b.sub(gapLow, 1n));
  b.push(rc, gapLowMinusOne);
  b.jump('Less');
  b.label('HighDiffers');
  if (cells === undefined) b.advance(1);
  b.push(rc, gapHigh);
  b.label('Less');
}

const divmod = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'cell', 'cell'], (b, [rc, n0, n1, d0, d1]) => {
    const [q0, q1, r0, r1] = b.temps(4);
    b.hint(
      'Uint256DivMod',
      { dividend0: n0, dividend1: n1, divisor0: d0, divisor1: d1 },
      { quotient0: q0, quotient1: q1, remainder0: r0, remainder1: r1 },
    );
    b.push(rc, q0, q1, r0, r1);
    proveLess(b, rc, [r0, r1], [d0, d1]);
    const product = wideMul(b, q0, d0);
    const carried = chain(b, product.low, ['+', r0], ['-', n0]);
    const carry = b.temp(b.div(carried, U128));
    b.assert(carry, b.mul(carry, carry));
    const top = proveOneProduct(b, rc, { low: q0, high: q1 }, { low: d0, high: d1 });
    const upper = chain(b, carry, ['+', product.high], ['+', r1]);
    b.assert(n1, b.add(upper, top));
    b.done(rc, [q0, q1], [r0, r1], [q0, d0, product.high, product.low]);
  });

const sqrt = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, low, high]) => {
    const [root0, root1, restLow, restHigh, large] = b.temps(5);
    b.hint(
      'Uint256SquareRoot',
      { value_low: low, value_high: high },
      {
        sqrt0: root0,
        sqrt1: root1,
        remainder_low: restLow,
        remainder_high: restHigh,
        sqrt_mul_2_minus_remainder_ge_u128: large,
      },
    );
    b.push(rc, root0, root1);
    const sum = b.temp(b.add(root0, root1));
    b.push(rc, b.temp(b.add(sum, U128 - 2n ** 65n)), restLow);
    b.assert(restHigh, b.mul(restHigh, restHigh));
    const square0 = b.temp(b.mul(root0, root0));
    const carry0 = b.temp(b.div(chain(b, restLow, ['+', square0], ['-', low]), U64));
    b.push(rc, b.temp(b.add(carry0, 2n ** 127n)));
    const mixed = b.temp(b.mul(root0, root1));
    const carry1 = b.temp(b.div(chain(b, carry0, ['+', mixed], ['+', mixed]), U64));
    b.push(rc, carry1);
    const carried = b.temp(b.add(carry1, restHigh));
    const square1 = b.temp(b.mul(root1, root1));
    b.assert(high, b.add(carried, square1));
    const root = b.temp(b.add(root0, b.temp(b.mul(root1, U64))));
    const rest = b.temp(b.add(restLow, b.temp(b.mul(restHigh, U128))));
    const doubled = b.temp(b.add(root, root));
    const slack = b.temp(b.sub(doubled, rest));
    const fixed = b.temp();
    b.jumpIf(large, 'Large');
    b.push(rc, slack);
    b.jump('Done');
    b.label('Large');
    b.assert(fixed, b.sub(slack, U128));
    b.push(rc, fixed);
    b.label('Done');
    b.done(rc, root);
  });

const invModN = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'cell', 'cell'], (b, [rc, b0, b1, n0, n1]) => {
    const [g0, g1, s0, s1, t0, t1] = b.temps(6);
    b.hint(
      'U256InvModN',
      { b0, b1, n0, n1 },
      { g0_or_no_inv: g0, g1_option: g1, s_or_r0: s0, s_or_r1: s1, t_or_k0: t0, t_or_k1: t1 },
    );
    b.jumpIf(g0, 'NoInverse');

    // s is the inverse: s * b = t * n + 1, with s below n.
    b.push(rc, s0, s1, t0, t1);
    proveLess(b, rc, [s0, s1], [n0, n1], 18);
    const s0b0 = wideMul(b, s0, b0);
    const s0b1 = wideMul(b, s0, b1);
    const s1b0 = wideMul(b, s1, b0);
    const s1b1 = wideMul(b, s1, b1);
    const n0t0 = wideMul(b, n0, t0);
    const n0t1 = wideMul(b, n0, t1);
    const n1t0 = wideMul(b, n1, t0);
    const n1t1 = wideMul(b, n1, t1);
    const carry = (sum: Place) => b.temp(b.div(sum, U128));
    // The carry of these sums is within 2^15 of zero.
    const proveSmall = (cell: Place) => {
      b.push(rc, b.temp(b.sub(cell, -(2n ** 15n))));
      b.push(rc, b.temp(b.add(cell, U128 - 2n ** 15n)));
    };
    const carry0 = carry(chain(b, n0t0.low, ['+', 1n], ['-', s0b0.low]));
    b.assert(carry0, b.mul(carry0, carry0));
    const carry1 = carry(
      chain(
        b,
        n0t0.high,
        ['+', carry0],
        ['+', n0t1.low],
        ['+', n1t0.low],
        ['-', s0b0.high],
        ['-', s0b1.low],
        ['-', s1b0.low],
      ),
    );
    proveSmall(carry1);
    const carry2 = carry(
      chain(
        b,
        n0t1.high,
        ['+', carry1],
        ['+', n1t0.high],
        ['+', n1t1.low],
        ['-', s1b0.high],
        ['-', s0b1.high],
        ['-', s1b1.low],
      ),
    );
    proveSmall(carry2);
    b.assert(s1b1.high, b.add(n1t1.high, carry2));
    b.jump('Done');

    // g divides both and is not one: b = g * s, n = g * t.
    b.label('NoInverse');
    b.push(rc, g0, g1, s0, s1, t0, t1);
    const g0MinusOne = b.temp();
    b.jumpIf(g1, 'CommonFactor');
    b.assert(g0MinusOne, b.sub(g0, 1n));
    b.jumpIf(g0MinusOne, 'CommonFactor');
    b.assert(n1, 0n);
    b.assert(n0, 1n);
    b.label('CommonFactor');
    const gsHigh = b.temp();
    b.hint('WideMul128', { lhs: g0, rhs: s0 }, { high: gsHigh, low: b0 });
    const gtHigh = b.temp();
    b.hint('WideMul128', { lhs: g0, rhs: t0 }, { high: gtHigh, low: n0 });
    const [gs, gt, small] = b.temps(3);
    const bound = (g: Place, sum: readonly [Place, Place], label: string) => {
      const less = b.temp();
      b.hint('TestLessThan', { lhs: g, rhs: U64 }, { dst: less });
      b.jumpIf(less, label);
      b.assert(small, b.add(...sum));
      b.jump('Bounded');
      b.label(label);
      b.assert(small, g);
    };
    b.jumpIf(g1, 'SmallCofactors');
    b.assert(gs, b.mul(s1, g0));
    b.assert(gt, b.mul(t1, g0));
    bound(g0, [s1, t1], 'SmallG0');
    b.jump('Bounded');
    b.label('SmallCofactors');
    b.assert(gs, b.mul(s0, g1));
    b.assert(gt, b.mul(t0, g1));
    b.assert(s1, 0n);
    b.assert(t1, 0n);
    bound(g1, [s0, t0], 'SmallG1');
    b.label('Bounded');
    b.push(rc, b.temp(b.add(small, U128 - 2n ** 65n)));
    b.assert(b1, b.add(gs, gsHigh));
    b.assert(n1, b.add(gt, gtHigh));
    b.jump('Fail');
    b.label('Done');
    b.done(
      rc,
      [s0, s1],
      [s0, b0, s0b0.high, s0b0.low],
      [s0, b1, s0b1.high, s0b1.low],
      [s1, b0, s1b0.high, s1b0.low],
      [s1, b1, s1b1.high, s1b1.low],
      [n0, t0, n0t0.high, n0t0.low],
      [n0, t1, n0t1.high, n0t1.low],
      [n1, t0, n1t0.high, n1t0.low],
      [n1, t1, n1t1.high, n1t1.low],
    );
    b.exit('Fail', rc, [g0, s0, gsHigh, b0], [g0, t0, gtHigh, n0]);
  });

const u512Divmod = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'cell', 'cell', 'cell', 'cell'], (b, [rc, n0, n1, n2, n3, d0, d1]) => {
    const [q0, q1, q2, q3, r0, r1] = b.temps(6);
    b.hint(
      'Uint512DivModByUint256',
      { dividend0: n0, dividend1: n1, dividend2: n2, dividend3: n3, divisor0: d0, divisor1: d1 },
      { quotient0: q0, quotient1: q1, quotient2: q2, quotient3: q3, remainder0: r0, remainder1: r1 },
    );
    b.push(rc, q0, q1, q2, q3, r0, r1);
    proveLess(b, rc, [r0, r1], [d0, d1], 12);
    const q0d0 = wideMul(b, q0, d0);
    const q1d0 = wideMul(b, q1, d0);
    const q0d1 = wideMul(b, q0, d1);
    const q1d1 = wideMul(b, q1, d1);
    const q2d0 = wideMul(b, q2, d0);
    const carry = (sum: Place) => b.temp(b.div(sum, U128));
    const proveSmall = (cell: Place) => {
      b.push(rc, cell);
      b.push(rc, b.temp(b.add(cell, U128 - 4n)));
    };
    const carry0 = carry(chain(b, q0d0.low, ['+', r0], ['-', n0]));
    b.assert(carry0, b.mul(carry0, carry0));
    const carry1 = carry(chain(b, carry0, ['+', q0d0.high], ['+', q1d0.low], ['+', q0d1.low], ['+', r1], ['-', n1]));
    proveSmall(carry1);
    const carry2 = carry(
      chain(b, carry1, ['+', q1d0.high], ['+', q0d1.high], ['+', q1d1.low], ['+', q2d0.low], ['-', n2]),
    );
    proveSmall(carry2);
    const top = proveOneProduct(b, rc, { low: q2, high: q3 }, { low: d0, high: d1 });
    const upper = chain(b, carry2, ['+', q2d0.high], ['+', q1d1.high]);
    b.assert(n3, b.add(upper, top));
    b.done(
      rc,
      [q0, q1, q2, q3],
      [r0, r1],
      [q0, d0, q0d0.high, q0d0.low],
      [q0, d1, q0d1.high, q0d1.low],
      [q1, d0, q1d0.high, q1d0.low],
      [q1, d1, q1d1.high, q1d1.low],
      [q2, d0, q2d0.high, q2d0.low],
    );
  });

/** Integers of 256 and 512 bits. */
export const wideIntegerLibfuncs: Family = {
  u256_is_zero: libfunc('u256 -> + | + NonZero<u256> =0', isZero),
  u256_safe_divmod: libfunc('RangeCheck, u256, NonZero<u256> -> RangeCheck, u256, u256, U128MulGuarantee', divmod),
  u256_sqrt: libfunc('RangeCheck, u256 -> RangeCheck, u128', sqrt),
  u256_guarantee_inv_mod_n: libfunc(
    `RangeCheck, u256, NonZero<u256> -> RangeCheck, NonZero<u256>${', U128MulGuarantee'.repeat(8)} ` +
      '| RangeCheck, U128MulGuarantee, U128MulGuarantee',
    invModN,
  ),
  u512_safe_divmod_by_u256: libfunc(
    `RangeCheck, u512, NonZero<u256> -> RangeCheck, u512, u256${', U128MulGuarantee'.repeat(5)}`,
    u512Divmod,
  ),
};
