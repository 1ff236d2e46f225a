import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { PlacedTransaction, Sequence, StoredTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import { EventValues, hashedFilter } from './eventBloom.ts';
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
import { type Collect, newRunBlooms, RunSearch, type Visit } from './runSearch.ts';

/** An event that matches: its transaction, and its index in the transaction. */
export interface FoundEvent {
  readonly transaction: PlacedTransaction;
  readonly eventIndex: number;
}

/** Blocks of up to this many transactions have no filters of their own. */
const SHORT_BLOCK = 32;
/** The events of a transaction with at least this many are packed by the first search for keys, and later searches go over words. */
const MANY_EVENTS = 64;
/** Events that are read for a filter before other work may run: about 2 ms. */
const EVENTS_AT_ONCE = 4096;
/** COST: about 16 bytes for each event of such transactions. */
const packed = new WeakMap<readonly ReceiptEvent[], PackedEvents>();
const blooms = newRunBlooms();

type Found = ReturnType<Visit<never, FoundEvent>>;

const NOTHING: readonly FoundEvent[] = [];

class Search {
  readonly #matches: (event: ReceiptEvent) => boolean;
  readonly #packed: PackedFilter;
  /** Whether the filter names keys. One of addresses alone often matches all events, and then packing them would not pay. */
  readonly #hasKeys: boolean;
  readonly #isNewestFirst: boolean;
  readonly runs: RunSearch<EventValues>;

  constructor(filter: EventFilter, isNewestFirst: boolean) {
    this.#matches = eventMatcher(filter);
    this.#packed = packedFilter(filter);
    this.#hasKeys = this.#packed.some(({ position }) => position > 0);
    this.#isNewestFirst = isNewestFirst;
    const newValues = () => new EventValues();
    this.runs = new RunSearch({ filter: hashedFilter(filter), blooms, newValues, isNewestFirst });
  }

  /** The matching events of a sealed block. */
  block(record: BlockRecord, placed: (index: number) => PlacedTransaction): Found {
    if (record.packedEvents && !mayMatch(this.#packed, record.packedEvents)) return NOTHING;
    return this.transactions(record.executed, placed);
  }

  /** The matching events of a block's transactions. */
  transactions(list: Sequence<StoredTransaction>, placed: (index: number) => PlacedTransaction): Found {
    const visit: Visit<StoredTransaction, FoundEvent> = ({ receipt }, index) =>
      this.#transaction(receipt.events, placed, index);
    if (list.length > SHORT_BLOCK) return this.runs.visit(list, [0, list.length], visit, collectTransaction);
    let found: FoundEvent[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const index = this.#isNewestFirst ? list.length - 1 - i : i;
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
    if (this.#isNewestFirst) found?.reverse();
    return found ?? NOTHING;
  }
}

function packedOf(events: readonly ReceiptEvent[]): PackedEvents {
  let words = packed.get(events);
  if (!words) packed.set(events, (words = packEvents(events)));
  return words;
}

const collectTransaction: Collect<StoredTransaction, EventValues> = ({ receipt }, values) => {
  for (const event of receipt.events) values.add(event);
  return undefined;
};

const collectBlock: Collect<BlockRecord, EventValues> = (record, values) => {
  const { packedEvents } = record;
  if (packedEvents) values.addPacked(packedEvents);
  else if (record.executed.length > SHORT_BLOCK) return collectLongBlock(record, values);
  else for (const transaction of record.executed) collectTransaction(transaction, values);
  return undefined;
};

function* collectLongBlock({ executed }: BlockRecord, values: EventValues): Generator<undefined> {
  let next = values.read + EVENTS_AT_ONCE;
  for (const transaction of executed) {
    collectTransaction(transaction, values);
    if (values.read < next) continue;
    next = values.read + EVENTS_AT_ONCE;
    yield undefined;
  }
}

/**
 * The events of the local blocks from one number to another that match a filter, in order or the newest first. Yields undefined where other
 * work may run.
 */
export function* matchingEvents(
  value: ChainValue,
  filter: EventFilter,
  from: number,
  to: number,
  isNewestFirst = false,
): Generator<FoundEvent | undefined> {
  const { history, open } = value;
  const search = new Search(filter, isNewestFirst);
  const isOpenIn = from <= open.number && open.number <= to;
  const inOpen = () => search.transactions(open.executed, (index) => placedInOpen(value, index));
  if (isOpenIn && isNewestFirst) yield* inOpen();
  const start = Math.max(0, from - history.firstNumber);
  const end = Math.min(history.records.length, to + 1 - history.firstNumber);
  if (start < end)
    yield* search.runs.visit(
      history.records,
      [start, end],
      (record) => search.block(record, (index) => placedAt(value, record, index)),
      collectBlock,
    );
  if (isOpenIn && !isNewestFirst) yield* inOpen();
}
