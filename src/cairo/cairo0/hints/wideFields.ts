import { reduce } from '../../../felt/felt.ts';
import { mod, power, squareRoot } from '../../../felt/plain/modular.ts';
import { extendedGcd, integerSqrt } from '../../modular.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';
import { packLimbs } from './secp.ts';

const LIMB_BITS = 128n;

/** The integer in a variable with limbs of 128 bits. */
const pack = (ids: Ids, name: string, limbs: number): bigint => {
  let value = 0n;
  for (let i = limbs - 1; i >= 0; i--) value = (value << LIMB_BITS) + ids.member(name, `d${i}`, i);
  return value;
};
const split = (ids: Ids, name: string, limbs: number, value: bigint): void => {
  for (let i = 0; i < limbs; i++) ids.set(name, BigInt.asUintN(128, value >> (LIMB_BITS * BigInt(i))), i);
};

const nonZero = (value: bigint): bigint => {
  if (value === 0n) throw new VmError('Attempted to divide by zero');
  return value;
};

function inverse(value: bigint, modulus: bigint): bigint {
  const { gcd, x } = extendedGcd(mod(value, nonZero(modulus)), modulus);
  if (gcd !== 1n)
    throw new VmError(`Operation failed: divmod(1, ${value}, ${modulus}), igcdex(${value}, ${modulus}) != 1 `);
  return mod(x, modulus);
}

const divRem =
  (dividend: string, dividendLimbs: number, divisorLimbs: number): Cairo0HintRun =>
  (ids) => {
    const value = pack(ids, dividend, dividendLimbs);
    const divisor = nonZero(pack(ids, 'div', divisorLimbs));
    split(ids, 'quotient', dividendLimbs, value / divisor);
    split(ids, 'remainder', divisorLimbs, value % divisor);
  };

const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** Whether a modulus is probably prime (Miller-Rabin). The search for a root would not end modulo other numbers. */
function isPrime(p: bigint): boolean {
  if (p < 41n || p % 2n === 0n) return WITNESSES.includes(p);
  let odd = p - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd >>= 1n) twos++;
  return WITNESSES.every((witness) => {
    let x = power(witness, odd, p);
    if (x === 1n) return true;
    for (let i = 0; i < twos; i++, x = (x * x) % p) if (x === p - 1n) return true;
    return false;
  });
}

/** The square roots of x and of a generator times x; exactly one of them exists if x is not zero. */
const squareRoots =
  (limbs: number): Cairo0HintRun =>
  (ids) => {
    const [generator, x, p] = ['generator', 'x', 'p'].map((name) => pack(ids, name, limbs)) as [bigint, bigint, bigint];
    if (p === 0n) throw new VmError('is_quad_residue: p must be > 0');
    if (p === 2n || !isPrime(p)) throw new VmError(`Failed to calculate the square root of: ${x})`);
    const root = squareRoot(x, p);
    const other = squareRoot(generator * x, p);
    if (x !== 0n && (root === undefined) === (other === undefined))
      throw new VmError('assert success_x + success_gx ==1');
    ids.set('success_x', root === undefined ? 0n : 1n);
    ids.set('success_gx', other === undefined ? 0n : 1n);
    split(ids, 'sqrt_x', limbs, root ?? 0n);
    split(ids, 'sqrt_gx', limbs, other ?? 0n);
  };

const ED25519 = 2n ** 255n - 19n;

