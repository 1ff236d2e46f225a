// A cache of tables for points that are multiplied repeatedly, such as the public key of an account. An entry is made when a point is
// first used. Its table, which takes as long as about two multiplications, is built at the second use, so points that are used once
// cost nothing. Entries are evicted by the clock algorithm, so many new points evict only entries that are not in use.
import { addMultiple, fillWindows, spreadBase, windowBytes, windowCount } from './fixedBase';
import { SCALAR_BITS } from './generatorPoint';
import { AFFINE, setInfinity } from './points';

/** The bits of a window. A table (kernel/fixedBase.ts) has 64 windows of 8 points each. */
const WINDOW_BITS: i32 = 4;
const ENTRIES: usize = 16;
const MAX_USES: i32 = 8;

/** An entry: x and y as words, the use count of the clock algorithm, whether the table is built; then the table. */
const HEAD: usize = 72;
const ENTRY: usize = 72 + 64 * 8 * 80;
const entries: usize = memory.data(16 * (72 + 64 * 8 * 80), 8);
let hand: usize = 0;

export function sameWords(a: usize, b: usize): bool {
  for (let i: usize = 0; i < 64; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  return true;
}

function fill(table: usize, affine: usize): void {
  const windows = windowCount(WINDOW_BITS, SCALAR_BITS);
  memory.copy(table, affine, AFFINE);
  spreadBase(table, WINDOW_BITS, windows);
  fillWindows(table, WINDOW_BITS, windows);
}

/** The address of 2^i times a table's point, affine, for i below 256. */
export function powerIn(table: usize, i: i32): usize {
  return table + <usize>(i >> 2) * windowBytes(WINDOW_BITS) + (((<usize>1) << (<usize>(i & 3))) - 1) * AFFINE;
}

/** out = scalar * a table's point, for a scalar below the order. */
export function multiplyFromTable(out: usize, table: usize, scalar: usize): void {
  setInfinity(out);
  addMultiple(out, table, WINDOW_BITS, scalar, SCALAR_BITS);
}

/** The entry of a point, or 0 if it is not cached. Counts as a use. */
function entryOf(words: usize): usize {
  for (let i: usize = 0; i < ENTRIES; i++) {
    const entry = entries + i * ENTRY;
    if (load<u64>(entry) != load<u64>(words) || !sameWords(entry, words)) continue;
    const uses = load<i32>(entry, 64);
    if (uses < MAX_USES) store<i32>(entry, uses + 1, 64);
    return entry;
  }
  return 0;
}

/** The table of a point, or 0 if it has none. */
export function readyTable(words: usize): usize {
  const entry = entryOf(words);
  return entry && load<i32>(entry, 68) ? entry + HEAD : 0;
}

/** The table of a point, which is built if the point is cached; otherwise adds the point to the cache and returns 0. It must be on the curve. */
export function tableOf(words: usize, affine: usize): usize {
  const known = entryOf(words);
  if (known) {
    if (!load<i32>(known, 68)) {
      fill(known + HEAD, affine);
      store<i32>(known, 1, 68);
    }
    return known + HEAD;
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
