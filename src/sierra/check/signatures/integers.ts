import type { GenericArg } from '../../program.ts';
import { demand, singleValue } from '../../types/specialization.ts';
import { plain, type SignatureRule, type SignatureTable, signatureOf } from './signature.ts';

/** A constant of a plain type; the value must lie in [lower, upper). */
export const constant = (type: string, lower: bigint, upper: bigint): SignatureRule => {
  return (context, args: readonly GenericArg[]) => {
    const value = singleValue(args);
    demand(lower <= value && value < upper);
    return signatureOf(context, `-> + ${type}`);
  };
};

export const isZero = (type: string): SignatureRule => plain(`${type} -> + | + NonZero<${type}> =0`);
export const toFelt252 = (type: string): SignatureRule => plain(`${type} -> + felt252 =0`);
export const tryFromFelt252 = (type: string): SignatureRule =>
  plain(`RangeCheck, felt252 -> RangeCheck, ${type} =1 | RangeCheck`);
const equal = (type: string): SignatureRule => plain(`${type}, ${type} -> |`);
const wideMul = (type: string, wide: string): SignatureRule => plain(`${type}, ${type} -> + ${wide}`);

/** What all widths share. */
function unsigned(width: number): SignatureTable {
  const type = `u${width}`;
  const root = `u${Math.max(8, width / 2)}`;
  const subWraps = width === 128 ? '$0' : '';
  return {
    [`${type}_const`]: constant(type, 0n, 1n << BigInt(width)),
    [`${type}_eq`]: equal(type),
    [`${type}_is_zero`]: isZero(type),
    [`${type}_to_felt252`]: toFelt252(type),
    [`${type}_overflowing_add`]: plain(
      `RangeCheck, ${type}, ${type} -> RangeCheck, ${type} $0 | RangeCheck, ${type} $0`,
    ),
    [`${type}_overflowing_sub`]: plain(
      `RangeCheck, ${type}, ${type} -> RangeCheck, ${type} $0 | RangeCheck, ${type} ${subWraps}`,
    ),
    [`${type}_sqrt`]: plain(`RangeCheck, ${type} -> RangeCheck, ${root} $0`),
    [`${type}_safe_divmod`]: plain(`RangeCheck, ${type}, NonZero<${type}> -> RangeCheck, ${type} $0, ${type} $1`),
    [width === 128 ? 'bitwise' : `${type}_bitwise`]: plain(
      `Bitwise, ${type}, ${type} -> + Bitwise, ${type}, ${type}, ${type}`,
    ),
  };
}

function signed(width: number): SignatureTable {
  const type = `i${width}`;
  const half = 1n << BigInt(width - 1);
  const operation = plain(
    `RangeCheck, ${type}, ${type} -> RangeCheck, ${type} | RangeCheck, ${type} | RangeCheck, ${type}`,
  );
  return {
    [`${type}_const`]: constant(type, -half, half),
    [`${type}_eq`]: equal(type),
    [`${type}_to_felt252`]: toFelt252(type),
    [`${type}_try_from_felt252`]: tryFromFelt252(type),
    [`${type}_overflowing_add_impl`]: operation,
    [`${type}_overflowing_sub_impl`]: operation,
    [`${type}_diff`]: plain(
      `RangeCheck, ${type}, ${type} -> RangeCheck, u${width} $0 | RangeCheck, u${width} ${width === 128 ? '$0' : ''}`,
    ),
  };
}

/** Widths whose products still fit an integer. */
const small = (width: number): SignatureTable => ({
  ...unsigned(width),
  ...signed(width),
  [`u${width}_try_from_felt252`]: tryFromFelt252(`u${width}`),
  [`u${width}_wide_mul`]: wideMul(`u${width}`, `u${2 * width}`),
  [`i${width}_wide_mul`]: wideMul(`i${width}`, `i${2 * width}`),
});

/** Integers of fixed width. */
export const integers: SignatureTable = {
  ...small(8),
  ...small(16),
  ...small(32),
  ...small(64),
  ...unsigned(128),
  ...signed(128),
  u128_guarantee_mul: plain('u128, u128 -> + u128 $0, u128 $1, U128MulGuarantee'),
  u128_mul_guarantee_verify: plain('RangeCheck, U128MulGuarantee -> RangeCheck'),
  u128s_from_felt252: plain('RangeCheck, felt252 -> RangeCheck, u128 =1 | RangeCheck, u128 $0, u128 $1'),
  u128_byte_reverse: plain('Bitwise, u128 -> Bitwise, u128'),
  u128_to_u32_guarantees: plain('u128 -> u32Guarantee, u32Guarantee, u32Guarantee, u32Guarantee'),
  u256_is_zero: isZero('u256'),
  u256_safe_divmod: plain('RangeCheck, u256, NonZero<u256> -> RangeCheck, u256, u256, U128MulGuarantee'),
  u256_sqrt: plain('RangeCheck, u256 -> RangeCheck, u128'),
  u256_guarantee_inv_mod_n: plain(
    `RangeCheck, u256, NonZero<u256> -> RangeCheck, NonZero<u256>${', U128MulGuarantee'.repeat(8)} ` +
      '| RangeCheck, U128MulGuarantee, U128MulGuarantee',
  ),
  u512_safe_divmod_by_u256: plain(
    `RangeCheck, u512, NonZero<u256> -> RangeCheck, u512, u256${', U128MulGuarantee'.repeat(5)}`,
  ),
};
