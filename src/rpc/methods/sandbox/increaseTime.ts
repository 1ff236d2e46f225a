import { struct, u64 } from '../../decode/decoder.ts';
import { hex } from '../../format/hex.ts';
import { jsonInteger } from '../../json.ts';
import { method } from '../../method.ts';

const params = struct('IncreaseTime', { time: u64 });

export const increaseTime = method('increaseTime', params, async ({ write }, { time }) => {
  const block = await write((draft) => draft.increaseTime(time));
  return { timestamp_increased_by: jsonInteger(time), block_hash: hex(block.hash) };
});
