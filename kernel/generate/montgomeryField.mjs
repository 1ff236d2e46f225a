import { elements, LIMB_BITS, limbsOf, modInverse, R, times } from './primes.mjs';
import { doubled, products, reduction } from './product.mjs';
import { vectorProducts } from './vectorProduct.mjs';

const MASK = `0x${(2 ** LIMB_BITS - 1).toString(16)}`;

/** The AssemblyScript of one field's arithmetic on elements in memory. */
export function montgomeryField(field) {
  const { p, a, count, limbs } = field;
  const all = [...Array(count).keys()];
  const load = (variable) =>
    all.map((i) => `  const ${variable}${i} = <i64>load<i32>(${variable}, ${4 * i});`).join('\n');
  // What a reduction leaves of a multiple of p, when it is not 0.
  const multiple = limbsOf(limbs[0] === 1n ? -p : p, count);
  if (limbs[0] === 1n) multiple[count - 1] -= 2 ** LIMB_BITS;
  const limb = (name, i) => `<i64>load<i32>(${name}, ${4 * i})`;
  const ends = [0, count - 1];
  /** out = the sum of products of elements in memory. The right factors' ends are read early: the result may lie there. */
  const productsOf = (pairs) => {
    const { prelude, before, columns } = vectorProducts(
      field,
      pairs.map(({ left, right, minus }) => ({
        left: { splat: (i) => `v128.load_splat<i32>(${left}, ${4 * i})`, alone: (i) => limb(left, i) },
        right: { four: (i) => fourLimbs(right, i, count), alone: (i) => `${right}${i}` },
        minus,
      })),
    );
    const early = pairs.flatMap(({ right }) => ends.map((i) => `const ${right}${i} = ${limb(right, i)};`));
    return `${[...early, ...prelude].map((line) => `  ${line}`).join('\n')}\n${reduction(field, columns, { before })}`;
  };
  const each = (line) => all.map((i) => `  ${line(4 * i, i)}`).join('\n');

  return `// Written by kernel/generate.mjs: arithmetic modulo
// ${p}
// on elements in Montgomery form, ${count} signed limbs of ${LIMB_BITS} bits, 40 bytes apart. Results may lie where the inputs do.
import { invertModulo } from './inverse';

/** The curve's coefficient a. */
export const COEFFICIENT_A: i32 = ${a};
export const ONE: usize = ${elements(field, [1n])};
const R_SQUARED: usize = ${elements(field, [R])};
/** The prime as four 64-bit words. */
export const MODULUS: usize = memory.data<u64>([${words(p)}]);
/** The prime's inverse modulo 2^30. */
export const INVERSE_30: i32 = ${modInverse(p, 2n ** 30n)};
const scratch: usize = memory.data(80, 8);
/** Sums of products, by column. */
const columns: usize = memory.data(160, 16);

/** out = a * b. Limbs of one factor may have 29 bits, of the other 30. */
export function mul(out: usize, a: usize, b: usize): void {
${productsOf([{ left: 'a', right: 'b' }])}
}

/** out = a * a. Limbs may have 29 bits. */
export function square(out: usize, a: usize): void {
${load('a')}
${doubled(field, 'a')}
${reduction(field, products(field, 'a', 'a'))}
}

/** out = a * b - c * d with one reduction. Limbs of one factor may have 29 bits. */
export function mulSub(out: usize, a: usize, b: usize, c: usize, d: usize): void {
${productsOf([
  { left: 'a', right: 'b' },
  { left: 'c', right: 'd', minus: true },
])}
}

/** The number an element stands for, Montgomery form undone: reduced, or p or less too small (product.mjs). */
function leave(out: usize, a: usize): void {
${load('a')}
${reduction(field, (column) => (column < count ? [`+ a${column}`] : []))}
}

/** out = a + b, uncarried. */
export function add(out: usize, a: usize, b: usize): void {
${each((at) => `store<i32>(out, load<i32>(a, ${at}) + load<i32>(b, ${at}), ${at});`)}
}

/** out = a - b, uncarried. */
export function sub(out: usize, a: usize, b: usize): void {
${each((at) => `store<i32>(out, load<i32>(a, ${at}) - load<i32>(b, ${at}), ${at});`)}
}

/** out = -a. */
export function neg(out: usize, a: usize): void {
${each((at) => `store<i32>(out, -load<i32>(a, ${at}), ${at});`)}
}

/** out = a * k for a small k, uncarried. */
export function small(out: usize, a: usize, k: i32): void {
${each((at) => `store<i32>(out, load<i32>(a, ${at}) * k, ${at});`)}
}

/** out = a, limbs below 2^${LIMB_BITS} but for the top one, which keeps the sign. */
export function carry(out: usize, a: usize): void {
  let acc: i32 = load<i32>(a);
${all
  .slice(1)
  .map(
    (i) => `  store<i32>(out, acc & ${MASK}, ${4 * i - 4});\n  acc = load<i32>(a, ${4 * i}) + (acc >> ${LIMB_BITS});`,
  )
  .join('\n')}
  store<i32>(out, acc, ${4 * count - 4});
}

/** out += a * the curve's coefficient. */
export function addTimesA(out: usize, a: usize): void {
${a === 0 ? '' : each((at) => `store<i32>(out, load<i32>(out, ${at}) ${times(`load<i32>(a, ${at})`, BigInt(a))}, ${at});`)}
}

export function copy(out: usize, a: usize): void {
  memory.copy(out, a, 40);
}

/** The element of a number below 2^256, given as four words. */
export function enter(out: usize, a: usize): void {
  const w0 = load<u64>(a);
  const w1 = load<u64>(a, 8);
  const w2 = load<u64>(a, 16);
  const w3 = load<u64>(a, 24);
${each((at, i) => `store<i32>(scratch, <i32>(${wordBits(i, count)}), ${at});`)}
  mul(out, scratch, R_SQUARED);
}

/** The number of an element as four words, reduced. */
export function exit(out: usize, a: usize): void {
  leave(scratch, a);
  if (load<i32>(scratch, ${4 * count - 4}) < 0) {
${each((at, i) => `  store<i32>(scratch, load<i32>(scratch, ${at}) + ${limbsOf(p, count)[i]}, ${at});`)}
    carry(scratch, scratch);
  }
${each((at, i) => `const v${i} = <u64>load<u32>(scratch, ${at});`)}
  const w0 = v0 | (v1 << 28) | (v2 << 56);
  const w1 = (v2 >> 8) | (v3 << 20) | (v4 << 48);
  const w2 = (v4 >> 16) | (v5 << 12) | (v6 << 40);
  const w3 = (v6 >> 24) | (v7 << 4) | (v8 << 32)${count === 10 ? ' | (v9 << 60)' : ''};
  // Only the prime itself is left to reduce.
  const zero = w0 == ${word(p, 0)} && w1 == ${word(p, 1)} && w2 == ${word(p, 2)} && w3 == ${word(p, 3)};
  store<u64>(out, zero ? 0 : w0);
  store<u64>(out, zero ? 0 : w1, 8);
  store<u64>(out, zero ? 0 : w2, 16);
  store<u64>(out, zero ? 0 : w3, 24);
}

/** Whether an element, carried or not, is a multiple of the prime. */
export function isZero(a: usize): bool {
${zeroFilter(field)}
  leave(scratch, a);
  let any: i32 = 0;
  let other: i32 = 0;
${each((at, i) => `any |= load<i32>(scratch, ${at}); other |= load<i32>(scratch, ${at}) ^ ${multiple[i]};`)}
  return any == 0 || other == 0;
}

/** out = 1 / a; 0 for 0. */
export function inverse(out: usize, a: usize): void {
  exit(scratch + 40, a);
  invertModulo(scratch + 40, scratch + 40, MODULUS, INVERSE_30);
  enter(out, scratch + 40);
}
`;
}

