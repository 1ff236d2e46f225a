import type { ChainDraft } from '../../chain/draft/chainDraft.ts';
import { isRejection } from '../../chain/run/rejectedTransaction.ts';
import type { Block } from '../../chain/value/block.ts';
import { type BlockRecord, nextNumber, recordOf } from '../../chain/value/history.ts';
import type { ExecutedTransaction } from '../../chain/value/openBlock.ts';
import { senderOf } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { draw } from '../../random/draw.ts';

/** What a reorganisation did. */
export interface Reorganised {
  /** The blocks that were taken back, newest first. */
  readonly removed: readonly Block[];
  /** The transactions that could not run again, and are in no block any more. */
  readonly dropped: readonly Felt[];
}

/**
 * Takes back the newest blocks and runs their transactions again, in as many blocks of the same sizes. The seed decides their order; those of
 * one account keep theirs, since their nonces follow each other. Blocks that are accepted on L1 stay, and so do those with a direct edit of
 * the state, which no reorganisation of a network takes back, and what is below them.
 */
export async function reorganise(draft: ChainDraft, most: number, seed: number): Promise<Reorganised> {
  const { view } = draft;
  const { history, open, blockGeneration } = view.value;
  const last = nextNumber(history) - 1;
  const lowest = Math.max(last - most + 1, history.firstNumber + 1, (view.value.l1AcceptedNumber ?? -1) + 1);
  let first = last + 1;
  const isOpenEdited = open.changes.length > open.opening + open.executed.length;
  const hasAliases = view.surroundings.config.stateAliases;
  const isScheduled = (number: number) => view.value.scheduledCells?.has(number) ?? false;
  while (first > lowest && !isEdited(recordOf(history, first - 1)!, hasAliases, isScheduled)) first--;
  if (isOpenEdited || first > last) return { removed: [], dropped: [] };

  const blocks: (readonly ExecutedTransaction[])[] = [];
  for (let number = first; number <= last; number++) blocks.push(recordOf(history, number)!.executed);
  const waiting = [...open.executed];
  const order = otherOrder([...blocks.flat(), ...waiting], seed);
  const removed = await draft.abortBlocks({ number: first });
  await draft.pool.restore(view.value);
  const dropped: Felt[] = [];
  const repeat = async (count: number): Promise<void> => {
    for (const executed of order.splice(0, count)) {
      await draft.openBlock.repeat(executed).catch((error: unknown) => {
        if (!isRejection(error)) throw error;
        draft.pool.forget(executed.hash);
        dropped.push(executed.hash);
      });
      await draft.view.rest();
    }
  };
  for (const { length } of blocks) {
    const before = draft.view.latest.number;
    await repeat(length);
    // A transaction may have made its own block.
    if (draft.view.latest.number === before || blockGeneration !== 'transaction') await draft.openBlock.seal();
  }
  await repeat(waiting.length);
  return { removed, dropped };
}

/** Whether a block has changes that are not of its transactions, of its opening (the hash of an old block, scheduled cells), or of aliases. */
function isEdited(
  { block, executed, changes }: BlockRecord,
  hasAliases: boolean,
  isScheduled: (number: number) => boolean,
): boolean {
  const { number, protocol } = block;
  const ofOpening = number >= protocol.storedBlockHashBuffer || isScheduled(number) ? 1 : 0;
  return changes.length > executed.length + ofOpening + (hasAliases ? 1 : 0);
}

/** Puts transactions into another order, if there is one that every account allows. */
function otherOrder(all: readonly ExecutedTransaction[], seed: number): ExecutedTransaction[] {
  const queues = new Map<string, ExecutedTransaction[]>();
  for (const executed of all) {
    const account = accountOf(executed);
    const queue = queues.get(account);
    if (queue) queue.push(executed);
    else queues.set(account, [executed]);
  }
  const rest = [...queues.values()];
  const order: ExecutedTransaction[] = [];
  for (let step = 0; order.length < all.length; step++) {
    const chosen = Math.floor(draw(seed, step) * rest.length);
    const queue = rest[chosen]!;
    order.push(queue.shift()!);
    if (queue.length === 0) rest.splice(chosen, 1);
  }
  if (queues.size > 1 && order.every((executed, i) => executed === all[i])) swapOnce(order);
  return order;
}

/** Exchanges the first two neighbours of different accounts. */
function swapOnce(order: ExecutedTransaction[]): void {
  const at = order.findIndex((executed, i) => i > 0 && accountOf(executed) !== accountOf(order[i - 1]!));
  order.splice(at - 1, 2, order[at]!, order[at - 1]!);
}

/** Messages from L1 are in nobody's order; each has its own. */
const accountOf = ({ transaction, hash }: ExecutedTransaction): string =>
  transaction.type === 'L1_HANDLER' ? `message ${hash}` : String(senderOf(transaction));
