import type { BlockContext } from '../../execution/blockContext.ts';
import type { ErrorStack } from '../../execution/errorStack.ts';
import { type FeeUnit, feeOf, pricesIn } from '../../execution/gas/fee.ts';
import type { GasVector } from '../../execution/gasVector.ts';
import type { TransactionTrace } from '../../execution/trace.ts';
import type { Felt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { InitialReads } from '../../state/transactionState.ts';
import type { MessageToL1 } from './broadcast.ts';

export interface CallRequest {
  readonly contractAddress: Felt;
  readonly entryPointSelector: Felt;
  readonly calldata: readonly FeltKey[];
}

export interface SimulationOptions {
  readonly skipValidate: boolean;
  readonly skipFeeCharge: boolean;
}

export interface FeeEstimate {
  readonly gas: GasVector;
  readonly l1GasPrice: bigint;
  readonly l1DataGasPrice: bigint;
  readonly l2GasPrice: bigint;
  readonly overallFee: bigint;
  readonly unit: 'FRI' | 'WEI';
}

/** What an amount of gas costs at a block; the tip is not part of an estimate. */
export function feeEstimate(gas: GasVector, { prices }: BlockContext, unit: FeeUnit): FeeEstimate {
  const { l1Gas, l1DataGas, l2Gas } = pricesIn(unit, prices);
  return {
    gas,
    l1GasPrice: l1Gas,
    l1DataGasPrice: l1DataGas,
    l2GasPrice: l2Gas,
    overallFee: feeOf(gas, { l1Gas, l1DataGas, l2Gas }, 0n),
    unit,
  };
}

export interface Simulation {
  readonly transactions: readonly { readonly trace: TransactionTrace; readonly estimate: FeeEstimate }[];
  /** The initial reads of all transactions together. */
  readonly initialReads: InitialReads;
}

export interface Proof {
  readonly proof: Uint8Array;
  readonly proofFacts: readonly Felt[];
  readonly messages: readonly (MessageToL1 & { readonly order: number })[];
}

/** The first transaction of a batch that could not be estimated or simulated. */
export class TransactionFailure extends Error {
  override readonly name = 'TransactionFailure';
  readonly index: number;
  /** The error stack of an execution, or a sentence if it failed before any Cairo code ran. */
  readonly failure: ErrorStack | string;
  /** The missing fact as an error would name it if the transaction were sent; undefined if no fact is missing. */
  readonly fact: string | undefined;

  constructor(index: number, failure: ErrorStack | string, fact?: string) {
    super(typeof failure === 'string' ? failure : `transaction ${index} failed`);
    this.index = index;
    this.failure = failure;
    this.fact = fact;
  }
}
