import { deferred, value } from '../casm/cell.ts';
import { EXTENSION } from '../casm/code.ts';
import { STEP } from '../prices.ts';
import { valueArg } from '../types/genericArgs.ts';
import { argsOf, demand } from '../types/specialization.ts';
import { isZeroOf, retype } from './conversions.ts';
import { type Descriptor, type Family, type Libfunc, libfunc, move, template } from './libfunc.ts';
import { U128 } from './numbers.ts';
import { signatureOf } from './signature.ts';
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

/** One instruction with eight words of output; its price is only that of the builtin. */
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

const M31 = (1n << 31n) - 1n;

const qm31Constant: Descriptor = ({ args }) => {
  const packed = [0, 1, 2, 3].reduce((sum, i) => sum + (valueArg(args, i) << BigInt(36 * i)), 0n);
  const cells = [value(packed)];
  return move(() => [cells]);
};

/** Hash builtins, BLAKE2s and the extension field of M31. */
export const hashLibfuncs: Family = {
  pedersen: libfunc('Pedersen, felt252, felt252 -> + Pedersen, felt252', pedersen),
  hades_permutation: libfunc('Poseidon, felt252, felt252, felt252 -> + Poseidon, felt252, felt252, felt252', hades),
  blake2s_compress: libfunc('u32x8, u32, u32x16 -> + u32x8 $0', () => blake(false)),
  blake2s_finalize: libfunc('u32x8, u32, u32x16 -> + u32x8 $0', () => blake(true)),
  blake2s_compress_guarantees: libfunc('u32x8, u32, guaranteesx16 -> + u32x8 $0', () => blake(false)),
  blake2s_finalize_guarantees: libfunc('u32x8, u32, guaranteesx16 -> + u32x8 $0', () => blake(true)),
  qm31_add: libfunc('qm31, qm31 -> + qm31 $0', qm31('+')),
  qm31_sub: libfunc('qm31, qm31 -> + qm31 $0', qm31('-')),
  qm31_mul: libfunc('qm31, qm31 -> + qm31 $0', qm31('*')),
  qm31_div: libfunc('qm31, NonZero<qm31> -> + qm31 $0', qm31('/')),
  m31_add: libfunc('m31, m31 -> + m31 $0', qm31('+')),
  m31_sub: libfunc('m31, m31 -> + m31 $0', qm31('-')),
  m31_mul: libfunc('m31, m31 -> + m31 $0', qm31('*')),
  m31_div: libfunc('m31, NonZero<m31> -> + m31 $0', qm31('/')),
  qm31_const: libfunc((context, args) => {
    for (const { value } of argsOf(args, 'value', 'value', 'value', 'value')) demand(value >= 0n && value < M31);
    return signatureOf(context, '-> + qm31');
  }, qm31Constant),
  qm31_is_zero: isZeroOf('qm31'),
  qm31_from_m31: libfunc('m31 -> + qm31 =0', retype),
  qm31_pack: libfunc('m31, m31, m31, m31 -> qm31', pack),
  qm31_unpack: libfunc('RangeCheck, qm31 -> RangeCheck, m31, m31, m31, m31', unpack),
};
