import { usesMempool } from '../chain/config.ts';
import type { Submitted } from '../chain/draft/openBlockDraft.ts';
import type { BroadcastTransaction } from '../chain/run/broadcast.ts';
import { ChainError } from '../protocol/chainError.ts';
import type { Context } from './context.ts';
import { explainingRejection } from './explainedError.ts';

/** Sends the transaction of a client to the chain, or to its mempool, if the rules of the gateway allow it. */
export async function sendTransaction(
  { node, chain, write, gateway, isEvicted }: Context,
  transaction: BroadcastTransaction,
): Promise<Submitted> {
  gateway?.check(transaction, chain);
  // The compilation starts while the request waits in the queue. Its errors are reported when the request runs.
  if (transaction.type === 'DECLARE') node.compile(transaction.contractClass).catch(() => undefined);
  try {
    return await explainingRejection(chain, () =>
      write(async (draft) => {
        // A transaction that will be evicted is admitted or run on a copy, which nobody sees.
        const target = isEvicted ? draft.copy() : draft;
        if (usesMempool(draft.view.value.blockGeneration)) return target.pool.admit(transaction);
        await gateway?.checkNonce(transaction, draft.view);
        return target.openBlock.submit(transaction);
      }),
    );
  } catch (error) {
    const isUsed = error instanceof ChainError && error.kind === 'invalidTransactionNonce';
    throw (isUsed && gateway?.underpriced(transaction, node.chain)) || error;
  }
}
