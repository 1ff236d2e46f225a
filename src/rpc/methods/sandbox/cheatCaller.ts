import { keyOf } from '../../../felt/key.ts';
import { addCheat, cheatedCalls } from '../../cheats.ts';
import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('CheatCaller', { caller_address: address, ...cheatedCalls });

export const cheatCaller = method({
  name: 'cheatCaller',
  group: 'sandbox',
  summary: 'Lets a contract, or every contract, see another caller.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: (context, { callerAddress, ...calls }) =>
    addCheat(context, calls, { kind: 'caller', caller: keyOf(callerAddress) }),
});
