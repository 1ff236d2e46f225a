import { value } from '../casm/cell.ts';
import { valueArg } from '../types/genericArgs.ts';
import { demand, singleValue } from '../types/specialization.ts';
import { isZero } from './arithmetic.ts';
import { always, type Descriptor, type LibfuncRow, libfunc, move } from './libfunc.ts';
import { signatureOf } from './signature.ts';

// Rows that all number types have: constants, the comparison with zero, and conversions from and to felts.

/** Gives a value another type. It writes no code. */
export const retype: Descriptor = always(move((args) => args));

/** A constant given in the declaration. */
const constant: Descriptor = ({ args }) => {
  const cells = [value(valueArg(args, 0))];
  return move(() => [cells]);
};

/** A constant of the type; its value must be in [lower, upper) if these are given. */
export const constantOf = (type: string, lower?: bigint, upper?: bigint): LibfuncRow =>
  libfunc((context, args) => {
    const number = singleValue(args);
    demand((lower === undefined || lower <= number) && (upper === undefined || number < upper));
    return signatureOf(context, `-> + ${type}`);
  }, constant);

export const isZeroOf = (type: string): LibfuncRow => libfunc(`${type} -> + | + NonZero<${type}> =0`, isZero);

export const toFelt252 = (type: string): LibfuncRow => libfunc(`${type} -> + felt252 =0`, retype);

export const tryFromFelt252 = (type: string, lowering: Descriptor): LibfuncRow =>
  libfunc(`RangeCheck, felt252 -> RangeCheck, ${type} =1 | RangeCheck`, lowering);
