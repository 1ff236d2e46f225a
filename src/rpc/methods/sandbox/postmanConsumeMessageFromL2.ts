import { struct } from '../../decode/decoder.ts';
import { address, calldata } from '../../decode/felt.ts';
import { hash256 } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = struct('MessageToL1', { from_address: address, to_address: address, payload: calldata });

export const postmanConsumeMessageFromL2 = method({
  name: 'postmanConsumeMessageFromL2',
  group: 'sandbox',
  summary: 'Consumes a message to L1 without an L1 node.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async ({ write }, message) => ({
    message_hash: hash256(await write((draft) => draft.messages.consume(message))),
  }),
});
