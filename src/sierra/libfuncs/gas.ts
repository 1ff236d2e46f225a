import {
  addConst,
  type Cell,
  type Cells,
  NO_CELLS,
  onStack,
  type Place,
  places,
  pointee,
  UnfitArgument,
  value,
} from '../casm/cell.ts';
import { STEP } from '../prices.ts';
import { TOKENS, type Token, type TokenCounts } from '../solve/effects.ts';
import { functionArg, typeArg } from '../types/genericArgs.ts';
import { argsOf, demand } from '../types/specialization.ts';
import { writeAddress } from './boxes.ts';
import {
  always,
  type Descriptor,
  type Family,
  type Invocation,
  type Libfunc,
  libfunc,
  move,
  plain,
  type Specialization,
  takeParams,
  template,
} from './libfunc.ts';
import { single } from './memory.ts';
import { U128 } from './numbers.ts';
import { type Context, functionOf, type Output, rule, type SignatureRule, straight } from './signature.ts';

// The offset of each token's price in the table that the loader appends to the program.
const PRICE_OFFSETS: Readonly<Record<Token, number>> = {
  Pedersen: 0,
  Bitwise: 1,
  EcOp: 2,
  Poseidon: 3,
  AddMod: 4,
  MulMod: 5,
  Blake: 6,
};

const END = { kind: 'end' } as const;
const usesTokens = (tokens: TokenCounts): boolean => tokens?.some((count) => count > 0) ?? false;

/** Adds the amount and the run-time price of the tokens. Gets the address of the price table first if it is not given. */
function writeTotal(invocation: Invocation, given: Place | undefined): Cell {
  const { builder: b, amount, tokens } = invocation;
  let table = given;
  if (!table) {
    const address = writeAddress({ ...invocation, ap: b.ap }, END, END);
    b.skip(3, 2);
    table = b.temp(pointee(address, 0));
  }
  let total: Cell = value(amount);
  TOKENS.forEach((token, i) => {
    const count = tokens?.[i] ?? 0;
    if (count <= 0) return;
    const price = b.temp(pointee(table, PRICE_OFFSETS[token]));
    total = b.temp(b.add(count === 1 ? price : b.temp(b.mul(price, BigInt(count))), total));
  });
  return total;
}

/** Subtracts gas from the counter if it has enough. */
const withdraw = (table: boolean): Libfunc => ({
  effects: {
    branches: [
      { ap: { kind: 'gas', table, extra: 2, extraIfTokens: 0 }, cost: { kind: 'withdraw', table } },
      {
        ap: { kind: 'gas', table, extra: table ? 3 : 2, extraIfTokens: table ? 0 : 1 },
        cost: { kind: 'withdrawFailure', table },
      },
    ],
  },
  lower: (invocation, args) => {
    const { builder: b, ap, tokens, amount } = invocation;
    b.begin(ap);
    const [rc, gas] = takeParams(b, ['rangeCheck', 'cell'], args.slice(0, 2));
    const priced = table || usesTokens(tokens);
    const total = priced ? writeTotal(invocation, table ? plain(args[2]?.[0]) : undefined) : value(amount);
    const enough = b.temp();
    b.hint('TestLessThanOrEqual', { lhs: total, rhs: gas }, { dst: enough });
    b.jumpIf(enough, 'Enough');
    const lack = priced ? b.temp(b.add(b.temp(b.sub(gas, total)), U128)) : b.temp(b.add(gas, U128 - BigInt(amount)));
    b.push(rc, lack);
    b.jump('Failure');
    b.label('Enough');
    const left = b.temp(b.sub(gas, total));
    b.push(rc, left);
    b.done(rc, left);
    b.exit('Failure', rc, gas);
    return b.takeExits();
  },
});

/** The gas counter after a refund of the statement's amount and tokens. */
function giveBack(invocation: Invocation, gas: Cell | undefined): { readonly ap: number; readonly counter: Cell } {
  const { builder: b, ap, tokens, amount } = invocation;
  const counter = plain(gas);
  if (!usesTokens(tokens)) return { ap, counter: addConst(counter, amount) };
  b.begin(ap);
  const sum = b.add(counter, writeTotal(invocation, undefined));
  return { ap: b.ap, counter: sum };
}

const byTokens = { kind: 'gas', table: false, extra: 0, extraIfTokens: 0 } as const;

const redeposit: Descriptor = always(
  single(byTokens, { kind: 'redeposit' }, (invocation, [gas]) => {
    const { ap, counter } = giveBack(invocation, gas![0]);
    return [{ outputs: [[counter]], ap, jumps: [] }];
  }),
);

const unspent: Descriptor = always(
  single(byTokens, { kind: 'unspent' }, (invocation, [gas]) => {
    const { ap, counter } = giveBack(invocation, gas![0]);
    return [{ outputs: [gas!, [counter]], ap, jumps: [] }];
  }),
);

const builtinCosts: Descriptor = always(
  single({ kind: 'known', change: 3 }, { kind: 'fixed', amount: 3 * STEP }, (invocation) => {
    const address = writeAddress(invocation, END, END);
    return [{ outputs: [[pointee(address, 0)]], ap: invocation.ap + 3, jumps: [] }];
  }),
);

