import { finalityOf } from '../../../chain/value/placed.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { type BlockWith, formatBlockHead } from '../../format/block.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('BlockIdInput', { block_id: blockId });

export const getBlockWithTxHashes = method({
  name: 'getBlockWithTxHashes',
  group: 'chain',
  summary: 'A block with the hashes of its transactions.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lastingOnL1', finality: 'block' },
  run: ({ chain }, { blockId }) => {
    const block = chain.resolveBlock(blockId);
    const hashes = Array.from(block.transactions, ({ hash }) => hex(hash));
    return { ...formatBlockHead(block, finalityOf(chain.value, block)), transactions: hashes } as BlockWith<Hex>;
  },
});
