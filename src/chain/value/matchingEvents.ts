import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { PlacedTransaction, Sequence, StoredTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import { EventValues, type HashedFilter, hashedFilter, PARTS, RunBloom } from './eventBloom.ts';
import { type EventFilter, eventMatcher } from './eventFilter.ts';
import type { BlockRecord } from './history.ts';
import {
  candidates,
  mayMatch,
  type PackedEvents,
  type PackedFilter,
  packEvents,
  packedFilter,
} from './packedEvents.ts';
import { placedAt, placedInOpen } from './placed.ts';

/** An event that matches: its transaction, and its index in the transaction. */
export interface FoundEvent {
  readonly transaction: PlacedTransaction;
  readonly eventIndex: number;
}

/**
 * The lengths of runs of blocks, and of transactions in a long block, for which a Bloom filter is kept. A filter is made when a search
 * finds little in a run, so nothing is paid by chains whose events nobody searches, and nothing for events that are found everywhere.
 */
const RUNS = [PARTS ** 3, PARTS ** 2, PARTS] as const;
/** Events that are read for a filter before other work may run: about 2 ms. */
const EVENTS_AT_ONCE = 4096;
/** Runs that are skipped before other work may run. */
const SKIPPED_AT_ONCE = 256;
/** Blocks of up to this many transactions have no filters of their own. */
const SHORT_BLOCK = 32;
/** The events of a transaction with at least this many are packed by the first search for keys, and later searches go over words. */
const MANY_EVENTS = 64;
/** COST: about 16 bytes for each event of such transactions. */
const packed = new WeakMap<readonly ReceiptEvent[], PackedEvents>();
/** COST: about 25 bytes for each block. A run is found again by its last item, because whatever comes before an item of a chain stays the same. */
const blooms = RUNS.map(() => new WeakMap<object, RunBloom>());

/** Finds events, and returns their number. */
type Finder = Generator<FoundEvent | undefined, number>;
/** What a search does with an item that no filter excludes: it finds events at once, or step by step in a long block. */
type Visit<T> = (item: T, index: number) => readonly FoundEvent[] | Finder;
/** Adds the addresses and keys of an item's events, at once or step by step. */
type Collect<T> = (item: T, values: EventValues) => Generator<undefined> | undefined;

const NOTHING: readonly FoundEvent[] = [];

class Search {
  readonly #matches: (event: ReceiptEvent) => boolean;
  readonly #hashed: HashedFilter;
  readonly #packed: PackedFilter;
  /** Whether the filter names keys. One of addresses alone often matches all events, and then packing them would not pay. */
  readonly #hasKeys: boolean;
  #skipped = 0;

  constructor(filter: EventFilter) {
    this.#matches = eventMatcher(filter);
    this.#hashed = hashedFilter(filter);
    this.#packed = packedFilter(filter);
    this.#hasKeys = this.#packed.some(({ position }) => position > 0);
  }

  /** Visits the items from `start` to `end` except those in runs that cannot match. */
  *visit<T extends object>(
    list: Sequence<T>,
    [start, end]: readonly [number, number],
    visit: Visit<T>,
    collect: Collect<T>,
    level = 0,
  ): Finder {
    const size = RUNS[level];
    let found = 0;
    if (size === undefined)
      for (let i = start; i < end; i++) {
        const events = visit(list.at(i)!, i);
        if (!('length' in events)) found += yield* events;
        else if (events.length > 0) {
          found += events.length;
          yield* events;
        }
      }
    else
      for (let at = start; at < end; ) {
        const next = Math.min(end, (Math.floor(at / size) + 1) * size);
        const isWhole = next - at === size;
        const bloom = isWhole ? blooms[level]!.get(list.at(next - 1)!) : undefined;
        const parts = bloom ? bloom.partsFor(this.#hashed) : 0;
        if (bloom === undefined) {
          const inside = yield* this.visit(list, [at, next], visit, collect, level + 1);
          if (isWhole && inside <= size / PARTS)
            blooms[level]!.set(list.at(next - 1)!, yield* bloomOf(list, at, size / PARTS, collect));
          found += inside;
          yield undefined;
        } else if (parts === 0) {
          if (++this.#skipped % SKIPPED_AT_ONCE === 0) yield undefined;
        } else {
          for (let rest = parts; rest !== 0; rest &= rest - 1) {
            const start = at + (size / PARTS) * (31 - Math.clz32(rest & -rest));
            found += yield* this.visit(list, [start, start + size / PARTS], visit, collect, level + 1);
          }
          yield undefined;
        }
        at = next;
      }
    return found;
  }

  /** The matching events of a sealed block. */
  block(record: BlockRecord, placed: (index: number) => PlacedTransaction): ReturnType<Visit<never>> {
    if (record.packedEvents && !mayMatch(this.#packed, record.packedEvents)) return NOTHING;
    return this.transactions(record.executed, placed);
  }

  /** The matching events of a block's transactions. */
  transactions(
    list: Sequence<StoredTransaction>,
    placed: (index: number) => PlacedTransaction,
  ): ReturnType<Visit<never>> {
    const visit: Visit<StoredTransaction> = ({ receipt }, index) => this.#transaction(receipt.events, placed, index);
    if (list.length > SHORT_BLOCK) return this.visit(list, [0, list.length], visit, collectTransaction);
    let found: FoundEvent[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const events = this.#transaction(list.at(index)!.receipt.events, placed, index);
      if (events.length > 0) found = found ? found.concat(events) : [...events];
    }
    return found ?? NOTHING;
  }

  #transaction(
    events: readonly ReceiptEvent[],
    placed: (index: number) => PlacedTransaction,
    index: number,
  ): readonly FoundEvent[] {
    let transaction: PlacedTransaction | undefined;
    let found: FoundEvent[] | undefined;
    const chosen =
      this.#hasKeys && events.length >= MANY_EVENTS ? candidates(this.#packed, packedOf(events)) : undefined;
    const count = chosen?.length ?? events.length;
    for (let i = 0; i < count; i++) {
      const eventIndex = chosen ? chosen[i]! : i;
      if (!this.#matches(events[eventIndex]!)) continue;
      transaction ??= placed(index);
      (found ??= []).push({ transaction, eventIndex });
    }
    return found ?? NOTHING;
  }
}

function packedOf(events: readonly ReceiptEvent[]): PackedEvents {
  let words = packed.get(events);
  if (!words) packed.set(events, (words = packEvents(events)));
  return words;
}

/** The filter of a run whose parts have `size` items each. */
function* bloomOf<T>(
  list: Sequence<T>,
  start: number,
  size: number,
  collect: Collect<T>,
): Generator<undefined, RunBloom> {
  const parts: EventValues[] = [];
  let events = 0;
  for (let part = 0; part < PARTS; part++) {
    const values = new EventValues();
    for (let i = 0; i < size && !values.areTooMany; i++) {
      const steps = collect(list.at(start + part * size + i)!, values);
      if (steps) yield* steps;
      if (events + values.events < EVENTS_AT_ONCE) continue;
      events = -values.events;
      yield undefined;
    }
    events += values.events;
    parts.push(values);
    if (values.areTooMany) break;
  }
  return new RunBloom(parts);
}

const collectTransaction: Collect<StoredTransaction> = ({ receipt }, values) => {
  for (const event of receipt.events) values.add(event);
  return undefined;
};

const collectBlock: Collect<BlockRecord> = (record, values) => {
  const { packedEvents } = record;
  if (packedEvents) values.addPacked(packedEvents);
  else if (record.executed.length > SHORT_BLOCK) return collectLongBlock(record, values);
  else for (const transaction of record.executed) collectTransaction(transaction, values);
  return undefined;
};

function* collectLongBlock({ executed }: BlockRecord, values: EventValues): Generator<undefined> {
  let next = values.events + EVENTS_AT_ONCE;
  for (const transaction of executed) {
    collectTransaction(transaction, values);
    if (values.events < next) continue;
    next = values.events + EVENTS_AT_ONCE;
    yield undefined;
  }
}

/** The events of the local blocks from one number to another that match a filter, in order. Yields undefined where other work may run. */
export function* matchingEvents(
  value: ChainValue,
  filter: EventFilter,
  from: number,
  to: number,
): Generator<FoundEvent | undefined> {
  const { history, open } = value;
  const search = new Search(filter);
  const start = Math.max(0, from - history.firstNumber);
  const end = Math.min(history.records.length, to + 1 - history.firstNumber);
  if (start < end)
    yield* search.visit(
      history.records,
      [start, end],
      (record) => search.block(record, (index) => placedAt(value, record, index)),
      collectBlock,
    );
  if (from <= open.number && open.number <= to)
    yield* search.transactions(open.executed, (index) => placedInOpen(value, index));
}
