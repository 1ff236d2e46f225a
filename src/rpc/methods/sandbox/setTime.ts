import { jsonInteger } from '../../../json/writeJson.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('SetTime', { time: wholeNumber(64), generate_block: optional(boolean) });

export const setTime = method({
  name: 'setTime',
  group: 'sandbox',
  summary: 'Sets the time of the next block.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  journalNumbers: { fields: ['time'], form: 'integer' },
  run: async ({ write }, { time, generateBlock = true }) => {
    const block = await write((draft) => draft.setTime(time, generateBlock));
    return { block_timestamp: jsonInteger(time), block_hash: block ? hex(block.hash) : null };
  },
});
