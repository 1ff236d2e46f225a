import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatReceipt } from '../../format/receipt.ts';
import { formatTransaction } from '../../format/transaction.ts';
import { method } from '../../method.ts';
import { writeBlock } from '../../writeBlock.ts';

const params = struct('BlockIdAndFlagsInput', { block_id: blockId, response_flags: includeProofFacts });

export const getBlockWithReceipts = method({
  name: 'getBlockWithReceipts',
  group: 'chain',
  summary: 'A block with its transactions and their receipts.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lastingOnL1', finality: 'block' },
  run: (context, { blockId, responseFlags: proofFacts }) => {
    const { chain } = context;
    const block = chain.resolveBlock(blockId);
    const items = () => chain.eachTransaction(block);
    return writeBlock(context, 'getBlockWithReceipts', block, items, (placed) => ({
      receipt: formatReceipt(placed),
      transaction: formatTransaction(placed, { proofFacts }),
    }));
  },
});
