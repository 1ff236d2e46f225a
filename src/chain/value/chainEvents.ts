import type { Block, PlacedTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import type { BlockName, ChainEvent } from './event.ts';
import { type BlockRecord, nextNumber, recordOf } from './history.ts';
import { eachPlaced, eachPlacedInOpen, placedOf } from './placed.ts';
import { queueEvents } from './queueEvents.ts';

/**
 * The events between two values of the chain, computed from the values alone: whatever replaced one by the
 * other (a transaction, an abort, a revert), followers get the same events.
 */
export function eventsBetween(old: ChainValue, now: ChainValue): ChainEvent[] {
  if (old === now) return [];
  if (old.origin !== now.origin) return [{ kind: 'reset' }];
  const events: ChainEvent[] = [];
  const first = now.history.firstNumber;
  const common = first + old.history.records.firstDifference(now.history.records);
  const oldEnd = nextNumber(old.history);
  const nowEnd = nextNumber(now.history);

  if (old.pool !== now.pool) events.push(...queueEvents(old, now));
  if (common < oldEnd) events.push({ kind: 'reorg', first: nameOf(old, common), last: nameOf(old, oldEnd - 1) });
  const changed = acceptanceChanges(old, now, common);
  if (changed.length) events.push({ kind: 'status', transactions: changed });
  for (let number = common; number < nowEnd; number++) events.push(new BlockAdded(now, recordOf(now.history, number)!));
  events.push(...openEvents(old, now, common < oldEnd || nowEnd < oldEnd));
  return events;
}

/** The event of a block. Its content is read when a follower asks for it: a loaded chain has many blocks, and often nobody follows. */
class BlockAdded {
  readonly kind = 'block';
  readonly #value: ChainValue;
  readonly #record: BlockRecord;
  #transactions: readonly PlacedTransaction[] | undefined;

  constructor(value: ChainValue, record: BlockRecord) {
    this.#value = value;
    this.#record = record;
  }

  get block(): Block {
    return this.#record.block;
  }

  get transactions(): readonly PlacedTransaction[] {
    this.#transactions ??= placedOf(this.#value, this.#record);
    return this.#transactions;
  }
}

const nameOf = (value: ChainValue, number: number): BlockName => {
  const { block } = recordOf(value.history, number)!;
  return { number, hash: block.hash };
};

/** Transactions of common blocks that became accepted on L1, or are no longer. */
function acceptanceChanges(old: ChainValue, now: ChainValue, common: number): PlacedTransaction[] {
  const from = now.history.firstNumber - 1;
  const before = Math.min(old.l1AcceptedNumber ?? from, common - 1);
  const after = Math.min(now.l1AcceptedNumber ?? from, common - 1);
  const changed: PlacedTransaction[] = [];
  for (let number = Math.min(before, after) + 1; number <= Math.max(before, after); number++) {
    const record = recordOf(now.history, number);
    if (record) for (const placed of eachPlaced(now, record)) changed.push(placed);
  }
  return changed;
}

/** Transactions of the open block that were not in it before. */
function openEvents(old: ChainValue, now: ChainValue, isRestored: boolean): ChainEvent[] {
  const isSame = old.open.number === now.open.number;
  const shared = isSame ? old.open.executed.firstDifference(now.open.executed) : 0;
  const added = [...eachPlacedInOpen(now, shared)];
  if (!added.length) return [];
  // Transactions appended to the open block were submitted. Otherwise a block was restored, and only the statuses changed.
  const isSubmitted = !isRestored && shared === (isSame ? old.open.executed.length : 0);
  return [{ kind: isSubmitted ? 'preConfirmed' : 'status', transactions: added }];
}
