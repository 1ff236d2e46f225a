import { value } from '../casm/cell.ts';
import { valueArg } from '../types/genericArgs.ts';
import { bitwise, deferredMul, difference, divRem, isEqual, isZero, rangeReduce, squareRoot } from './arithmetic.ts';
import { always, type Descriptor, type Family, type Libfunc, move, template } from './libfunc.ts';
import { U64, U128 } from './numbers.ts';
import { uses } from './tokens.ts';

/** The value unchanged, under another type. */
export const same: Descriptor = always(move((args) => args));

/** A constant written in the declaration. */
export const constant: Descriptor = ({ args }) => {
  const cells = [value(valueArg(args, 0))];
  return move(() => [cells]);
};

const BITWISE = uses({ Bitwise: 1 });

/** a + b below `limit`: falls through with the sum, or gives it wrapped. */
const uintAdd = (limit: bigint): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, x, y]) => {
    const fits = b.temp();
    const sum = b.add(x, y);
    b.hint('TestLessThan', { lhs: sum, rhs: limit }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    const large = b.temp(sum);
    const wrapped = b.temp(b.sub(large, limit));
    b.push(rc, wrapped);
    b.jump('Overflow');
    b.label('Fits');
    const fixed = b.temp();
    const result = b.temp(sum);
    b.assert(fixed, b.add(result, U128 - limit));
    b.push(rc, fixed);
    b.done(rc, result);
    b.exit('Overflow', rc, wrapped);
  });

const u128Add = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, x, y]) => {
    const fits = b.temp();
    const sum = b.temp(b.add(x, y));
    b.hint('TestLessThan', { lhs: sum, rhs: U128 }, { dst: fits });
    b.jumpIf(fits, 'Fits');
    const wrapped = b.temp(b.sub(sum, U128));
    b.push(rc, wrapped);
    b.jump('Overflow');
    b.label('Fits');
    b.push(rc, sum);
    b.done(rc, sum);
    b.exit('Overflow', rc, wrapped);
  });

/** Sum or difference of signed numbers: in range, below or above it. */
const signedOperation = (bits: bigint, operation: 'add' | 'sub'): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, x, y]) => {
    const lowest = -(1n << (bits - 1n));
    const bound = 1n << (bits - 1n);
    const size = 1n << bits;
    const result = b.temp(b[operation](x, y));
    const canonical = b.add(result, -lowest);
    const inside = b.temp();
    b.hint('TestLessThan', { lhs: canonical, rhs: size }, { dst: inside });
    b.jumpIf(inside, 'Inside');
    const positive = b.temp();
    b.hint('TestLessThan', { lhs: result, rhs: U128 }, { dst: positive });
    b.jumpIf(positive, 'Positive');
    b.push(rc, b.temp(b.add(result, U128 - lowest)));
    const raised = b.add(result, size);
    b.jump('Below');
    b.label('Positive');
    b.push(rc, b.temp(b.sub(result, bound)));
    const lowered = b.sub(result, size);
    b.jump('Above');
    b.label('Inside');
    b.push(rc, b.temp(canonical));
    if (size !== U128) b.push(rc, b.temp(b.add(result, U128 - bound)));
    b.done(rc, result);
    b.exit('Below', rc, raised);
    b.exit('Above', rc, lowered);
  });

/** A felt as high and low halves of 128 bits, or one when the high one is zero. */
const u128sFromFelt = (): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, felt]) => {
    // P = PRIME_HIGH * 2^128 + 1.
    const primeHigh = 10633823966279327296825105735305134080n;
    const small = b.temp();
    b.hint('TestLessThan', { lhs: felt, rhs: U128 }, { dst: small });
    b.jumpIf(small, 'Small');
    const [shifted, toMax, checked, high, low] = b.temps(5);
    b.hint('DivMod', { lhs: felt, rhs: U128 }, { quotient: high, remainder: low });
    b.push(rc, high, low);
    b.assert(shifted, b.mul(high, U128));
    b.assert(felt, b.add(shifted, low));
    b.assert(toMax, b.add(high, -primeHigh));
    b.jumpIf(toMax, 'NotMax');
    b.assert(checked, b.add(low, U128 - 1n));
    b.jump('Checked');
    b.label('NotMax');
    b.assert(checked, b.add(high, U128 - primeHigh));
    b.label('Checked');
    b.push(rc, checked);
    b.jumpIf(high, 'Wide');
    b.fail();
    b.label('Small');
    b.push(rc, felt);
    b.done(rc, felt);
    b.exit('Wide', rc, high, low);
  });

const guaranteeMul = (): Libfunc =>
  template(['cell', 'cell'], (b, [x, y]) => {
    const [high, low] = b.temps(2);
    b.hint('WideMul128', { lhs: x, rhs: y }, { high, low });
    b.advance(2);
    b.done(high, low, [x, y, high, low]);
  });

