import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { method } from '../../method.ts';

const params = struct('BlockIdInput', { block_id: blockId });

export const getBlockTransactionCount = method(
  'getBlockTransactionCount',
  params,
  ({ chain }, { blockId }) => chain.resolveBlock(blockId).transactions.length,
);