/** Calls a function; its results are on top of the stack. */
function call(callee: number, sizes: readonly number[], couponPaid: boolean): Libfunc {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const cost = couponPaid
    ? ({ kind: 'fixed', amount: 2 * STEP } as const)
    : ({ kind: 'function', amount: 2 * STEP, function: callee } as const);
  return single({ kind: 'call', function: callee }, cost, ({ code, ap, relocate, apChanges }, args) => {
    if (!onStack(args, ap)) throw new UnfitArgument();
    code.call(0);
    relocate({ kind: 'function', function: callee });
    // If the callee's change of ap is not known, no cell below can be addressed any more, so any new position is valid.
    const after = ap + 2 + (apChanges[callee] ?? total);
    const outputs: Cells[] = [];
    let at = after - total;
    for (const size of sizes) {
      outputs.push(places('ap', at, size));
      at += size;
    }
    return [{ outputs, ap: after, jumps: [] }];
  });
}

const reserveCreate = (): Libfunc =>
  template(['rangeCheck', 'cell', 'cell'], (b, [rc, gas, amount]) => {
    const enough = b.temp();
    const left = b.temp(b.sub(gas, amount));
    b.hint('TestLessThan', { lhs: left, rhs: U128 }, { dst: enough });
    b.jumpIf(enough, 'Enough');
    b.push(rc, b.temp(b.add(left, U128)));
    b.jump('TooLittle');
    b.label('Enough');
    b.push(rc, left);
    b.done(rc, left, amount);
    b.exit('TooLittle', rc, gas);
  });

/** The function that a coupon type pays for. */
const couponOf = ({ args, types }: Specialization): number => functionArg(types.declaration(typeArg(args, 0)).args, 0);
const NO_AP_CHANGE = { kind: 'known', change: 0 } as const;

/** The outputs of a call, which are on the stack in order. */
function returned(context: Context, types: readonly number[]): readonly Output[] {
  let index = 0;
  return types.map((type) =>
    context.types.info(type).zeroSized ? { type } : { type, at: { kind: 'stack', index: index++ } },
  );
}

/** The signature of a call of a function, or of one that a coupon has paid for. */
const callSignature = (coupon: boolean): SignatureRule => {
  return (context, args) => {
    const [{ function: id }] = argsOf(args, 'function');
    const { params, returns } = functionOf(context, id);
    const paid = coupon ? [context.types.find('Coupon', [{ kind: 'function', function: id }])] : [];
    return straight([...params, ...paid], returned(context, returns), false);
  };
};

/** The signature of a libfunc of a coupon T. */
const ofCoupon = (text: string): SignatureRule =>
  rule(text, (context, type) => {
    const { generic, args } = context.types.declaration(type);
    demand(generic === 'Coupon');
    functionOf(context, argsOf(args, 'function')[0].function);
  });

/** Gas, calls and coupons. */
export const gasLibfuncs: Family = {
  withdraw_gas: libfunc(
    'RangeCheck, GasBuiltin -> RangeCheck, GasBuiltin $0 | RangeCheck, GasBuiltin =1',
    always(withdraw(false)),
  ),
  withdraw_gas_all: libfunc(
    'RangeCheck, GasBuiltin, BuiltinCosts -> RangeCheck, GasBuiltin $0 | RangeCheck, GasBuiltin =1',
    always(withdraw(true)),
  ),
  redeposit_gas: libfunc('GasBuiltin -> GasBuiltin', redeposit),
  get_unspent_gas: libfunc('GasBuiltin -> GasBuiltin =0, u128', unspent),
  get_available_gas: libfunc('GasBuiltin -> + GasBuiltin =0, u128 =0', always(move(([gas]) => [gas!, gas!]))),
  get_builtin_costs: libfunc('-> BuiltinCosts', builtinCosts),
  gas_reserve_create: libfunc(
    'RangeCheck, GasBuiltin, u128 -> RangeCheck, GasBuiltin $0, GasReserve =2 | RangeCheck, GasBuiltin =1',
    reserveCreate,
  ),
  gas_reserve_utilize: libfunc('GasBuiltin, GasReserve -> + GasBuiltin', () =>
    template(['cell', 'cell'], (b, [gas, reserve]) => b.done(b.add(gas, reserve))),
  ),
  function_call: libfunc(callSignature(false), ({ args, returnSizes }) =>
    call(functionArg(args, 0), returnSizes(functionArg(args, 0)), false),
  ),
  coupon_call: libfunc(callSignature(true), ({ args, returnSizes }) =>
    call(functionArg(args, 0), returnSizes(functionArg(args, 0)), true),
  ),
  coupon_buy: libfunc(ofCoupon('-> + T'), (spec) =>
    single(NO_AP_CHANGE, { kind: 'function', amount: 0, function: couponOf(spec) }, ({ ap }) => [
      { outputs: [NO_CELLS], ap, jumps: [] },
    ]),
  ),
  coupon_refund: libfunc(ofCoupon('T -> +'), (spec) =>
    single(NO_AP_CHANGE, { kind: 'refund', function: couponOf(spec) }, ({ ap }) => [{ outputs: [], ap, jumps: [] }]),
  ),
};
