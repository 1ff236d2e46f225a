import type { Node } from '../../chain/node.ts';
import type { Felt } from '../../felt/felt.ts';
import { nextNonce } from '../../mempool/nextNonce.ts';
import { errors } from '../../protocol/errors.ts';
import { SandboxError } from '../errors.ts';
import type { Connection } from '../requests/connection.ts';
import { followUntil } from '../requests/followUntil.ts';
import type { Hex } from '../values.ts';

/** What sending does if transactions wait in the mempool. */
export interface QueuedSending {
  /** The first nonce from this one on that no transaction of the account has which waits. */
  nextNonce(account: Felt, nonce: Felt): Felt;
  /** Whether a transaction waits. */
  waits(hash: Hex): boolean;
  /** Resolves when a transaction that waits is in a block. Throws if it is removed, or if the sandbox is closed before. */
  included(hash: Hex): Promise<void>;
}

export const queuedSending = (node: Node, connection: Connection): QueuedSending => ({
  nextNonce: (account, nonce) => nextNonce(node.value.pool, account, nonce),
  waits: (hash) => node.value.pool.waiting(BigInt(hash) as Felt) !== undefined,
  included: (hash) => {
    const transaction = BigInt(hash) as Felt;
    return followUntil(node, connection, `the transaction ${hash} was waiting in the mempool`, () => {
      if (node.value.pool.waiting(transaction)) return false;
      if (node.chain.transaction(transaction)) return true;
      throw removed(hash);
    });
  },
});

const removed = (hash: Hex): SandboxError =>
  new SandboxError('starknet_getTransactionReceipt', {
    ...errors.transactionHashNotFound,
    data: `The transaction ${hash} was removed from the mempool and is in no block. If the chain refused it, the answer of box.mempool.preconfirm() says why.`,
  });
