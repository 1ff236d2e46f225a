import { optional, struct } from '../../decode/decoder.ts';
import { address, calldata, felt, l1Hash } from '../../decode/felt.ts';
import { countingFelt } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { failed } from '../../rpcError.ts';

const params = struct('MessageToL2', {
  l1_transaction_hash: optional(l1Hash),
  l2_contract_address: address,
  entry_point_selector: felt,
  l1_contract_address: address,
  payload: calldata,
  paid_fee_on_l1: countingFelt,
  nonce: countingFelt,
});

const MAX_FEE = 2n ** 128n;
const MAX_L1_ADDRESS = 2n ** 160n;

/** Runs the handler that a message from L1 names. A missing handler is a reverted transaction, not an error. */
export const postmanSendMessageToL2 = method({
  name: 'postmanSendMessageToL2',
  group: 'sandbox',
  summary: 'Sends a message to L2 without an L1 node.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  journalNumbers: { fields: ['', '', '', '', '', 'paid_fee_on_l1', 'nonce'], form: 'hex' },
  run: async ({ write }, message) => {
    if (message.paidFeeOnL1 >= MAX_FEE) throw failed('Types error');
    if (message.l1ContractAddress >= MAX_L1_ADDRESS) throw failed('Value is out of range: Felt value out of range');
    return { transaction_hash: hex(await write((draft) => draft.openBlock.sendMessageToL2(message))) };
  },
});
