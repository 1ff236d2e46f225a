import { hasMempool } from '../../../../src/library/blockMode.ts';
import type { QueuedSending } from '../../../../src/library/sending/queuedSending.ts';
import { RpcFailure } from '../../transport/connection.ts';
import type { NodeClient } from '../node/nodeClient.ts';

export { hasMempool };

/** The code of the specification for a hash that no transaction has. */
const HASH_NOT_FOUND = 29;

const placeOf = (account: string | bigint, nonce: string | bigint): string => `${BigInt(account)} ${BigInt(nonce)}`;

/** What sending does if transactions wait in the mempool of the node; undefined if they do not wait there. */
export async function queuedSending(
  node: NodeClient,
  onWaiting: (hash: string) => void,
): Promise<QueuedSending | undefined> {
  // Of a change of the mode by others there is no notification.
  const { block_generation_on } = await node.request('sandbox_getOverview');
  if (!hasMempool(block_generation_on)) return undefined;
  const { transactions } = await node.request('sandbox_getMempool');
  const taken = new Set(transactions.map(({ sender_address, nonce }) => placeOf(sender_address, nonce)));
  return {
    nextNonce: (account, nonce) => {
      let next = nonce;
      while (taken.has(placeOf(account, next))) next = (next + 1n) as typeof nonce;
      return next;
    },
    waits: () => true,
    included: (hash) => {
      onWaiting(hash);
      node.changed();
      return included(node, hash);
    },
  };
}

/** Resolves when a transaction that waits is in a block. Rejects if it is gone, or if the node cannot be asked. */
function included(node: NodeClient, hash: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () =>
      node.request('chain_getTransactionStatus', { transaction_hash: hash }).then(
        ({ finality_status }) => {
          if (finality_status === 'RECEIVED' || finality_status === 'CANDIDATE') return;
          stop();
          resolve();
        },
        (error: unknown) => {
          stop();
          // Any other error, such as that of a lost connection, says nothing about the transaction.
          const isGone = error instanceof RpcFailure && error.code === HASH_NOT_FOUND;
          const gone = `The transaction ${hash} is not in the mempool any more, and in no block.`;
          reject(isGone ? new Error(gone, { cause: error }) : error);
        },
      );
    const stop = node.revision.follow(look);
    look();
  });
}
