import type { Felt } from '../felt/felt.ts';
import type { GasVector } from './gasVector.ts';

/** An event of a receipt. */
export interface ReceiptEvent {
  readonly fromAddress: Felt;
  readonly keys: readonly Felt[];
  readonly data: readonly Felt[];
}

/** A message to L1. */
export interface ReceiptMessage {
  readonly fromAddress: Felt;
  readonly toAddress: Felt;
  readonly payload: readonly Felt[];
}

export type ExecutionStatus =
  | { readonly status: 'SUCCEEDED' }
  | { readonly status: 'REVERTED'; readonly revertReason: string };

/** What a transaction did and cost, without its place in a block. */
export interface Receipt {
  readonly transactionHash: Felt;
  readonly type: 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT' | 'L1_HANDLER';
  readonly actualFee: { readonly amount: bigint; readonly unit: 'FRI' | 'WEI' };
  readonly execution: ExecutionStatus;
  readonly events: readonly ReceiptEvent[];
  readonly messages: readonly ReceiptMessage[];
  /** Everything that was paid for: fees, estimates and the receipt commitment use this. */
  readonly gas: GasVector;
  /** The data availability part alone: what receipts and traces show as l1_data_gas. */
  readonly daGas: GasVector;
  /** The new contract of a DEPLOY_ACCOUNT. */
  readonly contractAddress?: Felt;
  /** The hash of the message an L1_HANDLER consumed, 32 bytes. */
  readonly messageHash?: bigint;
}
