import type { BlockGeneration } from '../../../chain/config.ts';
import { decoder, struct, wrongType } from '../../decode/decoder.ts';
import { type NumberInput, readNumber, wholeNumber } from '../../decode/wholeNumber.ts';
import { EMPTY, method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const seconds = wholeNumber(32);
const MODES = '`transaction`, `demand` or a number of seconds';

/** `transaction`, `demand`, or a number of seconds. */
const mode = decoder<BlockGeneration, 'transaction' | 'demand' | NumberInput>(MODES, 'demand', (value, field) => {
  if (value === 'transaction' || value === 'demand') return value;
  const read = readNumber(value);
  if (read === 'other type' || read === 'other text') throw wrongType(value, MODES);
  const intervalSeconds = Number(seconds(value, field));
  if (intervalSeconds < 1 || intervalSeconds > 2_000_000)
    throw invalidParams(`mode: ${intervalSeconds} is not a number of seconds between 1 and 2000000`);
  return { intervalSeconds };
});
const params = struct('SetBlockMode', { mode });

/** Changes when blocks are made; going back to a block per transaction first closes a block that holds some. */
export const setBlockMode = method({
  name: 'setBlockMode',
  group: 'sandbox',
  summary: 'Changes when blocks are sealed: after every transaction, on request, or at an interval.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }, { mode }) => {
    await write((draft) => draft.setBlockGeneration(mode));
    return EMPTY;
  },
});
