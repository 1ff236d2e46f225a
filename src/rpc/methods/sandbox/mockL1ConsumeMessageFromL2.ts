import { messageToL1Hash } from '../../../execution/hash/messageHash.ts';
import { consumeOnMock } from '../../../l1/mockL1.ts';
import { struct } from '../../decode/decoder.ts';
import { address, calldata } from '../../decode/felt.ts';
import { hash256, hex, hexList } from '../../format/hex.ts';
import { controlEntry } from '../../journal/journalEntry.ts';
import { flush, mockOf } from '../../l1/flush.ts';
import { method } from '../../method.ts';
import { failed, LateError } from '../../rpcError.ts';

const params = struct('MessageToL1', { from_address: address, to_address: address, payload: calldata });

/** Consumes a message from L2 as a contract on the mock L1 would: only what a flush has brought there. With `--l1-auto`, one comes first. */
export const mockL1ConsumeMessageFromL2 = method({
  name: 'mockL1ConsumeMessageFromL2',
  group: 'sandbox',
  summary: 'Consumes a message from L2 as a contract on the mock L1 would.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, message) => {
    const hash = messageToL1Hash(message.fromAddress, message.toAddress, message.payload);
    // The exchange that follows each block may not have come yet.
    if (context.node.config.l1.auto && !context.isReplay && context.chain.l1?.kind === 'mock')
      await flush(context).catch((error: unknown) => {
        // A message to L2 is left, but those to L1 are there.
        if (!(error instanceof LateError)) throw error;
      });
    await context.write((draft) => {
      const left = consumeOnMock(mockOf(draft.view), hash);
      if (!left)
        throw failed(
          `The mock L1 has no message with hash ${hash256(hash)}: it was never sent, is consumed, or waits for postmanFlush.`,
        );
      draft.messages.setL1(left);
      // Recorded here and not by the dispatcher, so that it comes after the exchange.
      const { fromAddress, toAddress, payload } = message;
      const params = { from_address: hex(fromAddress), to_address: hex(toAddress), payload: hexList(payload) };
      draft.record(controlEntry('mockL1ConsumeMessageFromL2', params, null));
    });
    return { message_hash: hash256(hash) };
  },
});
