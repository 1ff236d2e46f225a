import { P, signed } from '../../../felt/felt.ts';
import { mod, power } from '../../../felt/plain/modular.ts';
import { secp256k1, secp256r1 } from '../../../felt/secp.ts';
import { isFelt, readFelt, shiftPointer } from '../../cells.ts';
import { extendedGcd } from '../../modular.ts';
import type { Pointer } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const BASE_BITS = 86n;
const K1 = secp256k1.p;
const ED25519 = 2n ** 255n - 19n;
const ED25519_ALPHA = 42204101795669822316448953119945047945709099015225996174933988943478124189485n;

/** The integer with limbs of 86 bits, which may be negative. */
function packAt(ids: Ids, address: Pointer, name: string, limbs = 3): bigint {
  let sum = 0n;
  for (let i = limbs - 1; i >= 0; i--) {
    const limb = ids.host.get(shiftPointer(address, i));
    if (limb === undefined || !isFelt(limb))
      throw new VmError(`ids.${name} has no member d${i} or it is of incorrect type`);
    sum = (sum << BASE_BITS) + signed(limb);
  }
  return sum;
}
/** The integer in a variable with limbs of 86 bits. */
export const packLimbs = (ids: Ids, name: string, limbs = 3): bigint => packAt(ids, ids.address(name), name, limbs);
const pack = packLimbs;
const packX = (ids: Ids, name: string): bigint => packAt(ids, ids.address(name), `${name}.x`);
const packY = (ids: Ids, name: string): bigint => packAt(ids, shiftPointer(ids.address(name), 3), `${name}.y`);

/** a / b modulo n; throws if b has no inverse. */
function divMod(a: bigint, b: bigint, n: bigint): bigint {
  const { gcd, x } = extendedGcd(b, n);
  if (gcd !== 1n) throw new VmError(`Operation failed: divmod(${a}, ${b}, ${n}), igcdex(${b}, ${n}) != 1 `);
  return mod(x * a, n);
}

function safeDiv(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new VmError('Attempted to divide by zero');
  if (a % b !== 0n) throw new VmError(`${a} is not divisible by ${b}`);
  return a / b;
}

/** The modulus in the hint's own text, or the one that an earlier hint has stored. */
const modulus = (ids: Ids, prime: bigint | undefined): bigint => {
  if (prime === undefined) return ids.variable<bigint>('SECP_P');
  ids.assign({ SECP_P: prime });
  return prime;
};

const verifyZero =
  (prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const value = pack(ids, 'val');
    if (value % p !== 0n) throw new VmError(`verify_zero: Invalid input ${value}`);
    ids.set('q', value / p);
  };
const reduceTo =
  (variable: string, prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    ids.assign({ [variable]: mod(pack(ids, 'x'), p) });
  };
const invertX =
  (prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const value = divMod(1n, ids.variable<bigint>('x'), p);
    ids.assign({ value, x_inv: value });
  };
const divideModN =
  (order?: bigint): Cairo0HintRun =>
  (ids) => {
    if (order !== undefined) ids.assign({ N: order });
    const n = order ?? ids.variable<bigint>('N');
    const [a, b] = [pack(ids, 'a'), pack(ids, 'b')];
    const value = divMod(a, b, n);
    ids.assign({ a, b, value, res: value });
  };
const safeDivide =
  (a: string, b: string, more: bigint): Cairo0HintRun =>
  (ids) => {
    const [x, y, result] = [ids.variable<bigint>(a), ids.variable<bigint>(b), ids.variable<bigint>('res')];
    ids.assign({ value: safeDiv(result * y - x, ids.variable<bigint>('N')) + more });
  };
const negate =
  (prime: bigint): Cairo0HintRun =>
  (ids) =>
    ids.assign({ value: mod(-packY(ids, 'point'), prime), SECP_P: prime });
const doubleSlope =
  (point: string, prime?: bigint, alpha?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const a = alpha ?? ids.variable<bigint>('ALPHA');
    const [x, y] = [packX(ids, point), packY(ids, point)];
    const slope = divMod(3n * x * x + a, 2n * y, p);
    ids.assign({ value: slope, slope });
  };
const slopeOf =
  (first: string, second: string, prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const slope = divMod(packY(ids, first) - packY(ids, second), packX(ids, first) - packX(ids, second), p);
    ids.assign({ value: slope, slope });
  };
const doubleX =
  (point: string, prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const [slope, x, y] = [pack(ids, 'slope'), packX(ids, point), packY(ids, point)].map((v) => mod(v, p));
    const value = mod(slope! * slope! - 2n * x!, p);
    ids.assign({ slope, x, y, value, new_x: value });
  };
const addX =
  (first: string, second: string, prime?: bigint): Cairo0HintRun =>
  (ids) => {
    const p = modulus(ids, prime);
    const [slope, x0, x1, y0] = [pack(ids, 'slope'), packX(ids, first), packX(ids, second), packY(ids, first)].map(
      (v) => mod(v, p),
    );
    const value = mod(slope! * slope! - x0! - x1!, p);
    ids.assign({ slope, x0, x1, y0, value, new_x: value });
  };
const newY =
  (x: string, y: string): Cairo0HintRun =>
  (ids) => {
    const [slope, x0, newX, y0, p] = ['slope', x, 'new_x', y, 'SECP_P'].map((name) => ids.variable<bigint>(name));
    const value = mod(slope! * (x0! - newX!) - y0!, p!);
    ids.assign({ value, new_y: value });
  };
