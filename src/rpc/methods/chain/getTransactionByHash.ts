import { struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatHashedTransaction } from '../../format/transaction.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('TransactionHashAndFlagsInput', { transaction_hash: felt, response_flags: includeProofFacts });

export const getTransactionByHash = method({
  name: 'getTransactionByHash',
  group: 'chain',
  summary: 'A transaction by its hash.',
  kind: 'read',
  params,
  origin: { by: 'transaction', member: 'transactionHash', answers: 'lasting' },
  run: ({ chain }, { transactionHash, responseFlags: proofFacts }) => {
    const placed = chain.transaction(transactionHash) ?? chain.waiting(transactionHash);
    if (!placed) throw new RpcError('transactionHashNotFound');
    return formatHashedTransaction(placed, { proofFacts });
  },
});
