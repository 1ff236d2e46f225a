import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { EventFilter } from './eventFilter.ts';
import { type PackedEvents, wordOf } from './packedEvents.ts';

/** The number of parts of a run of blocks or transactions: as many as a number has bits. */
export const PARTS = 32;
const BITS_PER_VALUE = 16;
const PROBES = 3;
/** The largest filter has this many words, which is 256 kB. */
const MAX_WORDS = 1 << 16;
/** With more different values in a part than this, the largest filter would exclude little and take long to make. */
const MAX_VALUES = MAX_WORDS / 4;
const ALL_PARTS = -1;

/** A number for an address (position 0) or for the key at a position from 1 on; other searches have positions of their own. Equal numbers only cost time. */
export function hashOf(word: number, position: number): number {
  let hash = word ^ Math.imul(position, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  // Signed, because V8 allocates memory for larger numbers in a set.
  return hash ^ (hash >>> 16);
}

/** The groups of numbers of which a matching event has one each. */
export type HashedFilter = readonly (readonly number[])[];

export function hashedFilter({ addresses, keys }: EventFilter): HashedFilter {
  const groups = addresses ? [addresses.map((address) => hashOf(wordOf(address), 0))] : [];
  for (const [i, alternatives] of (keys ?? []).entries())
    if (alternatives.length > 0) groups.push(alternatives.map((key) => hashOf(wordOf(key), i + 1)));
  // Later keys are more special than the address and the name of the event, so they exclude more.
  return groups.reverse();
}

/** The different values of some items that searches can be for. */
export class RunValues {
  readonly hashes = new Set<number>();
  /** The number of things that were read for them. */
  read = 0;

  get areTooMany(): boolean {
    return this.hashes.size > MAX_VALUES;
  }
}

/** The different addresses and keys of some events. */
export class EventValues extends RunValues {
  add({ fromAddress, keys }: ReceiptEvent): void {
    this.read++;
    this.hashes.add(hashOf(wordOf(fromAddress), 0));
    for (let i = 0; i < keys.length; i++) this.hashes.add(hashOf(wordOf(keys[i]!), i + 1));
  }

  addPacked({ words, start, end }: PackedEvents): void {
    for (let at = start; at < end; ) {
      this.read++;
      const count = words[at++]!;
      for (let i = 0; i < count; i++) this.hashes.add(hashOf(words[at + i]!, i));
      at += count;
    }
  }
}

/** A Bloom filter of a run that has 32 parts: it tells for most searches which parts have nothing that matches. */
export class RunBloom {
  /**
   * Bit i of a word is a bit of the filter of part i, so one word answers for all parts, and a search reads little memory. The number of
   * words is a power of two. Undefined if there were too many values.
   */
  readonly #words: Uint32Array | undefined;

  /** Undefined stands for parts with too much to read. */
  constructor(parts: readonly RunValues[] | undefined) {
    if (!parts) return;
    const most = Math.max(...parts.map(({ hashes }) => hashes.size));
    if (most > MAX_VALUES) return;
    this.#words = new Uint32Array(Math.min(MAX_WORDS, 2 ** Math.ceil(Math.log2(most * BITS_PER_VALUE + 1))));
    for (const [part, { hashes }] of parts.entries())
      for (const hash of hashes) for (let i = 0; i < PROBES; i++) this.#words[this.#indexOf(hash, i)]! |= 1 << part;
  }

  #indexOf(hash: number, probe: number): number {
    return (hash + Math.imul(probe, (hash >>> 7) | 1)) & (this.#words!.length - 1);
  }

  /** The parts that may have something that matches: bit i stands for part i. */
  partsFor(filter: HashedFilter): number {
    if (this.#words === undefined) return ALL_PARTS;
    let parts = ALL_PARTS;
    for (let i = 0; i < filter.length && parts !== 0; i++) parts &= this.#partsWithOneOf(filter[i]!);
    return parts;
  }

  #partsWithOneOf(group: readonly number[]): number {
    let parts = 0;
    for (const hash of group) {
      let withThis = ALL_PARTS;
      for (let i = 0; i < PROBES; i++) withThis &= this.#words![this.#indexOf(hash, i)]!;
      parts |= withThis;
    }
    return parts;
  }
}
