import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { PlacedTransaction, Sequence, StoredTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import { EventBloom, type EventWords, type HashedFilter, hashedFilter, mayMatch, wordsOf } from './eventBloom.ts';
import { type EventFilter, eventMatcher } from './eventFilter.ts';
import type { BlockRecord } from './history.ts';
import { placedAt, placedInOpen } from './placed.ts';

/** An event that matches: its transaction, and its index in the transaction. */
export interface FoundEvent {
  readonly transaction: PlacedTransaction;
  readonly eventIndex: number;
}

/**
 * The lengths of runs of blocks, and of transactions in a long block, for which a Bloom filter is kept. A filter is made when a search
 * finds nothing in a run, so nothing is paid by chains whose events nobody searches, and nothing for events that are found everywhere.
 */
const RUNS = [32_768, 1024, 32] as const;
/** Runs that are skipped before other work may run. */
const SKIPPED_AT_ONCE = 256;
/** Blocks of up to this many transactions have no filters of their own. */
const SHORT_BLOCK = 32;
/** COST: about 15 bytes for each block. A run is found again by its last item, because whatever comes before an item of a chain stays the same. */
const blooms = RUNS.map(() => new WeakMap<object, EventBloom>());

/** Finds events, and returns their number. */
type Finder = Generator<FoundEvent | undefined, number>;
/** What a search does with an item that no filter excludes: it finds events at once, or step by step in a long block. */
type Visit<T> = (item: T, index: number) => readonly FoundEvent[] | Finder;

const NOTHING: readonly FoundEvent[] = [];

class Search {
  readonly #matches: (event: ReceiptEvent) => boolean;
  readonly #hashed: HashedFilter;
  #skipped = 0;

  constructor(filter: EventFilter) {
    this.#matches = eventMatcher(filter);
    this.#hashed = hashedFilter(filter);
  }

  /** Visits the items from `start` to `end` except those in runs that cannot match. */
  *visit<T extends object>(
    list: Sequence<T>,
    [start, end]: readonly [number, number],
    visit: Visit<T>,
    eventsOf: (item: T) => Iterable<EventWords>,
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
        if (bloom === undefined || bloom.mayMatch(this.#hashed)) {
          const inside = yield* this.visit(list, [at, next], visit, eventsOf, level + 1);
          if (isWhole && inside === 0 && bloom === undefined)
            blooms[level]!.set(list.at(next - 1)!, yield* EventBloom.of(eventsBetween(list, at, next, eventsOf)));
          found += inside;
          yield undefined;
        } else if (++this.#skipped % SKIPPED_AT_ONCE === 0) yield undefined;
        at = next;
      }
    return found;
  }

  /** The matching events of a sealed block. */
  block(record: BlockRecord, placed: (index: number) => PlacedTransaction): ReturnType<Visit<never>> {
    const words = record.undecodedEvents?.();
    if (words && !words.some((event) => mayMatch(this.#hashed, event))) return NOTHING;
    return this.transactions(record.executed, placed);
  }

  /** The matching events of a block's transactions. */
  transactions(
    list: Sequence<StoredTransaction>,
    placed: (index: number) => PlacedTransaction,
  ): ReturnType<Visit<never>> {
    const visit: Visit<StoredTransaction> = ({ receipt }, index) => this.#transaction(receipt.events, placed, index);
    if (list.length > SHORT_BLOCK) return this.visit(list, [0, list.length], visit, eventsOfTransaction);
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
    for (let eventIndex = 0; eventIndex < events.length; eventIndex++)
      if (this.#matches(events[eventIndex]!)) {
        transaction ??= placed(index);
        (found ??= []).push({ transaction, eventIndex });
      }
    return found ?? NOTHING;
  }
}

function* eventsBetween<T>(
  list: Sequence<T>,
  start: number,
  end: number,
  eventsOf: (item: T) => Iterable<EventWords>,
): Generator<EventWords> {
  for (let i = start; i < end; i++) yield* eventsOf(list.at(i)!);
}

const eventsOfTransaction = ({ receipt }: StoredTransaction): readonly EventWords[] => receipt.events.map(wordsOf);

function* eventsOfBlock(record: BlockRecord): Generator<EventWords> {
  const words = record.undecodedEvents?.();
  if (words) yield* words;
  else for (const transaction of record.executed) yield* eventsOfTransaction(transaction);
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
      eventsOfBlock,
    );
  if (from <= open.number && open.number <= to)
    yield* search.transactions(open.executed, (index) => placedInOpen(value, index));
}
