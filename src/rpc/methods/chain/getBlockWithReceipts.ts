import { finalityOf } from '../../../chain/value/placed.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { formatBlock } from '../../format/block.ts';
import { formatReceipt } from '../../format/receipt.ts';
import { formatTransaction } from '../../format/transaction.ts';
import { mapInSlices } from '../../mapInSlices.ts';
import { method } from '../../method.ts';

const params = struct('BlockIdAndFlagsInput', { block_id: blockId, response_flags: includeProofFacts });

export const getBlockWithReceipts = method({
  name: 'getBlockWithReceipts',
  group: 'chain',
  summary: 'A block with its transactions and their receipts.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lastingOnL1', finality: 'block' },
  run: async ({ chain }, { blockId, responseFlags: proofFacts }) => {
    const block = chain.resolveBlock(blockId);
    const transactions = await mapInSlices(chain, chain.eachTransaction(block), (placed) => ({
      receipt: formatReceipt(placed),
      transaction: formatTransaction(placed, { proofFacts }),
    }));
    return formatBlock(block, finalityOf(chain, block), transactions);
  },
});
