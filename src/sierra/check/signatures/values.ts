import { argsOf, demand, singleValue, wrongCount } from '../../types/specialization.ts';
import { constant, isZero, toFelt252, tryFromFelt252 } from './integers.ts';
import { plain, type SignatureRule, type SignatureTable, signatureOf } from './signature.ts';

const withConstant = (divides: boolean): SignatureRule => {
  return (context, args) => {
    const value = args.length === 1 && args[0]!.kind === 'value' ? args[0]!.value : undefined;
    if (value === undefined) throw wrongCount();
    demand(!divides || value !== 0n);
    return signatureOf(context, divides ? 'felt252 -> + felt252 $0' : 'felt252 -> + felt252');
  };
};

const M31 = (1n << 31n) - 1n;

/** Felts, booleans, byte strings and the QM31 field. */
export const values: SignatureTable = {
  felt252_add: plain('felt252, felt252 -> + felt252'),
  felt252_sub: plain('felt252, felt252 -> + felt252'),
  felt252_mul: plain('felt252, felt252 -> + felt252'),
  felt252_div: plain('felt252, NonZero<felt252> -> + felt252 $0'),
  felt252_add_const: withConstant(false),
  felt252_sub_const: withConstant(false),
  felt252_mul_const: withConstant(false),
  felt252_div_const: withConstant(true),
  felt252_const: (context, args) => {
    singleValue(args);
    return signatureOf(context, '-> + felt252');
  },
  felt252_is_zero: isZero('felt252'),

  bool_and_impl: plain('bool, bool -> + bool'),
  bool_or_impl: plain('bool, bool -> bool'),
  bool_xor_impl: plain('bool, bool -> bool'),
  bool_not_impl: plain('bool -> bool'),
  bool_to_felt252: toFelt252('bool'),

  bytes31_const: constant('bytes31', 0n, 1n << 248n),
  bytes31_to_felt252: toFelt252('bytes31'),
  bytes31_try_from_felt252: tryFromFelt252('bytes31'),

  qm31_add: plain('qm31, qm31 -> + qm31 $0'),
  qm31_sub: plain('qm31, qm31 -> + qm31 $0'),
  qm31_mul: plain('qm31, qm31 -> + qm31 $0'),
  qm31_div: plain('qm31, NonZero<qm31> -> + qm31 $0'),
  m31_add: plain('m31, m31 -> + m31 $0'),
  m31_sub: plain('m31, m31 -> + m31 $0'),
  m31_mul: plain('m31, m31 -> + m31 $0'),
  m31_div: plain('m31, NonZero<m31> -> + m31 $0'),
  qm31_const: (context, args) => {
    for (const { value } of argsOf(args, 'value', 'value', 'value', 'value')) demand(value >= 0n && value < M31);
    return signatureOf(context, '-> + qm31');
  },
  qm31_is_zero: isZero('qm31'),
  qm31_pack: plain('m31, m31, m31, m31 -> qm31'),
  qm31_unpack: plain('RangeCheck, qm31 -> RangeCheck, m31, m31, m31, m31'),
  qm31_from_m31: plain('m31 -> + qm31 =0'),
};
