import { blockId } from '../../decode/blockId.ts';
import { struct, u64 } from '../../decode/decoder.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatHashedTransaction } from '../../format/transaction.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = struct('BlockIdAndIndexInput', { block_id: blockId, index: u64, response_flags: includeProofFacts });

export const getTransactionByBlockIdAndIndex = method({
  name: 'getTransactionByBlockIdAndIndex',
  group: 'chain',
  summary: 'A transaction by its place in a block.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: ({ chain }, { blockId, index, responseFlags: proofFacts }) => {
    const transaction = chain.resolveBlock(blockId).transactions.at(Number(index));
    if (!transaction) throw new RpcError('invalidTransactionIndex');
    return formatHashedTransaction(transaction, { proofFacts });
  },
});
