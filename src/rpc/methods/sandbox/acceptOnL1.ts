import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { namingNoBlock } from '../../rewordErrors.ts';

const params = struct('AcceptOnL1Request', { starting_block_id: blockId });

export const acceptOnL1 = method({
  name: 'acceptOnL1',
  group: 'sandbox',
  summary: 'Marks blocks, the given one and all before it, as accepted on L1.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async ({ write }, { startingBlockId }) => {
    const blocks = await namingNoBlock(() => write((draft) => draft.acceptOnL1(startingBlockId)));
    return { accepted: blocks.map(({ hash }) => hex(hash)) };
  },
});
