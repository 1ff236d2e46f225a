import type { BlockGeneration } from '../../../chain/config.ts';
import type { Json } from '../../../json/json.ts';
import { decoder, struct, wrongType } from '../../decode/decoder.ts';
import { readNumber, wholeNumber } from '../../decode/wholeNumber.ts';
import type { BlockModeInput } from '../../format/blockMode.ts';
import { EMPTY, method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const seconds = wholeNumber(32);
const MODES = '`transaction`, `demand`, a number of seconds, `mempool`, or `mempool:2` with a number of seconds';

const mode = decoder<BlockGeneration, BlockModeInput>(MODES, 'demand', (value, field) => {
  if (value === 'transaction' || value === 'demand' || value === 'mempool') return value;
  if (typeof value === 'string' && value.startsWith('mempool:'))
    return { mempoolSeconds: readSeconds(value.slice(8), field) };
  return { intervalSeconds: readSeconds(value, field) };
});

function readSeconds(value: Json, field: string | undefined): number {
  const form = readNumber(value);
  if (form === 'other type' || form === 'other text') throw wrongType(value, MODES);
  const read = Number(seconds(value, field));
  if (read < 1 || read > 2_000_000)
    throw invalidParams(`mode: ${read} is not a number of seconds between 1 and 2000000`);
  return read;
}
const params = struct('SetBlockMode', { mode });

/** Changes when blocks are made; going back to a block per transaction first closes a block that holds some. */
export const setBlockMode = method({
  name: 'setBlockMode',
  group: 'sandbox',
  summary:
    'Changes when blocks are sealed: after every transaction, on request, or at an interval, and whether transactions wait in a mempool.',
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
