import { finishInSlices } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import type { AccountNonces } from './admission.ts';
import type { Pool } from './pool.ts';
import { type PooledTransaction, placeOf } from './pooledTransaction.ts';
import { accountsOf, eligibility, Selection, type SelectionContext } from './selection.ts';

/** A block that is being filled, and the pool that it is filled from. */
export interface FilledBlock {
  readonly pool: Pool;
  changePool(pool: Pool): void;
  /** How many transactions the block still takes. */
  readonly room: number;
  readonly nonces: AccountNonces;
  readonly context: SelectionContext;
  /** Executes a transaction and adds it to the block. Returns why the chain refuses it; undefined if it is in the block. */
  include(entry: PooledTransaction): Promise<string | undefined>;
  /** A pause, if one is due. */
  rest(): Promise<void> | undefined;
}

/** A transaction that was not added to the block, and why. */
export interface NotAdded {
  readonly hash: Felt;
  readonly reason: string;
}

/** What became of the transactions that were selected. */
export class Selected {
  /** All of them, in the order in which they were tried. */
  readonly tried: Felt[] = [];
  readonly preConfirmed: Felt[] = [];
  /** Removed from the pool: the nonce was used, or the chain refused the transaction. */
  readonly rejected: NotAdded[] = [];
  /** Not removed: it is not their turn. */
  readonly blocked: NotAdded[] = [];
}

/** Fills a block by the configured order, with at most so many transactions. */
export async function fillByOrder(block: FilledBlock, most: number): Promise<Selected> {
  const selected = new Selected();
  if (block.pool.received.size === 0) return selected;
  const nonceOf = await block.nonces.all(accountsOf(block.pool));
  const selection = await finishInSlices(Selection.start(block.pool, nonceOf, block.context));
  for (const { entry, reason } of selection.stale) {
    await block.rest();
    reject(block, entry, reason, selected);
  }
  for (let count = 0; count < most && block.room > 0; count++) {
    // One that is refused at once takes no turn of its own.
    await block.rest();
    const entry = selection.next(block.pool.selections);
    if (!entry) break;
    if (await add(block, entry, selected)) selection.added(entry);
  }
  return selected;
}

/** Fills a block with these transactions, in this order. */
export async function fillWith(block: FilledBlock, entries: readonly PooledTransaction[]): Promise<Selected> {
  const selected = new Selected();
  for (const entry of entries) {
    await block.rest();
    if (block.room === 0) break;
    const place = placeOf(entry.submission);
    const nonce = place ? await block.nonces.one(place.address) : 0n;
    const found = eligibility(block.pool, entry, nonce, block.context);
    if (found.kind === 'ready') await add(block, entry, selected);
    else if (found.kind === 'stale') reject(block, entry, found.reason(), selected);
    else {
      block.changePool(block.pool.selected());
      selected.tried.push(entry.submission.hash);
      selected.blocked.push({ hash: entry.submission.hash, reason: found.reason() });
    }
  }
  return selected;
}

/** Executes a transaction that can be selected. Returns whether it is in the block now. */
async function add(block: FilledBlock, entry: PooledTransaction, selected: Selected): Promise<boolean> {
  const { hash } = entry.submission;
  selected.tried.push(hash);
  block.changePool(block.pool.selected());
  const reason = await block.include(entry);
  if (reason === undefined) selected.preConfirmed.push(hash);
  else {
    block.changePool(block.pool.without([keyOf(hash)]));
    selected.rejected.push({ hash, reason });
  }
  return reason === undefined;
}

/** Removes a transaction that can never be selected again. */
function reject(block: FilledBlock, { submission: { hash } }: PooledTransaction, reason: string, selected: Selected) {
  selected.tried.push(hash);
  block.changePool(block.pool.without([keyOf(hash)]).selected());
  selected.rejected.push({ hash, reason });
}
