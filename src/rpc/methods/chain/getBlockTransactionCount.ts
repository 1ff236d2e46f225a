import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { method } from '../../method.ts';

const params = struct('BlockIdInput', { block_id: blockId });

export const getBlockTransactionCount = method({
  name: 'getBlockTransactionCount',
  group: 'chain',
  summary: 'The number of transactions in a block.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: ({ chain }, { blockId }) => chain.resolveBlock(blockId).transactions.length,
});