/** Four limbs from one on as a vector; where fewer are left, two. */
const fourLimbs = (name, i, count) =>
  i + 4 <= count ? `v128.load(${name}, ${4 * i})` : `v128.load_zero<i64>(${name}, ${4 * i})`;

/** Most elements are told from multiples of p by their lowest limb alone, where p's is 1. */
function zeroFilter({ limbs }) {
  if (limbs[0] !== 1n) return '';
  return `  // A multiple k p of a few times p has k as its lowest limb.
  const low = (load<i32>(a) << 4) >> 4;
  if (low > 16 || low < -16) return false;`;
}

const word = (value, i) => `0x${((value >> BigInt(64 * i)) & 0xffffffffffffffffn).toString(16)}`;
const words = (value) => [0, 1, 2, 3].map((i) => word(value, i)).join(', ');

/** Limb i of the number in w0 to w3. */
function wordBits(i, count) {
  const at = LIMB_BITS * i;
  const [first, shift] = [at >> 6, at & 63];
  const low = shift ? `(w${first} >> ${shift})` : `w${first}`;
  const whole = shift + LIMB_BITS > 64 && first < 3 ? `(${low} | (w${first + 1} << ${64 - shift}))` : low;
  // The top limb of nine takes what is left, so numbers up to 2^256 enter.
  return i === count - 1 ? whole : `${whole} & ${MASK}`;
}
