import type { MessageToL2 } from '../../../chain/run/broadcast.ts';
import { type Felt, toFelt } from '../../../felt/felt.ts';
import { sendOnMock } from '../../../l1/mockL1.ts';
import { ChainError } from '../../../protocol/chainError.ts';
import { message } from '../../../protocol/message.ts';
import type { Context } from '../../context.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { address, calldata, ethAddress, felt } from '../../decode/felt.ts';
import { countingFelt } from '../../decode/wholeNumber.ts';
import { ethHex, hash256, hex, hexList } from '../../format/hex.ts';
import { controlEntry } from '../../journal/journalEntry.ts';
import { flush, mockOf } from '../../l1/flush.ts';
import { method } from '../../method.ts';
import { failed, LateError, RefusedMessage, RpcError } from '../../rpcError.ts';

const params = struct('MockL1MessageToL2', {
  l1_contract_address: ethAddress,
  l2_contract_address: address,
  entry_point_selector: felt,
  payload: calldata,
  paid_fee_on_l1: optional(countingFelt),
});

type MockMessage = Omit<MessageToL2, 'nonce' | 'l1TransactionHash' | 'paidFeeOnL1'>;
const MAX_FEE = 2n ** 128n;

const wire = (message: MockMessage, paidFeeOnL1: Felt) => ({
  l1_contract_address: ethHex(message.l1ContractAddress),
  l2_contract_address: hex(message.l2ContractAddress),
  entry_point_selector: hex(message.entryPointSelector),
  payload: hexList(message.payload),
  paid_fee_on_l1: hex(paidFeeOnL1),
});

const SENT = 'The message is sent: do not send it again. It is delivered after the next block, or with the next flush.';

/** Delivers a message at once. If it stays on L1, the error says so: a client that sends it again would send two. */
async function deliverNow(context: Context, nonce: Felt): Promise<void> {
  try {
    await flush(context);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error instanceof RefusedMessage && error.nonce === nonce) throw error;
    const { l1 } = context.node.chain;
    const waits = l1?.kind === 'mock' && l1.sent.some((message) => message.nonce === nonce);
    // What failed is another message, which is told of after the next block.
    if (!waits) return;
    const help = error.help === undefined ? SENT : message`${error.help} ${SENT}`;
    throw new LateError(new RpcError(error.kind, { ...error.facts, help }));
  }
}

/** Sends a message to L2 as a contract on the mock L1 would. A flush delivers it: with `--l1-auto`, one follows at once. */
export const mockL1SendMessageToL2 = method({
  name: 'mockL1SendMessageToL2',
  group: 'sandbox',
  summary: 'Sends a message to L2 as a contract on the mock L1 would.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async (context, request) => {
    const { paidFeeOnL1 = toFelt(1n), ...rest } = request;
    if (paidFeeOnL1 >= MAX_FEE) throw failed('Types error');
    const { message: sent, hash } = await context.write((draft) => {
      const sent = sendOnMock(mockOf(draft.view), { ...rest, paidFeeOnL1 });
      draft.messages.setL1(sent.mock);
      // Recorded here and not by the dispatcher, so that it comes before the flush that may follow.
      draft.record(controlEntry('mockL1SendMessageToL2', wire(rest, paidFeeOnL1), null));
      return sent;
    });
    if (context.node.config.l1.auto && !context.isReplay) await deliverNow(context, sent.nonce);
    return { message_hash: hash256(hash), l1_transaction_hash: hash256(hash), nonce: hex(sent.nonce) };
  },
});
