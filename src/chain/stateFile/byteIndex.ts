import type { FeltKey } from '../../felt/key.ts';
import type { StoredIndex } from '../value/blockIndex.ts';
import type { CellKey, CellUpdate, Place } from '../value/history.ts';

// Indexes of what the blocks of a state file contain. The keys are felts in the bytes of the file, so an entry takes some 25 bytes instead of the
// strings and objects of a map, and a chain of 100,000 blocks is indexed in a tenth of a second.

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

/** A list of numbers below 2^32. */
class Numbers {
  #list = new Uint32Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#list.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#list);
      this.#list = larger;
    }
    this.#list[this.length++] = value;
  }

  at(index: number): number {
    return this.#list[index]!;
  }
}

/** A hash table with open addressing. A key is one felt of the file or two; an entry has a block and another number. */
class ByteTable {
  readonly #bytes: Uint8Array;
  readonly #hasTwo: boolean;
  readonly #first = new Numbers();
  readonly #second = new Numbers();
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
      if (this.#hashes.at(entry) !== hash || !isSameFelt(bytes, first, this.#bytes, this.#first.at(entry))) continue;
      if (!this.#hasTwo || isSameFelt(bytes, second, this.#bytes, this.#second.at(entry))) return slot;
    }
  }

  #hash(bytes: Uint8Array, first: number, second: number): number {
    const hash = hashFelt(bytes, first, SEED);
    return this.#hasTwo ? hashFelt(bytes, second, hash) : hash;
  }

  /** The hash of the first felt that was added last: the cells of a contract follow one another. */
  #hashedAt = -1;
  #hashOfFirst = 0;

  #hashOfAdded(first: number, second: number): number {
    if (first !== this.#hashedAt) {
      this.#hashOfFirst = hashFelt(this.#bytes, first, SEED);
      this.#hashedAt = first;
    }
    return this.#hasTwo ? hashFelt(this.#bytes, second, this.#hashOfFirst) : this.#hashOfFirst;
  }

  /** Adds an entry. `other` gets the newest entry of the same key, or -1; it returns undefined to add nothing. */
  add(first: number, second: number, block: number, other: (earlier: number) => number | undefined): void {
    const hash = this.#hashOfAdded(first, second);
    const slot = this.#slotOf(hash, this.#bytes, first, second);
    const earlier = this.#slots[slot]! - 1;
    const value = other(earlier);
    if (value === undefined) return;
    this.#first.push(first);
    this.#second.push(second);
    this.#hashes.push(hash);
    this.blocks.push(block);
    this.others.push(value);
    this.#slots[slot] = this.length;
    if (earlier < 0 && ++this.#used * 2 > this.#slots.length) this.#grow();
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

  /** The number of entries of blocks before `end`. Entries are added in the order of their blocks. */
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

/** The positions of transactions by hash. */
export class StoredPlaces implements StoredIndex<FeltKey, Place> {
  readonly #table: ByteTable;

  constructor(bytes: Uint8Array) {
    this.#table = new ByteTable(bytes, false);
  }

  /** Adds a transaction whose hash stands at a position of the file. */
  add(at: number, blockNumber: number, index: number): void {
    this.#table.add(at, 0, blockNumber, () => index);
  }

  get(hash: FeltKey, end: number): Place | undefined {
    const entry = this.#table.find(hash);
    if (entry < 0) return undefined;
    const blockNumber = this.#table.blocks.at(entry);
    return blockNumber < end ? { blockNumber, index: this.#table.others.at(entry) } : undefined;
  }

  size(end: number): number {
    return this.#table.countBefore(end);
  }
}

/** The numbers of blocks by hash. */
export class StoredNumbers implements StoredIndex<FeltKey, number> {
  readonly #places: StoredPlaces;

  constructor(bytes: Uint8Array) {
    this.#places = new StoredPlaces(bytes);
  }

  add(at: number, blockNumber: number): void {
    this.#places.add(at, blockNumber, 0);
  }

  get(hash: FeltKey, end: number): number | undefined {
    return this.#places.get(hash, end)?.blockNumber;
  }

  size(end: number): number {
    return this.#places.size(end);
  }
}

/** The blocks that changed each cell. */
export class StoredCells implements StoredIndex<CellKey, CellUpdate> {
  readonly #table: ByteTable;

  constructor(bytes: Uint8Array) {
    this.#table = new ByteTable(bytes, true);
  }

  /** Adds a change of a cell whose contract and key stand at positions of the file. */
  add(address: number, key: number, blockNumber: number): void {
    const { blocks } = this.#table;
    this.#table.add(address, key, blockNumber, (earlier) =>
      earlier >= 0 && blocks.at(earlier) === blockNumber ? undefined : earlier + 1,
    );
  }

  get(cell: CellKey, end: number): CellUpdate | undefined {
    const update = this.#update(this.#table.find(cell));
    return olderThan(update, end);
  }

  #update(entry: number): CellUpdate | undefined {
    if (entry < 0) return undefined;
    const earlier = () => this.#update(this.#table.others.at(entry) - 1);
    return {
      blockNumber: this.#table.blocks.at(entry),
      get earlier() {
        return earlier();
      },
    };
  }

  size(end: number): number {
    return this.#table.countBefore(end);
  }
}

function olderThan(newest: CellUpdate | undefined, end: number): CellUpdate | undefined {
  let update = newest;
  while (update && update.blockNumber >= end) update = update.earlier;
  return update;
}