const pairBits =
  (name: string, pairs: number): Cairo0HintRun =>
  (ids) => {
    const [v, u, m] = [ids.felt('scalar_v'), ids.felt('scalar_u'), ids.felt('m')];
    if (m >= 253n) return ids.set(name, 0n);
    if (m + 1n < BigInt(pairs)) throw new VmError('Attempt to subtract with overflow: ids.m - 1');
    let bits = 0n;
    for (let i = 0n; i < BigInt(pairs); i++)
      bits = (bits << 2n) | (((v >> (m - i)) & 1n) << 1n) | ((u >> (m - i)) & 1n);
    ids.set(name, bits);
  };

/** cairo_secp: bigints, fields, points and signatures of other curves. */
export const SECP = {
  nondetBigInt3(ids: Ids) {
    const target = ids.address('res');
    const value = ids.variable<bigint>('value');
    if (value < 0n) throw new VmError('BigInt to BigUint failed, BigInt is negative');
    if (value >> (3n * BASE_BITS) !== 0n) throw new VmError(`Integer: ${value} out of range`);
    ids.write(
      target,
      [0n, 1n, 2n].map((i) => BigInt.asUintN(86, value >> (i * BASE_BITS))),
    );
  },
  bigIntToUint256(ids: Ids) {
    const at = ids.address('x');
    const sum = readFelt(ids.host, at) + readFelt(ids.host, shiftPointer(at, 1)) * ids.constant('BASE');
    ids.set('low', BigInt.asUintN(128, sum % P));
  },
  highestBits(ids: Ids) {
    const length = (name: string): number => {
      const limb = ids.member(name, 'd2', 2);
      return limb === 0n ? 0 : limb.toString(2).length;
    };
    ids.set('len_hi', BigInt(Math.max(length('scalar_u'), length('scalar_v')) - 1));
  },
  verifyZero: verifyZero(K1),
  verifyZeroEd25519: verifyZero(ED25519),
  verifyZeroExternal: verifyZero(),
  reduceK1: reduceTo('value', K1),
  reduceExternal: reduceTo('value'),
  reduceEd25519: reduceTo('value', ED25519),
  isZeroPack: reduceTo('x', K1),
  isZeroPackExternal: reduceTo('x'),
  isZeroPackEd25519: reduceTo('x', ED25519),
  isZeroX: (ids) => ids.setAp(ids.variable<bigint>('x') === 0n ? 1n : 0n),
  isZeroInvert: invertX(K1),
  isZeroInvertExternal: invertX(),
  isZeroInvertEd25519: invertX(ED25519),
  divModN: divideModN(secp256k1.n),
  divModNExternal: divideModN(),
  divModNSafe: safeDivide('a', 'b', 0n),
  divModNSafePlusOne: safeDivide('a', 'b', 1n),
  packModN(ids: Ids) {
    const { n } = secp256k1;
    const [x, s] = [mod(pack(ids, 'x'), n), mod(pack(ids, 's'), n)];
    const value = divMod(x, s, n);
    ids.assign({ x, s, N: n, value, res: value });
  },
  xsSafeDiv: safeDivide('x', 's', 0n),
  pointFromX(ids: Ids) {
    ids.assign({ SECP_P: K1 });
    const square = mod(mod(pack(ids, 'x_cube'), K1) + ids.constant('BETA'), K1);
    const y = power(square, (K1 + 1n) >> 2n, K1);
    const even = ids.felt('v') % 2n === y % 2n;
    ids.assign({ y_square_int: square, y, value: even ? y : K1 - y });
  },
  negate: negate(K1),
  negateEd25519: negate(ED25519),
  doubleSlope: doubleSlope('point', K1, 0n),
  doubleSlopeEd25519: doubleSlope('point', ED25519, ED25519_ALPHA),
  doubleSlopePt: doubleSlope('pt', K1, 0n),
  doubleSlopeR1: doubleSlope('point', secp256r1.p, secp256r1.a),
  doubleSlopeExternal: doubleSlope('point'),
  slope: slopeOf('point0', 'point1', K1),
  slopeEd25519: slopeOf('point0', 'point1', ED25519),
  slopeExternal: slopeOf('point0', 'point1'),
  slopeR1: slopeOf('point0', 'point1', secp256r1.p),
  slopePt: slopeOf('pt0', 'pt1', K1),
  importR1P: (ids) => ids.assign({ SECP_P: secp256r1.p }),
  importR1N: (ids) => ids.assign({ N: secp256r1.n }),
  importR1Alpha: (ids) => ids.assign({ ALPHA: secp256r1.a }),
  doubleX: doubleX('point', K1),
  doubleXExternal: doubleX('point'),
  doubleXEd25519: doubleX('point', ED25519),
  doubleXPt: doubleX('pt', K1),
  doubleY: newY('x', 'y'),
  addX: addX('point0', 'point1', K1),
  addXEd25519: addX('point0', 'point1', ED25519),
  addXPt: addX('pt0', 'pt1', K1),
  addXExternal: addX('point0', 'point1'),
  addY: newY('x0', 'y0'),
  scalarBit: (ids) => ids.setAp(ids.felt('scalar') & 1n),
  quadBit: pairBits('quad_bit', 2),
  diBit: pairBits('dibit', 1),
} as const satisfies Record<string, Cairo0HintRun>;
