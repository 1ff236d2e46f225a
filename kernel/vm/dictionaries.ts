// The dictionaries of the top run. Each has a segment with its accesses, and a hash table of the last value of each key. The table
// entry of the segment (segments.ts) has the address of the dictionary in its third word, which plain segments do not use otherwise.
import { allocate } from './arena';
import { BIG, same, TAG, ZERO } from './cells';
import { entryOf } from './segments';
import { dictionaryCount, dictionarySeed } from './state';

// A dictionary has 16 bytes: its index, the capacity of its hash table (a power of two), the number of its keys, and the table's address.
// An entry of the table has 16 bytes: key and value as cells. A key that is 0 marks a free entry.
const HEADER: u64 = 16;
const FIRST_CAPACITY: u32 = 16;

/** The hash of a felt's cell. It depends on the instance's seed, so that contracts cannot choose keys that collide. */
function hashOf(key: u64): u64 {
  let hash = dictionarySeed;
  if ((key & TAG) == BIG) {
    const at = <u32>(key >> 2);
    for (let i: u32 = 0; i < 32; i += 8) hash = mixed(hash ^ load<u64>(at + i));
    return hash;
  }
  return mixed(hash ^ key);
}

function mixed(word: u64): u64 {
  const first = (word ^ (word >> 32)) * 0x9e3779b97f4a7c15;
  const second = (first ^ (first >> 29)) * 0xbf58476d1ce4e5b9;
  return second ^ (second >> 32);
}

/** The dictionary of a segment; 0 if there is none. */
export function dictionaryOf(segment: u32): u32 {
  const entry = entryOf(segment);
  return entry == 0 || load<u32>(entry, 12) != 0 ? 0 : load<u32>(entry, 8);
}

/** Makes a plain segment a dictionary. Returns false if memory is exhausted. */
export function addDictionary(segment: u32): bool {
  const at = allocate(HEADER);
  const table = allocate((<u64>FIRST_CAPACITY) << 4);
  if (at == 0 || table == 0) return false;
  store<u32>(at, dictionaryCount++);
  store<u32>(at, FIRST_CAPACITY, 4);
  store<u32>(at, table, 12);
  store<u32>(entryOf(segment), at, 8);
  return true;
}

/** The entry of a key in a hash table: its own, or the free one where it belongs. */
export function slotOf(table: u32, capacity: u32, key: u64): u32 {
  let index = <u32>hashOf(key);
  while (true) {
    const slot = table + ((index & (capacity - 1)) << 4);
    const held = load<u64>(slot);
    if (held == 0 || same(held, key)) return slot;
    index++;
  }
}

/** The last value of a key, as a cell; zero if it was never written. */
export function readDictionary(dictionary: u32, key: u64): u64 {
  const slot = slotOf(load<u32>(dictionary, 12), load<u32>(dictionary, 4), key);
  return load<u64>(slot) == 0 ? ZERO : load<u64>(slot, 8);
}

/** Sets the value of a key. Returns false if memory is exhausted. */
export function writeDictionary(dictionary: u32, key: u64, value: u64): bool {
  const capacity = load<u32>(dictionary, 4);
  let slot = slotOf(load<u32>(dictionary, 12), capacity, key);
  if (load<u64>(slot) == 0) {
    const count = load<u32>(dictionary, 8) + 1;
    if (count << 1 > capacity) {
      if (!enlarge(dictionary, capacity << 1)) return false;
      slot = slotOf(load<u32>(dictionary, 12), capacity << 1, key);
    }
    store<u32>(dictionary, count, 8);
    store<u64>(slot, key);
  }
  store<u64>(slot, value, 8);
  return true;
}

function enlarge(dictionary: u32, capacity: u32): bool {
  const table = allocate((<u64>capacity) << 4);
  if (table == 0) return false;
  const old = load<u32>(dictionary, 12);
  for (let slot = old, end = old + (load<u32>(dictionary, 4) << 4); slot < end; slot += 16) {
    const key = load<u64>(slot);
    if (key == 0) continue;
    const to = slotOf(table, capacity, key);
    store<u64>(to, key);
    store<u64>(to, load<u64>(slot, 8), 8);
  }
  store<u32>(dictionary, capacity, 4);
  store<u32>(dictionary, table, 12);
  return true;
}
