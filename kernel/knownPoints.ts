// Tables of points that come again: an account's key multiplies with every signature. An entry is made when a point is seen first and
// its table, which costs about two multiplications, when it is seen again; so points that never come again cost nothing. Entries
// age whenever another is needed (the clock algorithm), so a flood of new points wears out idle ones only.
import { addMultiple, fillWindows, spreadBase, windowBytes, windowCount } from './fixedBase';
import { SCALAR_BITS } from './generator';
import { AFFINE, setInfinity } from './points';

/** A table is windows of so many bits (kernel/fixedBase.ts): 64 of them, of 8 points each. */
const WINDOW_BITS: i32 = 4;
const ENTRIES: usize = 16;
const MOST_USES: i32 = 8;

/** An entry: x and y as words, uses since it was last aged, whether the table is there; then the table. */
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

/** Where a table holds 2^i times its point, affine, for i below 256. */
export function powerIn(table: usize, i: i32): usize {
  return table + <usize>(i >> 2) * windowBytes(WINDOW_BITS) + (((<usize>1) << (<usize>(i & 3))) - 1) * AFFINE;
}

/** out = scalar * a table's point, for a scalar below the order. */
export function multiplyKnown(out: usize, table: usize, scalar: usize): void {
  setInfinity(out);
  addMultiple(out, table, WINDOW_BITS, scalar, SCALAR_BITS);
}

/** The entry of a point that was seen lately, 0 for others. Looking for it is a use. */
function entryOf(words: usize): usize {
  for (let i: usize = 0; i < ENTRIES; i++) {
    const entry = entries + i * ENTRY;
    if (load<u64>(entry) != load<u64>(words) || !sameWords(entry, words)) continue;
    const uses = load<i32>(entry, 64);
    if (uses < MOST_USES) store<i32>(entry, uses + 1, 64);
    return entry;
  }
  return 0;
}

/** The table of a point that has one, 0 for others. */
export function readyTable(words: usize): usize {
  const entry = entryOf(words);
  return entry && load<i32>(entry, 68) ? entry + HEAD : 0;
}

/** The table of a point, given as words and as element; 0 when it was not seen lately. The point must lie on the curve. */
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
