import { keyOf } from '../../../felt/key.ts';
import { addCheat, cheatedCalls } from '../../cheats.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const params = struct('CheatBlock', {
  block_number: optional(wholeNumber(53)),
  block_timestamp: optional(wholeNumber(64)),
  sequencer_address: optional(address),
  ...cheatedCalls,
});

export const cheatBlock = method({
  name: 'cheatBlock',
  group: 'sandbox',
  summary: 'Lets a contract, or every contract, see another block number, block time or sequencer.',
  kind: 'write',
  takesBack: false,
  // It is a number that contracts are shown.
  origin: 'none',
  params,
  journal: 'request',
  restricted: 'hidden',
  run: (context, { blockNumber: number, blockTimestamp: timestamp, sequencerAddress: sequencer, ...calls }) => {
    if (number === undefined && timestamp === undefined && sequencer === undefined)
      throw invalidParams('give block_number, block_timestamp or sequencer_address, or several of them');
    return addCheat(context, calls, {
      kind: 'block',
      ...(number !== undefined && { number: Number(number) }),
      ...(timestamp !== undefined && { timestamp }),
      ...(sequencer !== undefined && { sequencerAddress: keyOf(sequencer) }),
    });
  },
});
