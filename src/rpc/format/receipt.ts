import type { Finality, PlacedTransaction } from '../../chain/value/block.ts';
import type { QueuedTransaction } from '../../chain/value/queued.ts';
import { formatAppliedCheat, type ReceiptCheat } from './cheat.ts';
import { type ExecutionResources, formatResources } from './gas.ts';
import { type Hex, hash256, hex, hexList } from './hex.ts';
import { formatMessageToL1, type L2ToL1Message } from './message.ts';

/** What a transaction did and cost. */
export interface TransactionReceipt {
  readonly type: 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT' | 'L1_HANDLER';
  readonly transaction_hash: Hex;
  readonly actual_fee: { readonly amount: Hex; readonly unit: 'FRI' | 'WEI' };
  readonly finality_status: Finality;
  readonly execution_status: 'SUCCEEDED' | 'REVERTED';
  /** Of a reverted transaction. */
  readonly revert_reason?: string;
  readonly messages_sent: readonly L2ToL1Message[];
  readonly events: readonly {
    readonly from_address: Hex;
    readonly keys: readonly Hex[];
    readonly data: readonly Hex[];
  }[];
  readonly execution_resources: ExecutionResources;
  /** Of a DEPLOY_ACCOUNT: the new account. */
  readonly contract_address?: Hex;
  /** Of an L1_HANDLER: the hash of the message it consumed. */
  readonly message_hash?: Hex;
  /** Only of a transaction that cheats changed: those cheats. */
  readonly cheats?: readonly ReceiptCheat[];
}

/** A receipt with its block. */
export interface ReceiptWithBlock extends TransactionReceipt {
  /** Absent while the block is open. */
  readonly block_hash?: Hex;
  readonly block_number: number;
}

/** The status of a transaction. */
export interface TransactionStatus {
  readonly finality_status: Finality;
  /** Why it failed. Strict answers have null for a transaction that did not. */
  readonly failure_reason?: string | null;
  readonly execution_status: 'SUCCEEDED' | 'REVERTED';
}

/** A receipt without the block it is in, as `getBlockWithReceipts` shows it. */
export function formatReceipt({
  receipt,
  finality,
}: Pick<PlacedTransaction, 'receipt' | 'finality'>): TransactionReceipt {
  const { execution, gas, daGas } = receipt;
  return {
    type: receipt.type,
    transaction_hash: hex(receipt.transactionHash),
    actual_fee: { amount: hex(receipt.actualFee.amount), unit: receipt.actualFee.unit },
    finality_status: finality,
    execution_status: execution.status,
    ...(execution.status === 'REVERTED' ? { revert_reason: execution.revertReason } : {}),
    messages_sent: receipt.messages.map(formatMessageToL1),
    events: receipt.events.map(({ fromAddress, keys, data }) => ({
      from_address: hex(fromAddress),
      keys: hexList(keys),
      data: hexList(data),
    })),
    execution_resources: formatResources({ ...gas, l1DataGas: daGas.l1DataGas }),
    ...(receipt.contractAddress === undefined ? {} : { contract_address: hex(receipt.contractAddress) }),
    ...(receipt.messageHash === undefined ? {} : { message_hash: hash256(receipt.messageHash) }),
    ...(receipt.cheats && { cheats: receipt.cheats.map(formatAppliedCheat) }),
  };
}

/** A receipt with its block. An open block has a number, but no hash. */
export function formatPlacedReceipt(placed: PlacedTransaction): ReceiptWithBlock {
  return {
    ...formatReceipt(placed),
    ...(placed.block === undefined ? {} : { block_hash: hex(placed.block.hash) }),
    block_number: placed.blockNumber,
  };
}

/** The status of a transaction that is in no block. */
export interface QueuedStatus {
  readonly finality_status: 'RECEIVED' | 'CANDIDATE';
  readonly failure_reason?: undefined;
  readonly execution_status?: undefined;
}

export const formatQueuedStatus = ({ finality }: QueuedTransaction): QueuedStatus => ({ finality_status: finality });

/** The status of a transaction. starknet-devnet gives null where the specification has no reason. */
export function formatStatus({ finality, receipt }: PlacedTransaction, isStrict: boolean): TransactionStatus {
  const { execution } = receipt;
  return {
    finality_status: finality,
    ...(execution.status === 'REVERTED'
      ? { failure_reason: execution.revertReason }
      : isStrict && { failure_reason: null }),
    execution_status: execution.status,
  };
}
