import { value } from '../casm/cell.ts';
import { STEP } from '../prices.ts';
import { valueArg } from '../types/genericArgs.ts';
import { deferredAdd, deferredMul, deferredSub, isZero, tryFromFelt } from './arithmetic.ts';
import { constant, same } from './integers.ts';
import { type Family, type Libfunc, template } from './libfunc.ts';

// A division is checked by the one who proves it; its price is that of five steps.
const DIVISION = { extra: 4 * STEP };

const divide = (): Libfunc => template(['cell', 'any'], (b, [x, y]) => b.done(b.temp(b.div(x, y))), DIVISION);

/** felt252, bool and bytes31. */
export const feltLibfuncs: Family = {
  felt252_const: constant,
  felt252_is_zero: isZero,
  felt252_add: deferredAdd,
  felt252_sub: deferredSub,
  felt252_mul: deferredMul,
  felt252_div: divide,
  felt252_add_const: ({ args }) => template(['cell'], (b, [x]) => b.done(b.add(x, value(valueArg(args, 0))))),
  felt252_sub_const: ({ args }) => template(['cell'], (b, [x]) => b.done(b.sub(x, value(valueArg(args, 0))))),
  felt252_mul_const: ({ args }) => template(['cell'], (b, [x]) => b.done(b.mul(x, value(valueArg(args, 0))))),
  felt252_div_const: ({ args }) =>
    template(['cell'], (b, [x]) => b.done(b.temp(b.div(x, value(valueArg(args, 0))))), DIVISION),

  bool_to_felt252: same,
  bool_and_impl: () => template(['cell', 'cell'], (b, [x, y]) => b.done(b.mul(x, y))),
  bool_not_impl: () => template(['cell'], (b, [x]) => b.done(b.sub(b.temp(1n), x))),
  bool_xor_impl: () =>
    template(['cell', 'cell'], (b, [x, y]) => {
      const difference = b.temp(b.sub(x, y));
      b.done(b.mul(difference, difference));
    }),
  bool_or_impl: () =>
    template(['cell', 'cell'], (b, [x, y]) => {
      const sum = b.temp(b.add(x, y));
      b.done(b.sub(sum, b.temp(b.mul(x, y))));
    }),

  bytes31_const: constant,
  bytes31_to_felt252: same,
  bytes31_try_from_felt252: () => tryFromFelt(248n),
};
