import type { MessageToL2 } from '../../chain/run/broadcast.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import { messageToL2Hash } from '../../execution/hash/messageHash.ts';
import type { ReceiptMessage } from '../../execution/receipt.ts';
import type { MessageDirection } from '../../tools/find/exchangedMessages.ts';
import type { MessageState, StatedMessage } from '../l1/messageStates.ts';
import { ethHex, type Hex, hash256, hex } from './hex.ts';
import { formatMessageToL1, formatMessageToL2 } from './message.ts';

/** A message between L1 and L2 in a list. */
export interface L1MessageSummary {
  readonly direction: MessageDirection;
  readonly message_hash: Hex;
  readonly from_address: Hex;
  readonly to_address: Hex;
  readonly payload: readonly Hex[];
  /** Of the handler, with `to_l2`. */
  readonly selector?: Hex;
  /** With `to_l2`. */
  readonly nonce?: Hex;
  /** The L2 transaction that sent the message, or that handled it: there is none yet while it waits on L1. */
  readonly transaction_hash?: Hex;
  readonly block_number?: number;
  /** The L1 transaction that sent the message, or that brought it to L1, if it is known. */
  readonly l1_transaction_hash?: Hex;
  readonly state: MessageState;
  /** Why it was refused. */
  readonly reason?: string;
}

const stateMembers = ({ state, reason, l1TransactionHash }: StatedMessage) => ({
  ...(l1TransactionHash !== undefined && { l1_transaction_hash: hash256(l1TransactionHash) }),
  state,
  ...(reason !== undefined && { reason }),
});

const placeMembers = ({ hash, blockNumber }: PlacedTransaction) => ({
  transaction_hash: hex(hash),
  block_number: blockNumber,
});

/** A message that a transaction sent to L1. */
export const summarizeSent = (
  message: ReceiptMessage,
  hash: bigint,
  transaction: PlacedTransaction,
  stated: StatedMessage,
): L1MessageSummary => ({
  direction: 'to_l1',
  message_hash: hash256(hash),
  ...formatMessageToL1(message),
  ...placeMembers(transaction),
  ...stateMembers(stated),
});

/** A message that waits on L1. */
export function summarizeWaiting(message: MessageToL2): L1MessageSummary {
  const { l1ContractAddress, l2ContractAddress, nonce, entryPointSelector, payload } = message;
  const wire = formatMessageToL2(message);
  return {
    direction: 'to_l2',
    message_hash: hash256(messageToL2Hash(l1ContractAddress, l2ContractAddress, nonce, entryPointSelector, payload)),
    from_address: wire.l1_contract_address,
    to_address: wire.l2_contract_address,
    payload: wire.payload,
    selector: wire.entry_point_selector,
    nonce: wire.nonce,
    ...stateMembers({ state: 'waiting', l1TransactionHash: message.l1TransactionHash }),
  };
}

/** A message from L1 that a transaction handled; undefined of another transaction. */
export function summarizeHandled(
  placed: PlacedTransaction,
  l1TransactionHash: bigint | undefined,
): L1MessageSummary | undefined {
  const { transaction, receipt } = placed;
  if (transaction.type !== 'L1_HANDLER') return undefined;
  const { execution } = receipt;
  const [from, ...payload] = transaction.calldata;
  return {
    direction: 'to_l2',
    message_hash: hash256(receipt.messageHash ?? 0n),
    from_address: ethHex(from),
    to_address: hex(transaction.contractAddress),
    payload: payload.map(hex),
    selector: hex(transaction.entryPointSelector),
    nonce: hex(transaction.nonce),
    ...placeMembers(placed),
    ...stateMembers({
      state: execution.status === 'REVERTED' ? 'refused' : 'delivered',
      l1TransactionHash,
      reason: execution.status === 'REVERTED' ? execution.revertReason : undefined,
    }),
  };
}
