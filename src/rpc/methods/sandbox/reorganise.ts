import { limits } from '../../../protocol/limits.ts';
import { decoder, optional, struct } from '../../decode/decoder.ts';
import { type NumberInput, wholeNumber } from '../../decode/wholeNumber.ts';
import { reorganise as reorganiseChain } from '../../faults/reorganise.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const u32 = wholeNumber(32);
const MOST = limits.faultBlocks;
const blocks = decoder<number, NumberInput>(`number from 1 to ${MOST}`, MOST, (value, field) => {
  const number = u32(value, field);
  if (number < 1n || number > MOST) throw invalidParams(`blocks must be from 1 to ${MOST}, not ${number}`);
  return Number(number);
});

const params = struct('Reorganise', { blocks, seed: optional(u32) });

export const reorganise = method({
  name: 'reorganise',
  group: 'sandbox',
  summary:
    'Takes back the newest blocks and runs their transactions again in another order, which the seed decides. Those of one account keep their order. Blocks that are accepted on L1 or have a direct edit of the state stay, with all before them.',
  kind: 'write',
  takesBack: true,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }, { blocks, seed = 0n }) => {
    const { removed, dropped } = await write((draft) => reorganiseChain(draft, blocks, Number(seed)));
    return { reorganised: removed.map(({ hash }) => hex(hash)), dropped_transactions: dropped.map(hex) };
  },
});
