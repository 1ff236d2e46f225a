import type { PlacedTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import type { BlockName, ChainEvent } from './event.ts';
import { nextNumber, recordOf } from './history.ts';
import { eachPlacedInOpen, placedOf } from './placed.ts';

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

  if (common < oldEnd) events.push({ kind: 'reorg', first: nameOf(old, common), last: nameOf(old, oldEnd - 1) });
  const changed = acceptanceChanges(old, now, common);
  if (changed.length) events.push({ kind: 'status', transactions: changed });
  for (let number = common; number < nowEnd; number++) {
    const record = recordOf(now.history, number)!;
    events.push({ kind: 'block', block: record.block, transactions: placedOf(now, record) });
  }
  events.push(...openEvents(old, now, common < oldEnd || nowEnd < oldEnd));
  return events;
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
    if (record) changed.push(...placedOf(now, record));
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
