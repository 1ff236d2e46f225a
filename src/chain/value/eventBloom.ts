import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';
import type { EventFilter } from './eventFilter.ts';

const BITS_PER_VALUE = 16;
const PROBES = 3;
/** With more different values than this, a filter would be too large and take too long to make. */
const MAX_VALUES = 1 << 16;
/** Events that are read before other work may run: about 2 ms. */
const EVENTS_AT_ONCE = 4096;

/** What these filters look at in an event: the low 32 bits of its address, then of its keys. */
export type EventWords = readonly number[];

const wordOf = (felt: Felt): number => Number(BigInt.asUintN(32, felt));

export function wordsOf({ fromAddress, keys }: ReceiptEvent): EventWords {
  const words = [wordOf(fromAddress)];
  for (const key of keys) words.push(wordOf(key));
  return words;
}

/** A number for an address (position 0) or for the key at a position from 1 on. Equal numbers only cost time. */
function hashOf(word: number, position: number): number {
  let hash = word ^ Math.imul(position, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
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

/** Whether an event can match; if not, it certainly does not. */
export const mayMatch = (filter: HashedFilter, words: EventWords): boolean =>
  filter.every((group) => words.some((word, position) => group.includes(hashOf(word, position))));

/** A Bloom filter of the addresses and keys of some events: it tells for most filters that none of the events matches. */
export class EventBloom {
  /** The bits, a power of two of them; undefined if there were too many values. */
  readonly #words: Uint32Array | undefined;

  /** Makes the filter in steps: a long run of blocks has many events. */
  static *of(events: Iterable<EventWords>): Generator<undefined, EventBloom> {
    const values = new Set<number>();
    let read = 0;
    for (const words of events) {
      for (let i = 0; i < words.length; i++) values.add(hashOf(words[i]!, i));
      if (values.size > MAX_VALUES) break;
      if (++read % EVENTS_AT_ONCE === 0) yield undefined;
    }
    return new EventBloom(values);
  }

  private constructor(values: ReadonlySet<number>) {
    if (values.size > MAX_VALUES) return;
    this.#words = new Uint32Array(2 ** Math.ceil(Math.log2(values.size * BITS_PER_VALUE + 32)) / 32);
    for (const value of values)
      for (let i = 0; i < PROBES; i++) {
        const bit = this.#bit(value, i);
        this.#words[bit >>> 5]! |= 1 << (bit & 31);
      }
  }

  #bit(value: number, probe: number): number {
    return (value + Math.imul(probe, (value >>> 7) | 1)) & (this.#words!.length * 32 - 1);
  }

  #has(value: number): boolean {
    for (let i = 0; i < PROBES; i++) {
      const bit = this.#bit(value, i);
      if (((this.#words![bit >>> 5]! >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }

  mayMatch(filter: HashedFilter): boolean {
    if (this.#words === undefined) return true;
    for (const group of filter) {
      let isFound = false;
      for (let i = 0; i < group.length && !isFound; i++) isFound = this.#has(group[i]!);
      if (!isFound) return false;
    }
    return true;
  }
}
