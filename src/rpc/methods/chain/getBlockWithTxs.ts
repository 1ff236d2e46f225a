import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatHashedTransaction } from '../../format/transaction.ts';
import { method } from '../../method.ts';
import { writeBlock } from '../../writeBlock.ts';

const params = struct('BlockIdAndFlagsInput', { block_id: blockId, response_flags: includeProofFacts });

export const getBlockWithTxs = method({
  name: 'getBlockWithTxs',
  group: 'chain',
  summary: 'A block with its transactions.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lastingOnL1', finality: 'block' },
  run: (context, { blockId, responseFlags: proofFacts }) => {
    const block = context.chain.resolveBlock(blockId);
    const items = () => block.transactions;
    return writeBlock(context, 'getBlockWithTxs', block, items, (transaction) =>
      formatHashedTransaction(transaction, { proofFacts }),
    );
  },
});
