import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const createBlock = method({
  name: 'createBlock',
  group: 'sandbox',
  summary: 'Seals the open block. With a mempool the block is filled from it first.',
  kind: 'write',
  takesBack: false,
  params: noParams,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }) => {
    const block = await write((draft) => draft.createBlock());
    return { block_hash: hex(block.hash) };
  },
});
