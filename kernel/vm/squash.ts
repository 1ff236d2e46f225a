// The accesses of a dictionary that is being squashed: its keys in ascending order, and for each the indices of its accesses in
// ascending order. A run squashes one dictionary at a time, so its memory is used again for the next one.
import { allocate } from './arena';
import { isFelt, less } from './cells';
import { slotOf } from './dictionaries';
import { getCell } from './segments';
import { squashMemory, squashMemoryBytes } from './state';

/** The cells of an access: key, previous and new value. */
const ACCESS_CELLS: u32 = 3;
const END: u32 = 0xffffffff;

// The state is in the memory, so that it is saved with the run: a header of 32 bytes (number of keys, number of the current key,
// address of the sorted keys), the index of the next access of the same key for each access, the keys, a second list for
// sorting them, and the hash table of keys, whose values are addresses of keys.
const HEADER: u64 = 32;
// A key has 24 bytes: its cell, its first and last remaining access, and the number of its remaining accesses.
const KEY_BYTES: u32 = 24;

/** Whether a squash has started in this run. */
export function squashing(): bool {
  return squashMemory != 0;
}

function sortedKeys(): u32 {
  return load<u32>(squashMemory, 8);
}

/** Starts squashing `count` accesses, at least one, at an address. Returns false if a key is unknown or not a felt, or memory is exhausted. */
export function startSquash(segment: u32, offset: u32, count: u32): bool {
  let capacity: u32 = 16;
  while (capacity < count << 1) capacity <<= 1;
  const links = (((<u64>count) << 2) + 31) & ~31;
  const list = <u64>count * KEY_BYTES;
  const bytes = HEADER + links + 2 * list + ((<u64>capacity) << 4);
  for (let i: u32 = 0; i < count; i++) if (!isFelt(getCell(segment, offset + i * ACCESS_CELLS))) return false;
  if (bytes > <u64>squashMemoryBytes) {
    const at = allocate(bytes);
    if (at == 0) return false;
    squashMemory = at;
    squashMemoryBytes = <u32>bytes;
  }
  const next = squashMemory + <u32>HEADER;
  const keys = next + <u32>links;
  const table = keys + 2 * <u32>list;
  memory.fill(table, 0, capacity << 4);
  let keyCount: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const cell = getCell(segment, offset + i * ACCESS_CELLS);
    const slot = slotOf(table, capacity, cell);
    store<u32>(next + (i << 2), END);
    if (load<u64>(slot) == 0) {
      const key = keys + keyCount++ * KEY_BYTES;
      store<u64>(slot, cell);
      store<u64>(slot, key, 8);
      store<u64>(key, cell);
      store<u32>(key, i, 8);
      store<u32>(key, i, 12);
      store<u32>(key, 1, 16);
    } else {
      const key = <u32>load<u64>(slot, 8);
      store<u32>(next + (load<u32>(key, 12) << 2), i);
      store<u32>(key, i, 12);
      store<u32>(key, load<u32>(key, 16) + 1, 16);
    }
  }
  store<u32>(squashMemory, keyCount);
  store<u32>(squashMemory, 0, 4);
  store<u32>(squashMemory, sort(keys, keys + <u32>list, keyCount), 8);
  return true;
}

/** Sorts keys in ascending order by merging, which takes the same time for all inputs. Returns the list that has the result. */
function sort(list: u32, spare: u32, count: u32): u32 {
  let from = list;
  let to = spare;
  for (let width: u32 = 1; width < count; width <<= 1) {
    for (let start: u32 = 0; start < count; start += width << 1) {
      const middle = min(start + width, count);
      const end = min(start + (width << 1), count);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        const takeRight =
          left == middle ||
          (right < end && less(load<u64>(from + right * KEY_BYTES), load<u64>(from + left * KEY_BYTES)));
        const source = takeRight ? right++ : left++;
        memory.copy(to + at * KEY_BYTES, from + source * KEY_BYTES, KEY_BYTES);
      }
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}

/** The number of keys that are left, with the current one. */
export function keysLeft(): u32 {
  return load<u32>(squashMemory) - load<u32>(squashMemory, 4);
}

/** The largest key of the dictionary. */
export function largestKey(): u64 {
  return load<u64>(sortedKeys() + (load<u32>(squashMemory) - 1) * KEY_BYTES);
}

function current(): u32 {
  return sortedKeys() + load<u32>(squashMemory, 4) * KEY_BYTES;
}

/** The current key. One must be left, as for the other functions below. */
export function currentKey(): u64 {
  return load<u64>(current());
}

/** The number of accesses of the current key that are left, with the current one. */
export function accessesLeft(): u32 {
  return load<u32>(current(), 16);
}

/** The index of the current access. */
export function currentAccess(): u32 {
  return load<u32>(current(), 8);
}

/** Goes on to the next access of the current key. */
export function advanceAccess(): void {
  const key = current();
  store<u32>(key, load<u32>(squashMemory + <u32>HEADER + (load<u32>(key, 8) << 2)), 8);
  store<u32>(key, load<u32>(key, 16) - 1, 16);
}

/** Goes on to the next key. */
export function advanceKey(): void {
  store<u32>(squashMemory, load<u32>(squashMemory, 4) + 1, 4);
}