/** Integers of 256 to 768 bits and fields over them, from libraries other than the common library. */
export const WIDE_FIELDS = {
  uint384DivRem: divRem('a', 3, 3),
  uint768DivRem: divRem('a', 6, 3),
  uint512DivRem: divRem('x', 4, 2),
  split128(ids: Ids) {
    const a = ids.felt('a');
    ids.set('low', BigInt.asUintN(128, a));
    ids.set('high', a >> LIMB_BITS);
  },
  uint384Add(ids: Ids) {
    const shift = ids.constant('SHIFT');
    let carry = 0n;
    for (let i = 0; i < 3; i++) {
      const sum = ids.member('a', `d${i}`, i) + ids.member('b', `d${i}`, i) + carry;
      carry = sum >= shift ? 1n : 0n;
      ids.set(`carry_d${i}`, carry);
    }
  },
  uint384Sqrt(ids: Ids) {
    const root = integerSqrt(pack(ids, 'a', 3));
    if (root === 0n || root >> 192n !== 0n) throw new VmError('assert 0 <= root < 2 ** 192');
    split(ids, 'root', 3, root);
  },
  uint384SignedNn: (ids) => ids.setAp(ids.member('a', 'd2', 2) >> 127n === 0n ? 1n : 0n),
  subReduced(ids: Ids) {
    const [a, b, p] = ['a', 'b', 'p'].map((name) => pack(ids, name, 3)) as [bigint, bigint, bigint];
    split(ids, 'res', 3, a > b ? mod(a - b, nonZero(p)) : p - mod(b - a, nonZero(p)));
  },
  uint384SquareRoots: squareRoots(3),
  uint256SquareRoots: squareRoots(2),
  uint384Invert: (ids) => split(ids, 'b_inverse_mod_p', 3, inverse(nonZero(pack(ids, 'b', 3)), pack(ids, 'p', 3))),
  uint256Invert: (ids) => split(ids, 'b_inverse_mod_p', 2, inverse(pack(ids, 'b', 2), pack(ids, 'p', 2))),
  // The network reduces this result to one felt before it splits it.
  uint512Invert: (ids) => split(ids, 'x_inverse_mod_p', 2, reduce(inverse(pack(ids, 'x', 4), pack(ids, 'p', 2)))),
  squareRootEd25519(ids: Ids) {
    const square = pack(ids, 'xx', 2);
    let x = power(square, (ED25519 + 3n) / 8n, ED25519);
    if (mod(x * x - square, ED25519) !== 0n) x = mod(x * power(2n, (ED25519 - 1n) / 4n, ED25519), ED25519);
    split(ids, 'x', 2, x % 2n === 0n ? x : ED25519 - x);
  },
  ecRecoverDivide(ids: Ids) {
    const n = nonZero(packLimbs(ids, 'n'));
    const [x, s] = [mod(packLimbs(ids, 'x'), n), mod(packLimbs(ids, 's'), n)];
    const value = mod(x * inverse(s, n), n);
    ids.assign({ value, res: value });
  },
  ecRecoverSubtract(ids: Ids) {
    const value = packLimbs(ids, 'a') - packLimbs(ids, 'b');
    ids.assign({ value, res: value });
  },
  ecRecoverProduct(ids: Ids) {
    const product = packLimbs(ids, 'a') * packLimbs(ids, 'b');
    const m = nonZero(packLimbs(ids, 'm'));
    const value = mod(product, m);
    ids.assign({ product, m, value, res: value });
  },
  ecRecoverQuotient(ids: Ids) {
    const [product, m] = [ids.variable<bigint>('product'), nonZero(ids.variable<bigint>('m'))];
    const value = (product - mod(product, m)) / m;
    ids.assign({ k: value, value });
  },
  bigIntDivMod(ids: Ids) {
    const p = nonZero(packLimbs(ids, 'P'));
    const x = packLimbs(ids, 'x', 5);
    const y = packLimbs(ids, 'y');
    const res = mod(x * inverse(mod(y, p), p), p);
    ids.assign({ res, value: res, x, y, p });
  },
  bigIntSafeDiv(ids: Ids) {
    const [res, y, x, p] = ['res', 'y', 'x', 'p'].map((name) => ids.variable<bigint>(name)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const rest = res * y - x;
    if (rest % nonZero(p) !== 0n) throw new VmError(`${rest} is not divisible by ${p}`);
    const k = rest / p;
    ids.assign({ k, value: k > 0n ? k : -k });
    ids.set('flag', k > 0n ? 1n : 0n);
  },
} as const satisfies Record<string, Cairo0HintRun>;
