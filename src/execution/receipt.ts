import type { Felt } from '../felt/felt.ts';
import type { AppliedCheat } from './cheats.ts';
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

/** What a transaction did and cost, without its position in a block. */
export interface Receipt {
  readonly transactionHash: Felt;
  readonly type: 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT' | 'L1_HANDLER';
  readonly actualFee: { readonly amount: bigint; readonly unit: 'FRI' | 'WEI' };
  readonly execution: ExecutionStatus;
  readonly events: readonly ReceiptEvent[];
  readonly messages: readonly ReceiptMessage[];
  /** All gas that is paid for. Fees, estimates and the receipt commitment use this. */
  readonly gas: GasVector;
  /** The part for data availability, which receipts and traces show as l1_data_gas. */
  readonly daGas: GasVector;
  /** The new contract of a DEPLOY_ACCOUNT. */
  readonly contractAddress?: Felt;
  /** The hash (32 bytes) of the message that an L1_HANDLER consumed. */
  readonly messageHash?: bigint;
  /** The cheats that changed its calls, as they were before it; undefined if none did. */
  readonly cheats?: readonly AppliedCheat[] | undefined;
}
