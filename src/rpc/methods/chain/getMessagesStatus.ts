import { struct } from '../../decode/decoder.ts';
import { l1Hash } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { formatStatus } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('L1TransactionHashInput', { transaction_hash: l1Hash });

export const getMessagesStatus = method({
  name: 'getMessagesStatus',
  group: 'chain',
  summary: 'The status of the messages that an L1 transaction sent.',
  kind: 'read',
  params,
  origin: { by: 'l1Transaction', answers: 'passing', finality: 'statuses' },
  run: ({ chain, isStrict }, { transactionHash }) => {
    const placed = chain.transactionsOfL1(transactionHash);
    if (placed.length === 0) throw new RpcError('transactionHashNotFound');
    return placed.map((transaction) => ({
      transaction_hash: hex(transaction.hash),
      ...formatStatus(transaction, isStrict),
    }));
  },
});
