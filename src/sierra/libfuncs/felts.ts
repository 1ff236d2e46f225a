import { P } from '../../felt/felt.ts';
import { value } from '../casm/cell.ts';
import { STEP } from '../prices.ts';
import { valueArg } from '../types/genericArgs.ts';
import { demand, wrongCount } from '../types/specialization.ts';
import { deferredAdd, deferredMul, deferredSub, tryFromFelt } from './arithmetic.ts';
import { constantOf, isZeroOf, toFelt252, tryFromFelt252 } from './conversions.ts';
import { type Family, type Libfunc, libfunc, type Specialization, template } from './libfunc.ts';
import { type SignatureRule, signatureOf } from './signature.ts';

// A division takes one step to verify, but its price is that of five steps.
const DIVISION = { extra: 4 * STEP };

const divide = (): Libfunc => template(['cell', 'any'], (b, [x, y]) => b.done(b.temp(b.div(x, y))), DIVISION);

/** The signature of an operation with a constant; dividing by zero is refused. */
const withConstant = (divides: boolean): SignatureRule => {
  return (context, args) => {
    const number = args.length === 1 && args[0]!.kind === 'value' ? args[0]!.value : undefined;
    if (number === undefined) throw wrongCount();
    demand(!divides || number % P !== 0n);
    return signatureOf(context, divides ? 'felt252 -> + felt252 $0' : 'felt252 -> + felt252');
  };
};

const immediate = ({ args }: Specialization) => value(valueArg(args, 0));

/** felt252, bool and bytes31. */
export const feltLibfuncs: Family = {
  felt252_const: constantOf('felt252'),
  felt252_is_zero: isZeroOf('felt252'),
  felt252_add: libfunc('felt252, felt252 -> + felt252', deferredAdd),
  felt252_sub: libfunc('felt252, felt252 -> + felt252', deferredSub),
  felt252_mul: libfunc('felt252, felt252 -> + felt252', deferredMul),
  felt252_div: libfunc('felt252, NonZero<felt252> -> + felt252 $0', divide),
  felt252_add_const: libfunc(withConstant(false), (spec) =>
    template(['cell'], (b, [x]) => b.done(b.add(x, immediate(spec)))),
  ),
  felt252_sub_const: libfunc(withConstant(false), (spec) =>
    template(['cell'], (b, [x]) => b.done(b.sub(x, immediate(spec)))),
  ),
  felt252_mul_const: libfunc(withConstant(false), (spec) =>
    template(['cell'], (b, [x]) => b.done(b.mul(x, immediate(spec)))),
  ),
  felt252_div_const: libfunc(withConstant(true), (spec) =>
    template(['cell'], (b, [x]) => b.done(b.temp(b.div(x, immediate(spec)))), DIVISION),
  ),

  bool_to_felt252: toFelt252('bool'),
  bool_and_impl: libfunc('bool, bool -> + bool', () => template(['cell', 'cell'], (b, [x, y]) => b.done(b.mul(x, y)))),
  bool_not_impl: libfunc('bool -> bool', () => template(['cell'], (b, [x]) => b.done(b.sub(b.temp(1n), x)))),
  bool_xor_impl: libfunc('bool, bool -> bool', () =>
    template(['cell', 'cell'], (b, [x, y]) => {
      const difference = b.temp(b.sub(x, y));
      b.done(b.mul(difference, difference));
    }),
  ),
  bool_or_impl: libfunc('bool, bool -> bool', () =>
    template(['cell', 'cell'], (b, [x, y]) => {
      const sum = b.temp(b.add(x, y));
      b.done(b.sub(sum, b.temp(b.mul(x, y))));
    }),
  ),

  bytes31_const: constantOf('bytes31', 0n, 1n << 248n),
  bytes31_to_felt252: toFelt252('bytes31'),
  bytes31_try_from_felt252: tryFromFelt252('bytes31', () => tryFromFelt(248n)),
};
