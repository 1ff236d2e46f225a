import { jsonInteger } from '../../../json/writeJson.ts';
import { struct } from '../../decode/decoder.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('IncreaseTime', { time: wholeNumber(64) });

export const increaseTime = method({
  name: 'increaseTime',
  group: 'sandbox',
  summary: 'Moves the clock of blocks forward and seals a block.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  journalNumbers: { fields: ['time'], form: 'integer' },
  run: async ({ write }, { time }) => {
    const block = await write((draft) => draft.increaseTime(time));
    return { timestamp_increased_by: jsonInteger(time), block_hash: hex(block.hash) };
  },
});
