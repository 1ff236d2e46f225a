import { noParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

export const sealBlock = method({
  name: 'sealBlock',
  group: 'sandbox',
  summary: 'Seals the open block as it is. Transactions that wait in the mempool go on waiting.',
  kind: 'write',
  takesBack: false,
  params: noParams,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }) => {
    const block = await write((draft) => draft.openBlock.seal());
    return { block_hash: hex(block.hash) };
  },
});
