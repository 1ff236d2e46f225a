import type { BlockGeneration } from '../../../chain/config.ts';
import { invalidParams } from '../../../protocol/errors.ts';
import { type Decoder, struct, wrongType } from '../../decode/decoder.ts';
import { method } from '../../method.ts';

/** `transaction`, `demand`, or a number of seconds. */
const mode: Decoder<BlockGeneration> = (value) => {
  if (value === 'transaction' || value === 'demand') return value;
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value > 0 && value <= 2_000_000) return { intervalSeconds: value };
    throw invalidParams(`mode: ${value} is not a number of seconds between 1 and 2000000`);
  }
  throw wrongType(value, '`transaction`, `demand` or a number of seconds');
};
const params = struct('SetBlockMode', { mode });

/** Changes when blocks are made; going back to a block per transaction first closes a block that holds some. */
export const setBlockMode = method('setBlockMode', params, async ({ write }, { mode }) => {
  await write((draft) => draft.setBlockGeneration(mode));
  return {};
});
