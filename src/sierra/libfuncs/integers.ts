import { bitwise, deferredMul, difference, divRem, isEqual, rangeReduce, squareRoot } from './arithmetic.ts';
import { constantOf, isZeroOf, toFelt252, tryFromFelt252 } from './conversions.ts';
import { type Family, type Libfunc, type LibfuncRow, libfunc, template } from './libfunc.ts';
import { U64, U128 } from './numbers.ts';
import { uses } from './tokens.ts';

const BITWISE = uses({ Bitwise: 1 });

/** a + b. Falls through if the sum is below `limit`; otherwise branches with the wrapped value. */
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

/** Sum or difference of signed numbers, with branches for results in range, below it and above it. */
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

/** Splits a felt into halves of 128 bits. Falls through with the low half if the high half is zero. */
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

/** Proves x * y = high * 2^128 + low, with the two halves of x. */
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

/** Swaps bytes, then pairs, quads and halves. Each swap only moves the masked part up; the shift down is done at the end. */
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

const bitwiseOf = (type: string): LibfuncRow =>
  libfunc(`Bitwise, ${type}, ${type} -> + Bitwise, ${type}, ${type}, ${type}`, () => bitwise(BITWISE));
const isEqualOf = (type: string): LibfuncRow => libfunc(`${type}, ${type} -> |`, isEqual);
const wideMul = (type: string, wide: string): LibfuncRow => libfunc(`${type}, ${type} -> + ${wide}`, deferredMul);

function unsignedFamily(width: number): Family {
  const upper = 1n << BigInt(width);
  const range = { lower: 0n, upper };
  const wide = width === 128;
  const type = `u${width}`;
  const two = `RangeCheck, ${type}, ${type}`;
  return {
    [`${type}_const`]: constantOf(type, 0n, upper),
    [`${type}_eq`]: isEqualOf(type),
    [`${type}_is_zero`]: isZeroOf(type),
    [`${type}_to_felt252`]: toFelt252(type),
    [`${type}_overflowing_add`]: libfunc(`${two} -> RangeCheck, ${type} $0 | RangeCheck, ${type} $0`, () =>
      wide ? u128Add() : uintAdd(upper),
    ),
    [`${type}_overflowing_sub`]: libfunc(
      `${two} -> RangeCheck, ${type} $0 | RangeCheck, ${type} ${wide ? '$0' : ''}`,
      () => difference(upper),
    ),
    [`${type}_safe_divmod`]: libfunc(
      `RangeCheck, ${type}, NonZero<${type}> -> RangeCheck, ${type} $0, ${type} $1`,
      () => divRem(range, { lower: 1n, upper }),
    ),
    [`${type}_sqrt`]: libfunc(`RangeCheck, ${type} -> RangeCheck, u${Math.max(8, width / 2)} $0`, squareRoot),
    ...(wide
      ? { bitwise: bitwiseOf(type) }
      : {
          [`${type}_bitwise`]: bitwiseOf(type),
          [`${type}_wide_mul`]: wideMul(type, `u${2 * width}`),
          [`${type}_try_from_felt252`]: tryFromFelt252(type, () => rangeReduce(range)),
        }),
  };
}

function signedFamily(width: number): Family {
  const bits = BigInt(width);
  const range = { lower: -(1n << (bits - 1n)), upper: 1n << (bits - 1n) };
  const type = `i${width}`;
  const two = `RangeCheck, ${type}, ${type}`;
  const operation = `${two} -> RangeCheck, ${type} | RangeCheck, ${type} | RangeCheck, ${type}`;
  return {
    [`${type}_const`]: constantOf(type, range.lower, range.upper),
    [`${type}_eq`]: isEqualOf(type),
    [`${type}_to_felt252`]: toFelt252(type),
    [`${type}_try_from_felt252`]: tryFromFelt252(type, () => rangeReduce(range)),
    [`${type}_overflowing_add_impl`]: libfunc(operation, () => signedOperation(bits, 'add')),
    [`${type}_overflowing_sub_impl`]: libfunc(operation, () => signedOperation(bits, 'sub')),
    [`${type}_diff`]: libfunc(
      `${two} -> RangeCheck, u${width} $0 | RangeCheck, u${width} ${width === 128 ? '$0' : ''}`,
      () => difference(1n << bits),
    ),
    ...(width === 128 ? {} : { [`${type}_wide_mul`]: wideMul(type, `i${2 * width}`) }),
  };
}

const WIDTHS = [8, 16, 32, 64, 128];

/** Integers of fixed width. */
export const integerLibfuncs: Family = {
  ...Object.assign({}, ...WIDTHS.map(unsignedFamily), ...WIDTHS.map(signedFamily)),
  u128s_from_felt252: libfunc(
    'RangeCheck, felt252 -> RangeCheck, u128 =1 | RangeCheck, u128 $0, u128 $1',
    u128sFromFelt,
  ),
  u128_guarantee_mul: libfunc('u128, u128 -> + u128 $0, u128 $1, U128MulGuarantee', guaranteeMul),
  u128_mul_guarantee_verify: libfunc('RangeCheck, U128MulGuarantee -> RangeCheck', verifyMul),
  u128_byte_reverse: libfunc('Bitwise, u128 -> Bitwise, u128', byteReverse),
};
