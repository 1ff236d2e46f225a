import { finalityOf } from '../../../chain/value/placed.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatBlock } from '../../format/block.ts';
import { formatHashedTransaction } from '../../format/transaction.ts';
import { mapInSlices } from '../../mapInSlices.ts';
import { method } from '../../method.ts';

const params = struct('BlockIdAndFlagsInput', { block_id: blockId, response_flags: includeProofFacts });

export const getBlockWithTxs = method({
  name: 'getBlockWithTxs',
  group: 'chain',
  summary: 'A block with its transactions.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lastingOnL1', finality: 'block' },
  run: async ({ chain }, { blockId, responseFlags: proofFacts }) => {
    const block = chain.resolveBlock(blockId);
    const transactions = await mapInSlices(chain, block.transactions, (transaction) =>
      formatHashedTransaction(transaction, { proofFacts }),
    );
    return formatBlock(block, finalityOf(chain, block), transactions);
  },
});
