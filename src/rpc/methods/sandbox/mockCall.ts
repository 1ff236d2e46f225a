import { keyOf } from '../../../felt/key.ts';
import { addCheat, cheatedCalls } from '../../cheats.ts';
import { boolean, list, optional, struct } from '../../decode/decoder.ts';
import { address, felt, feltKey } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('MockCall', {
  ...cheatedCalls,
  contract_address: address,
  entry_point_selector: felt,
  retdata: list(feltKey, 'mockFelts'),
  calldata: optional(list(feltKey, 'mockFelts')),
  panics: optional(boolean),
});

export const mockCall = method({
  name: 'mockCall',
  group: 'sandbox',
  summary: 'Answers calls of a function instead of its contract, which does not run.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: (context, { entryPointSelector, retdata, calldata, panics = false, ...calls }) =>
    addCheat(context, calls, { kind: 'mock', selector: keyOf(entryPointSelector), calldata, retdata, panics }),
});
