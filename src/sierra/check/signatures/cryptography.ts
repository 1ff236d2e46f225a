import { isCircuitComponent } from '../../types/circuitTypes.ts';
import { argsOf, demand, singleValue } from '../../types/specialization.ts';
import { ofType, plain, type SignatureTable, signatureOf } from './signature.ts';

/** Hashes, elliptic curves and circuits. */
export const cryptography: SignatureTable = {
  pedersen: plain('Pedersen, felt252, felt252 -> + Pedersen, felt252'),
  hades_permutation: plain('Poseidon, felt252, felt252, felt252 -> + Poseidon, felt252, felt252, felt252'),
  blake2s_compress: plain('u32x8, u32, u32x16 -> + u32x8 $0'),
  blake2s_finalize: plain('u32x8, u32, u32x16 -> + u32x8 $0'),
  blake2s_compress_guarantees: plain('u32x8, u32, guaranteesx16 -> + u32x8 $0'),
  blake2s_finalize_guarantees: plain('u32x8, u32, guaranteesx16 -> + u32x8 $0'),

  ec_point_zero: plain('-> + EcPoint'),
  ec_point_try_new_nz: plain('felt252, felt252 -> NonZero<EcPoint> |'),
  ec_point_from_x_nz: plain('RangeCheck, felt252 -> RangeCheck, NonZero<EcPoint> | RangeCheck'),
  ec_point_unwrap: plain('NonZero<EcPoint> -> + felt252, felt252'),
  ec_point_is_zero: plain('EcPoint -> + | + NonZero<EcPoint> =0'),
  ec_neg: plain('EcPoint -> + EcPoint'),
  ec_neg_nz: plain('NonZero<EcPoint> -> + NonZero<EcPoint>'),
  ec_state_init: plain('-> EcState $0'),
  ec_state_add: plain('EcState, NonZero<EcPoint> -> EcState'),
  ec_state_add_mul: plain('EcOp, EcState, felt252, NonZero<EcPoint> -> + EcOp, EcState'),
  ec_state_try_finalize_nz: plain('EcState -> NonZero<EcPoint> $0 |'),

  init_circuit_data: ofType('RangeCheck96 -> + RangeCheck96, CircuitInputAccumulator<T>'),
  add_circuit_input: ofType(
    "CircuitInputAccumulator<T>, Struct<'Tuple', U96Guarantee, U96Guarantee, U96Guarantee, U96Guarantee> -> " +
      'CircuitData<T> | CircuitInputAccumulator<T>',
  ),
  get_circuit_descriptor: ofType('-> CircuitDescriptor<T> $0'),
  eval_circuit: ofType(
    'AddMod, MulMod, CircuitDescriptor<T>, CircuitData<T>, CircuitModulus, zero, one -> ' +
      'AddMod, MulMod, CircuitOutputs<T> | AddMod, MulMod, CircuitPartialOutputs<T>, CircuitFailureGuarantee',
  ),
  get_circuit_output: (context, args) => {
    const [{ type: circuit }, output] = argsOf(args, 'type', 'type');
    demand(isCircuitComponent(context.types, output));
    return signatureOf(context, 'CircuitOutputs<T> -> u384, U96LimbsLtGuarantee<4>', { T: circuit });
  },
  circuit_failure_guarantee_verify: plain(
    'RangeCheck96, MulMod, CircuitFailureGuarantee, zero, one -> RangeCheck96, MulMod, U96LimbsLtGuarantee<4>',
  ),
  try_into_circuit_modulus: plain("Struct<'Tuple', u96, u96, u96, u96> -> CircuitModulus =0 |"),
  into_u96_guarantee: ofType('T -> + U96Guarantee =0', (context, type) => {
    const { lower, upper } = context.types.range(type);
    demand(lower >= 0n && upper <= 1n << 96n);
  }),
  u96_guarantee_verify: plain('RangeCheck96, U96Guarantee -> + RangeCheck96'),
  u96_limbs_less_than_guarantee_verify: (context, args) => {
    const limbs = singleValue(args);
    demand(limbs > 1n && limbs < 1n << 64n);
    const guarantee = (count: bigint) => context.types.find('U96LimbsLtGuarantee', [{ kind: 'value', value: count }]);
    return signatureOf(context, 'I -> E | + U96Guarantee $0', { I: guarantee(limbs), E: guarantee(limbs - 1n) });
  },
  u96_single_limb_less_than_guarantee_verify: plain('U96LimbsLtGuarantee<1> -> + U96Guarantee'),
};
