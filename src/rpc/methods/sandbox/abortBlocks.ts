import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { namingNoBlock } from '../../rewordErrors.ts';

const params = struct('AbortBlocksRequest', { starting_block_id: blockId });

export const abortBlocks = method({
  name: 'abortBlocks',
  group: 'sandbox',
  summary: 'Removes blocks, from the given one to the newest, and what they changed.',
  kind: 'write',
  takesBack: true,
  params,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }, { startingBlockId }) => {
    const blocks = await namingNoBlock(() => write((draft) => draft.abortBlocks(startingBlockId)));
    return { aborted: blocks.map(({ hash }) => hex(hash)) };
  },
});
