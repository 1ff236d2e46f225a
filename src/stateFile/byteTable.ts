import { Numbers } from './numbers.ts';

// Contracts choose their storage keys, so the hash must not be known to them.
const SEED = Math.floor(Math.random() * 2 ** 32);
const FIRST_CAPACITY = 1024;
const FELT_BYTES = 33;
const KEY_UNITS = 16;

/** The keys that are looked up, as the file has them. */
const wanted = new Uint8Array(2 * FELT_BYTES);

/** Writes the felt of a key as the file has it: the number of its bytes, then the bytes, the lowest first. */
function encodeKey(text: string, index: number, at: number): void {
  let used = 0;
  for (let i = 0; i < KEY_UNITS; i++) {
    const unit = text.charCodeAt(index + i);
    wanted[at + 1 + 2 * i] = unit;
    wanted[at + 2 + 2 * i] = unit >>> 8;
    if (unit !== 0) used = unit > 255 ? 2 * i + 2 : 2 * i + 1;
  }
  wanted[at] = used;
}

function hashFelt(bytes: Uint8Array, at: number, start: number): number {
  let hash = start;
  const end = at + bytes[at]!;
  let i = at;
  for (; i + 3 <= end; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x01000193) + (hash >>> 15);
  }
  for (; i <= end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193) + (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function isSameFelt(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  const end = a[atA]!;
  for (let i = 0; i <= end; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}

/**
 * A hash table with open addressing. A key is one felt of the file or two; an entry has the positions of the key, a block and another number.
 * Entries are added in the order of their blocks. COST: some 25 bytes for each entry, where a map would have strings and objects.
 */
export class ByteTable {
  readonly #bytes: Uint8Array;
  readonly #hasTwo: boolean;
  readonly firsts = new Numbers();
  readonly seconds = new Numbers();
  readonly #hashes = new Numbers();
  readonly blocks = new Numbers();
  readonly others = new Numbers();
  /** The newest entry of a key and one more; 0 where there is none. */
  #slots = new Uint32Array(4 * FIRST_CAPACITY);
  #used = 0;

  constructor(bytes: Uint8Array, hasTwo: boolean) {
    this.#bytes = bytes;
    this.#hasTwo = hasTwo;
  }

  get length(): number {
    return this.blocks.length;
  }

  /** The slot of a key, given by its positions in some bytes. */
  #slotOf(hash: number, bytes: Uint8Array, first: number, second: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]! - 1;
      if (entry < 0) return slot;
      if (this.#hashes.at(entry) !== hash || !isSameFelt(bytes, first, this.#bytes, this.firsts.at(entry))) continue;
      if (!this.#hasTwo || isSameFelt(bytes, second, this.#bytes, this.seconds.at(entry))) return slot;
    }
  }

  #hash(bytes: Uint8Array, first: number, second: number): number {
    const hash = hashFelt(bytes, first, SEED);
    return this.#hasTwo ? hashFelt(bytes, second, hash) : hash;
  }

  /** The hash of the first felt that was sought last: the cells of a contract follow one another. */
  #hashedAt = -1;
  #hashOfFirst = 0;

  #hashOfSought(first: number, second: number): number {
    if (first !== this.#hashedAt) {
      this.#hashOfFirst = hashFelt(this.#bytes, first, SEED);
      this.#hashedAt = first;
    }
    return this.#hasTwo ? hashFelt(this.#bytes, second, this.#hashOfFirst) : this.#hashOfFirst;
  }

  #soughtHash = 0;
  #soughtSlot = 0;

  /** The newest entry of the key that stands at positions of the file; -1 if there is none. */
  seek(first: number, second: number): number {
    this.#soughtHash = this.#hashOfSought(first, second);
    this.#soughtSlot = this.#slotOf(this.#soughtHash, this.#bytes, first, second);
    return this.#slots[this.#soughtSlot]! - 1;
  }

  /** Adds an entry for the key that was sought last. */
  add(first: number, second: number, block: number, other: number): void {
    this.firsts.push(first);
    this.seconds.push(second);
    this.#hashes.push(this.#soughtHash);
    this.blocks.push(block);
    this.others.push(other);
    const isNew = this.#slots[this.#soughtSlot] === 0;
    this.#slots[this.#soughtSlot] = this.length;
    if (isNew && ++this.#used * 2 > this.#slots.length) this.#grow();
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    const mask = this.#slots.length - 1;
    for (const filled of old) {
      if (filled === 0) continue;
      let slot = this.#hashes.at(filled - 1) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = filled;
    }
  }

  /** The newest entry of a key; -1 if there is none. */
  find(key: string): number {
    encodeKey(key, 0, 0);
    if (this.#hasTwo) encodeKey(key, KEY_UNITS, FELT_BYTES);
    const hash = this.#hash(wanted, 0, FELT_BYTES);
    return this.#slots[this.#slotOf(hash, wanted, 0, FELT_BYTES)]! - 1;
  }

  /** The number of entries of blocks before `end`. */
  countBefore(end: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks.at(middle) < end) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
