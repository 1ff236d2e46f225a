import { messageToL1Hash } from '../../../execution/hash/messageHash.ts';
import { consumeOnMock } from '../../../l1/mockL1.ts';
import { struct } from '../../decode/decoder.ts';
import { address, calldata } from '../../decode/felt.ts';
import { hash256 } from '../../format/hex.ts';
import { mockOf } from '../../l1/flush.ts';
import { method } from '../../method.ts';
import { failed } from '../../rpcError.ts';

const params = struct('MessageToL1', { from_address: address, to_address: address, payload: calldata });

/** Consumes a message from L2 as a contract on the mock L1 would: only what a flush has brought there. */
export const mockL1ConsumeMessageFromL2 = method({
  name: 'mockL1ConsumeMessageFromL2',
  group: 'sandbox',
  summary: 'Consumes a message from L2 as a contract on the mock L1 would.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: async ({ write }, message) => {
    const hash = messageToL1Hash(message.fromAddress, message.toAddress, message.payload);
    await write((draft) => {
      const left = consumeOnMock(mockOf(draft), hash);
      if (!left)
        throw failed(
          `The mock L1 has no message with hash ${hash256(hash)}: it was never sent, is consumed, or waits for postmanFlush.`,
        );
      draft.setL1(left);
    });
    return { message_hash: hash256(hash) };
  },
});
