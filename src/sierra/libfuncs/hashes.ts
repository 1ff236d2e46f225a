import { deferred } from '../casm/cell.ts';
import { EXTENSION } from '../casm/code.ts';
import { STEP } from '../prices.ts';
import { isZero } from './arithmetic.ts';
import { same } from './integers.ts';
import { type Family, type Libfunc, template } from './libfunc.ts';
import { U128 } from './numbers.ts';
import { uses } from './tokens.ts';

const pedersen = (): Libfunc =>
  template(
    ['buffer', 'cell', 'cell'],
    (b, [builtin, x, y]) => {
      b.push(builtin, x, y);
      const hash = b.next(builtin);
      b.done(builtin, hash);
    },
    { tokens: uses({ Pedersen: 1 }) },
  );

const hades = (): Libfunc =>
  template(
    ['buffer', 'cell', 'cell', 'cell'],
    (b, [builtin, x, y, z]) => {
      b.push(builtin, x, y, z);
      const state = [b.next(builtin), b.next(builtin), b.next(builtin)];
      b.done(builtin, ...state);
    },
    { tokens: uses({ Poseidon: 1 }) },
  );

/** One instruction that needs room for eight words; its price is that of the builtin alone. */
const blake = (finalize: boolean): Libfunc => {
  const written = template(
    ['cell', 'cell', 'cell'],
    (b, [state, byteCount, message]) => {
      const result = b.temp();
      b.hint('AllocConstantSize', { size: 8n }, { dst: result });
      b.blake(state, byteCount, message, finalize);
      b.done(result);
    },
    { extra: -STEP, tokens: uses({ Blake: 1 }) },
  );
  return written;
};

const qm31 = (operator: '+' | '-' | '*' | '/') => (): Libfunc =>
  template(['cell', 'any'], (b, [x, y]) => {
    const result = b.temp();
    b.assert(result, deferred(operator, x, y), EXTENSION.qm31);
    b.done(result);
  });

const LIMB = 2n ** 36n;

const pack = (): Libfunc =>
  template(['cell', 'cell', 'cell', 'cell'], (b, [w0, w1, w2, w3]) => {
    let packed = w3;
    for (const word of [w2, w1, w0]) packed = b.temp(b.add(b.temp(b.mul(packed, LIMB)), word));
    b.done(packed);
  });

const unpack = (): Libfunc =>
  template(['rangeCheck', 'cell'], (b, [rc, packed]) => {
    const [w0, high3] = b.temps(2);
    b.hint('DivMod', { lhs: packed, rhs: LIMB }, { quotient: high3, remainder: w0 });
    const [w1, high2] = b.temps(2);
    b.hint('DivMod', { lhs: high3, rhs: LIMB }, { quotient: high2, remainder: w1 });
    const [w2, w3] = b.temps(2);
    b.hint('DivMod', { lhs: high2, rhs: LIMB }, { quotient: w3, remainder: w2 });
    b.assert(high2, b.add(b.temp(b.mul(w3, LIMB)), w2));
    b.assert(high3, b.add(b.temp(b.mul(high2, LIMB)), w1));
    b.assert(packed, b.add(b.temp(b.mul(high3, LIMB)), w0));
    b.push(rc, w0, w1, w2, w3);
    const low = b.temp(b.add(w0, w1));
    const high = b.temp(b.add(w2, w3));
    const sum = b.temp(b.add(low, high));
    b.push(rc, b.temp(b.add(sum, U128 - LIMB)));
    b.done(rc, w0, w1, w2, w3);
  });

/** Hash builtins, BLAKE2s and the extension field of M31. */
export const hashLibfuncs: Family = {
  pedersen,
  hades_permutation: hades,
  blake2s_compress: () => blake(false),
  blake2s_finalize: () => blake(true),
  blake2s_compress_guarantees: () => blake(false),
  blake2s_finalize_guarantees: () => blake(true),
  qm31_add: qm31('+'),
  qm31_sub: qm31('-'),
  qm31_mul: qm31('*'),
  qm31_div: qm31('/'),
  m31_add: qm31('+'),
  m31_sub: qm31('-'),
  m31_mul: qm31('*'),
  m31_div: qm31('/'),
  qm31_is_zero: isZero,
  qm31_from_m31: same,
  qm31_pack: pack,
  qm31_unpack: unpack,
};
