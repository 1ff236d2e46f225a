import { finish } from '../../async/steps.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { PooledTransaction } from '../../mempool/pooledTransaction.ts';
import type { ChainValue } from './chainValue.ts';
import type { ChainEvent } from './event.ts';
import { queued } from './queued.ts';

/** The events of the mempool between two values of the chain: what waits now and did not, what waited and is in a block now, and what is gone. */
export function queueEvents(old: ChainValue, now: ChainValue): ChainEvent[] {
  const added = inOrder(finish(now.pool.received.changesSince(old.pool.received)));
  const gone = inOrder(finish(old.pool.received.changesSince(now.pool.received)));
  const isInBlock = ({ submission }: PooledTransaction) => {
    const hash = keyOf(submission.hash);
    return now.open.places.has(hash) || now.history.places.get(hash) !== undefined;
  };
  const selected: PooledTransaction[] = [];
  const dropped: PooledTransaction[] = [];
  for (const entry of gone) (isInBlock(entry) ? selected : dropped).push(entry);
  const events: ChainEvent[] = [];
  if (added.length) events.push({ kind: 'queued', transactions: added.map((entry) => queued(entry, 'RECEIVED')) });
  if (selected.length)
    events.push({ kind: 'queued', transactions: selected.map((entry) => queued(entry, 'CANDIDATE')) });
  if (dropped.length) events.push({ kind: 'dropped', transactions: dropped.map((entry) => queued(entry, 'RECEIVED')) });
  return events;
}

const inOrder = (entries: ReadonlyMap<FeltKey, PooledTransaction>): readonly PooledTransaction[] =>
  [...entries.values()].sort((a, b) => a.arrivalId - b.arrivalId);
