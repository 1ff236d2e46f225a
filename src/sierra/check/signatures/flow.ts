import { argsOf, demand, singleType, singleValue, wrongCount } from '../../types/specialization.ts';
import {
  type Context,
  functionOf,
  type Output,
  ofType,
  plain,
  type Signature,
  type SignatureRule,
  type SignatureTable,
  signatureOf,
  straight,
} from './signature.ts';

/** What a call leaves on the stack, in order. */
function returned(context: Context, types: readonly number[]): readonly Output[] {
  let index = 0;
  return types.map((type) =>
    context.types.info(type).zeroSized ? { type } : { type, at: { kind: 'stack', index: index++ } },
  );
}

const call = (coupon: boolean): SignatureRule => {
  return (context, args) => {
    const [{ function: id }] = argsOf(args, 'function');
    const { params, returns } = functionOf(context, id);
    const paid = coupon ? [context.types.find('Coupon', [{ kind: 'function', function: id }])] : [];
    return straight([...params, ...paid], returned(context, returns), false);
  };
};

const couponOf = (text: string): SignatureRule =>
  ofType(text, (context, type) => {
    const { generic, args } = context.types.declaration(type);
    demand(generic === 'Coupon');
    functionOf(context, argsOf(args, 'function')[0].function);
  });

/** The type must have values that can be stored; a zero-sized one takes no cell. */
const storing = (text: string, zeroSized: string): SignatureRule => {
  return (context, args) => {
    const type = singleType(args);
    const info = context.types.info(type);
    demand(info.storable);
    return signatureOf(context, info.zeroSized ? zeroSized : text, { T: type });
  };
};

const noArguments = (signature: Signature): SignatureRule => {
  return (_context, args) => {
    if (args.length) throw wrongCount();
    return signature;
  };
};

/** Memory, control flow, calls and gas. */
export const flow: SignatureTable = {
  store_temp: storing('T -> + T $0', 'T -> + T'),
  store_local: storing('Uninitialized<T>, T -> + T', 'Uninitialized<T>, T -> + T'),
  alloc_local: ofType('-> + Uninitialized<T>', (context, type) => {
    context.types.info(type);
  }),
  finalize_locals: plain('->'),

  branch_align: noArguments({
    params: [],
    branches: [{ outputs: [], keepsStack: false, align: true }],
    fallthrough: 0,
  }),
  jump: noArguments({ params: [], branches: [{ outputs: [], keepsStack: true, align: false }], fallthrough: -1 }),
  unsafe_panic: noArguments({ params: [], branches: [], fallthrough: -1 }),
  revoke_ap_tracking: plain('->'),
  enable_ap_tracking: plain('-> +'),
  disable_ap_tracking: plain('-> +'),
  trace: (context, args) => {
    singleValue(args);
    return signatureOf(context, '->');
  },

  function_call: call(false),
  coupon_call: call(true),
  coupon_buy: couponOf('-> + T'),
  coupon_refund: couponOf('T -> +'),

  withdraw_gas: plain('RangeCheck, GasBuiltin -> RangeCheck, GasBuiltin $0 | RangeCheck, GasBuiltin =1'),
  withdraw_gas_all: plain(
    'RangeCheck, GasBuiltin, BuiltinCosts -> RangeCheck, GasBuiltin $0 | RangeCheck, GasBuiltin =1',
  ),
  redeposit_gas: plain('GasBuiltin -> GasBuiltin'),
  get_available_gas: plain('GasBuiltin -> + GasBuiltin =0, u128 =0'),
  get_unspent_gas: plain('GasBuiltin -> GasBuiltin =0, u128'),
  get_builtin_costs: plain('-> BuiltinCosts'),
  gas_reserve_create: plain(
    'RangeCheck, GasBuiltin, u128 -> RangeCheck, GasBuiltin $0, GasReserve =2 | RangeCheck, GasBuiltin =1',
  ),
  gas_reserve_utilize: plain('GasBuiltin, GasReserve -> + GasBuiltin'),
};
