import type { MessageToL2 } from '../../../chain/run/broadcast.ts';
import { type Felt, toFelt } from '../../../felt/felt.ts';
import { sendOnMock } from '../../../l1/mockL1.ts';
import { ChainError } from '../../../protocol/chainError.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { address, calldata, ethAddress, felt } from '../../decode/felt.ts';
import { countingFelt } from '../../decode/wholeNumber.ts';
import { ethHex, hash256, hex, hexList } from '../../format/hex.ts';
import { controlEntry } from '../../journal/journalEntry.ts';
import { flush, mockOf } from '../../l1/flush.ts';
import { method } from '../../method.ts';
import { failed, LateError, RpcError } from '../../rpcError.ts';

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

/** A flush that delivers nothing now leaves the message on L1: a client that sends it again would send two. */
function waitsForNextFlush(error: unknown): never {
  if (!(error instanceof ChainError) || error instanceof LateError) throw error;
  const help =
    'The message is sent: do not send it again. It is delivered after the next block, or with the next flush.';
  throw new LateError(new RpcError(error.kind, { ...error.facts, help }));
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
    const { message, hash } = await context.write((draft) => {
      const sent = sendOnMock(mockOf(draft.view), { ...rest, paidFeeOnL1 });
      draft.messages.setL1(sent.mock);
      // Recorded here and not by the dispatcher, so that it comes before the flush that may follow.
      draft.record(controlEntry('mockL1SendMessageToL2', wire(rest, paidFeeOnL1), null));
      return sent;
    });
    if (context.node.config.l1.auto) await flush(context).catch(waitsForNextFlush);
    return { message_hash: hash256(hash), l1_transaction_hash: hash256(hash), nonce: hex(message.nonce) };
  },
});
