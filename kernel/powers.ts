// The powers 2^i * Q of points that come again: the generator and an account's key multiply with every signature. An entry is made
// when a point is seen first and its powers, which cost about one multiplication, when it is seen again; so points that never
// come again cost nothing. Entries age whenever another is needed (the clock algorithm), so a flood of new points wears out idle ones only.
import { copy, inverse, mul, ONE, square } from './fieldStark.generated';
import { AFFINE, double, fromAffine, POINT } from './points';

/** Multipliers are felts. */
export const POWERS: usize = 252;
const ENTRIES: usize = 16;
const MOST_USES: i32 = 8;

/** An entry: x and y as words, uses since it was last aged, whether the powers are there; then the powers, affine. */
const HEAD: usize = 72;
const ENTRY: usize = 72 + 252 * 80;
const entries: usize = memory.data(16 * (72 + 252 * 80), 8);
let hand: usize = 0;

const point: usize = memory.data(160, 8);
const product: usize = memory.data(40, 8);
const inverted: usize = memory.data(40, 8);
const t: usize = memory.data(40, 8);
/** X, Y, ZZ, ZZZ of each power and the product of all ZZZ before it, until all are known. */
const raw: usize = memory.data(252 * 200, 8);
const RAW: usize = 200;

function sameWords(a: usize, b: usize): bool {
  for (let i: usize = 0; i < 64; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  return true;
}

/** The powers of an affine point, with one shared inversion. */
function fill(powers: usize, affine: usize): void {
  fromAffine(point, affine);
  copy(product, ONE);
  for (let i: usize = 0; i < POWERS; i++) {
    const at = raw + i * RAW;
    if (i > 0) double(point);
    memory.copy(at, point, POINT);
    copy(at + 160, product);
    mul(product, product, point + 120);
  }
  inverse(inverted, product);
  for (let i = <i32>POWERS - 1; i >= 0; i--) {
    const at = raw + <usize>i * RAW;
    const power = powers + <usize>i * AFFINE;
    mul(t, inverted, at + 160);
    mul(inverted, inverted, at + 120);
    // t is 1 / ZZZ; 1 / ZZ = (ZZ / ZZZ)^2
    mul(power + 40, at + 40, t);
    mul(t, t, at + 80);
    square(t, t);
    mul(power, at, t);
  }
}

/** Where the powers of a point lie, given as words and as element; 0 when it was not seen lately. The point must lie on the curve. */
export function powersOf(words: usize, affine: usize): usize {
  for (let i: usize = 0; i < ENTRIES; i++) {
    const entry = entries + i * ENTRY;
    if (load<u64>(entry) != load<u64>(words) || !sameWords(entry, words)) continue;
    const uses = load<i32>(entry, 64);
    if (uses < MOST_USES) store<i32>(entry, uses + 1, 64);
    if (!load<i32>(entry, 68)) {
      fill(entry + HEAD, affine);
      store<i32>(entry, 1, 68);
    }
    return entry + HEAD;
  }
  for (;;) {
    const entry = entries + hand * ENTRY;
    hand = (hand + 1) % ENTRIES;
    const uses = load<i32>(entry, 64);
    if (uses > 0) {
      store<i32>(entry, uses - 1, 64);
      continue;
    }
    memory.copy(entry, words, 64);
    store<u64>(entry, 0, 64);
    return 0;
  }
}