/** Proves x * y = high * 2^128 + low by halves of x. */
const verifyMul = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell', 'cell', 'cell'], (b, [rc, x, y, high, low]) => {
    const [xLow, xHigh] = b.temps(2);
    b.hint('DivMod', { lhs: x, rhs: U64 }, { quotient: xHigh, remainder: xLow });
    b.push(rc, b.temp(b.add(xLow, U128 - U64)), xLow, xHigh);
    const xShifted = b.temp(b.mul(xHigh, U64));
    b.assert(x, b.add(xShifted, xLow));
    const lowProduct = b.temp(b.mul(xLow, y));
    const highProduct = b.temp(b.mul(xHigh, y));
    const [upper, bottom] = b.temps(2);
    b.hint('DivMod', { lhs: highProduct, rhs: U64 }, { quotient: upper, remainder: bottom });
    b.push(rc, b.temp(b.add(bottom, U128 - U64)), bottom, upper);
    const upperShifted = b.temp(b.mul(upper, U64));
    b.assert(highProduct, b.add(upperShifted, bottom));
    const bottomShifted = b.temp(b.mul(bottom, U64));
    const [carry, carryFixed, carryShifted, lowWithCarry] = b.temps(4);
    b.assert(lowWithCarry, b.add(lowProduct, bottomShifted));
    b.hint('DivMod', { lhs: lowWithCarry, rhs: U128 }, { quotient: carry, remainder: low });
    b.assert(carryFixed, b.add(carry, U128 - 2n ** 65n));
    b.push(rc, carryFixed, carry, low);
    b.assert(carryShifted, b.mul(carry, U128));
    b.assert(lowWithCarry, b.add(carryShifted, low));
    b.assert(high, b.add(upper, carry));
    b.done(rc);
  });

/** Swaps bytes, pairs, quads and halves in turn: each time the masked part moves up and all is shifted at the end. */
const byteReverse = (): Libfunc =>
  template(
    ['buffer', 'cell'],
    (b, [builtin, number]) => {
      const masks: readonly (readonly [bigint, bigint])[] = [
        [0x00ff00ff00ff00ff00ff00ff00ff00ffn, 2n ** 16n - 1n],
        [0x00ffff0000ffff0000ffff0000ffff00n, 2n ** 32n - 1n],
        [0x00ffffffff00000000ffffffff000000n, 2n ** 64n - 1n],
        [0x00ffffffffffffffff00000000000000n, 2n ** 128n - 1n],
      ];
      let swapped = number;
      for (const [mask, factor] of masks) {
        b.push(builtin, swapped);
        b.push(builtin, b.temp(mask));
        const masked = b.temp(b.next(builtin));
        b.next(builtin);
        b.next(builtin);
        swapped = b.temp(b.add(swapped, b.temp(b.mul(masked, factor))));
      }
      b.done(builtin, b.mul(swapped, -0x800000000000011000000000000000000n));
    },
    { tokens: uses({ Bitwise: 4 }) },
  );

function unsignedFamily(bits: bigint): Family {
  const range = { lower: 0n, upper: 1n << bits };
  const wide = bits === 128n;
  const name = `u${bits}`;
  return {
    [`${name}_const`]: constant,
    [`${name}_eq`]: isEqual,
    [`${name}_is_zero`]: isZero,
    [`${name}_to_felt252`]: same,
    [`${name}_overflowing_add`]: () => (wide ? u128Add() : uintAdd(range.upper)),
    [`${name}_overflowing_sub`]: () => difference(range.upper),
    [`${name}_safe_divmod`]: () => divRem(range, { lower: 1n, upper: range.upper }),
    [`${name}_sqrt`]: squareRoot,
    ...(wide
      ? {}
      : {
          [`${name}_bitwise`]: () => bitwise(BITWISE),
          [`${name}_wide_mul`]: deferredMul,
          [`${name}_try_from_felt252`]: () => rangeReduce(range),
        }),
  };
}

function signedFamily(bits: bigint): Family {
  const name = `i${bits}`;
  return {
    [`${name}_const`]: constant,
    [`${name}_eq`]: isEqual,
    [`${name}_to_felt252`]: same,
    [`${name}_try_from_felt252`]: () => rangeReduce({ lower: -(1n << (bits - 1n)), upper: 1n << (bits - 1n) }),
    [`${name}_overflowing_add_impl`]: () => signedOperation(bits, 'add'),
    [`${name}_overflowing_sub_impl`]: () => signedOperation(bits, 'sub'),
    [`${name}_diff`]: () => difference(1n << bits),
    ...(bits === 128n ? {} : { [`${name}_wide_mul`]: deferredMul }),
  };
}

const WIDTHS = [8n, 16n, 32n, 64n, 128n];

/** Integers of fixed width. */
export const integerLibfuncs: Family = {
  ...Object.assign({}, ...WIDTHS.map(unsignedFamily), ...WIDTHS.map(signedFamily)),
  bitwise: () => bitwise(BITWISE),
  u128s_from_felt252: u128sFromFelt,
  u128_guarantee_mul: guaranteeMul,
  u128_mul_guarantee_verify: verifyMul,
  u128_byte_reverse: byteReverse,
};
