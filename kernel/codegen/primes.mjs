// A field element has 9 or 10 limbs of 28 bits, the least significant first, in Montgomery form with R = 2^280.
// A column of ten products of such limbs is below 2^60, so products are added in 64 bits without carries. Limbs are signed, and
// sums and differences of a few elements need no carries either.

export const LIMB_BITS = 28;
/** Ten reduction steps even for nine limbs: since R is far above p, a product is reduced even if its factors are not carried. */
export const STEPS = 10;
export const R = 2n ** BigInt(LIMB_BITS * STEPS);

/** A prime as a short sum of signed powers of two (or as a plain number if there is none), and its curve's coefficient a. */
const field = (name, terms, a) => {
  const p = terms.reduce((sum, [factor, exponent]) => sum + BigInt(factor) * 2n ** BigInt(exponent), 0n);
  const count = p >= 2n ** 252n ? 10 : 9;
  const short = terms.length > 1;
  const limbs = new Array(count).fill(0n);
  if (short)
    for (const [factor, exponent] of terms)
      limbs[Math.floor(exponent / LIMB_BITS)] += BigInt(factor) * 2n ** BigInt(exponent % LIMB_BITS);
  else for (let i = 0; i < count; i++) limbs[i] = (p >> BigInt(LIMB_BITS * i)) & (2n ** BigInt(LIMB_BITS) - 1n);
  return { name, p, a, count, limbs, shortcut: short ? shortcutOf(p, limbs) : limbs };
};

/**
 * The limbs of a multiple k p of the prime 2^256 - c whose lowest limb is -1. A step of a Montgomery reduction that adds multiples of it
 * needs no product to find them, and clears the lowest limb by the shift alone. A prime with a lowest limb of 1 or -1 is used itself.
 */
function shortcutOf(p, limbs) {
  if (limbs[0] === 1n || limbs[0] === -1n) return limbs;
  const c = 2n ** 256n - p;
  const k = BigInt.asIntN(LIMB_BITS, modInverse(c, 2n ** BigInt(LIMB_BITS)));
  const rest = (k * c - 1n) >> BigInt(LIMB_BITS);
  const result = new Array(limbs.length).fill(0n);
  result[0] = -1n;
  result[1] = -BigInt.asIntN(LIMB_BITS, rest);
  result[2] = -((rest - BigInt.asIntN(LIMB_BITS, rest)) >> BigInt(LIMB_BITS));
  result[9] = k * 2n ** 4n;
  return result;
}

export const fields = {
  stark: field(
    'Stark',
    [
      [1, 251],
      // 17 = 16 + 1, so that both parts are powers of two inside their limbs.
      [16, 192],
      [1, 192],
      [1, 0],
    ],
    1,
  ),
  /** The order of the Stark curve. */
  order: field('Order', [[0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn, 0]], 0),
  k1: field(
    'K1',
    [
      [1, 256],
      [-1, 32],
      [-977, 0],
    ],
    0,
  ),
  r1: field(
    'R1',
    [
      [1, 256],
      [-1, 224],
      [1, 192],
      [1, 96],
      [-1, 0],
    ],
    -3,
  ),
};

/** The limbs of a number. */
export const limbsOf = (value, count) =>
  Array.from({ length: count }, (_, i) => Number((value >> BigInt(LIMB_BITS * i)) & (2n ** BigInt(LIMB_BITS) - 1n)));

/** A static table of elements in Montgomery form, 40 bytes each. */
export const elements = ({ p }, values) =>
  `memory.data<i32>([\n${values.map((value) => `  ${limbsOf((((value % p) + p) * R) % p, 10).join(', ')},`).join('\n')}\n])`;

/** value * constant as text: shifts for powers of two. */
export const times = (value, constant) => {
  const size = constant < 0n ? -constant : constant;
  const sign = constant < 0n ? '-' : '+';
  if (size === 1n) return `${sign} ${value}`;
  const shift = size.toString(2).length - 1;
  return size === 1n << BigInt(shift) ? `${sign} (${value} << ${shift})` : `${sign} ${value} * ${size}`;
};

export function modInverse(value, modulus) {
  let [low, high, x, lastX] = [((value % modulus) + modulus) % modulus, modulus, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high, x, lastX] = [high % low, low, lastX - quotient * x, x];
  }
  return ((x % modulus) + modulus) % modulus;
}
