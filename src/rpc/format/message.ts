import type { MessageToL1, MessageToL2 } from '../../chain/run/broadcast.ts';
import { ethHex, type Hex, hash256, hex, hexList } from './hex.ts';

/** A message to L1. */
export interface L2ToL1Message {
  readonly from_address: Hex;
  readonly to_address: Hex;
  readonly payload: readonly Hex[];
}

/** A message to L2. */
export interface L1ToL2Message {
  readonly l1_transaction_hash: Hex | null;
  readonly l2_contract_address: Hex;
  readonly entry_point_selector: Hex;
  readonly l1_contract_address: Hex;
  readonly payload: readonly Hex[];
  readonly paid_fee_on_l1: Hex;
  readonly nonce: Hex;
}

/** A message to L1, as receipts and the postman show it. */
export const formatMessageToL1 = ({ fromAddress, toAddress, payload }: MessageToL1): L2ToL1Message => ({
  from_address: hex(fromAddress),
  to_address: ethHex(toAddress),
  payload: hexList(payload),
});

/** A message to L2, as the postman shows it and takes it. */
export const formatMessageToL2 = (message: MessageToL2): L1ToL2Message => ({
  l1_transaction_hash: message.l1TransactionHash === undefined ? null : hash256(message.l1TransactionHash),
  l2_contract_address: hex(message.l2ContractAddress),
  entry_point_selector: hex(message.entryPointSelector),
  l1_contract_address: ethHex(message.l1ContractAddress),
  payload: hexList(message.payload),
  paid_fee_on_l1: hex(message.paidFeeOnL1),
  nonce: hex(message.nonce),
});
