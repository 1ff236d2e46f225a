import { list, optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { optionalParams } from '../../decode/params.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { hexList } from '../../format/hex.ts';
import { formatNotAdded } from '../../format/mempool.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const params = optionalParams(
  struct('PreconfirmTransactions', {
    max_transactions: optional(wholeNumber(53)),
    transaction_hashes: optional(list(felt, 'pooledTransactions')),
  }),
);

/** By the configured order until the block is full, at most so many, or those with these hashes in this order. */
export const preconfirmTransactions = method({
  name: 'preconfirmTransactions',
  group: 'sandbox',
  summary:
    'Selects transactions of the mempool, executes them and adds them to the open block: by the configured order until the block is full, or those with the given hashes.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }, { maxTransactions, transactionHashes }) => {
    if (maxTransactions !== undefined && transactionHashes !== undefined)
      throw invalidParams('max_transactions and transaction_hashes are mutually exclusive: give one of them');
    if (maxTransactions === 0n) throw invalidParams('max_transactions must be positive');
    const most = maxTransactions === undefined ? undefined : Number(maxTransactions);
    const { preConfirmed, rejected, blocked, isBlockFull } = await write((draft) =>
      draft.pool.preconfirm(transactionHashes ? { hashes: transactionHashes } : { most }),
    );
    return {
      pre_confirmed: hexList(preConfirmed),
      rejected: rejected.map(formatNotAdded),
      blocked: blocked.map(formatNotAdded),
      block_full: isBlockFull,
    };
  },
});
