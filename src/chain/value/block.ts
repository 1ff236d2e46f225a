import type { Steps } from '../../async/steps.ts';
import type { StateCommitment } from '../../commitment/stateCommitment.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import type { InnerCalls } from '../../execution/innerCalls.ts';
import type { Receipt } from '../../execution/receipt.ts';
import type { Transaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { StateDiff } from '../../state/stateDiff.ts';

/** How final a transaction or a block is. */
export type Finality = 'PRE_CONFIRMED' | 'ACCEPTED_ON_L2' | 'ACCEPTED_ON_L1';

/** A list that is read by index: an array or a persistent vector. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** The common part of open and sealed blocks: the header that transactions see. */
export interface BlockBase {
  readonly number: number;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly sequencerAddress: Felt;
  readonly prices: GasPrices;
  /** The version whose rules and prices its transactions follow. */
  readonly protocol: ProtocolConstants;
  readonly transactions: Sequence<StoredTransaction>;
}

/** The block under construction. */
export interface OpenBlock extends BlockBase {
  readonly kind: 'open';
  /** What its transactions (and direct edits of the state) changed, merged. */
  readonly stateDiff: StateDiff;
}

/** A sealed block, which does not change, but can be aborted. */
export interface Block extends BlockBase {
  readonly kind: 'sealed';
  readonly transactions: readonly StoredTransaction[];
  /** What its transactions (and direct edits of the state) changed. It is merged on every call from what each of them changed, with pauses. */
  mergeStateDiff(): Steps<StateDiff>;
  readonly hash: Felt;
  readonly parentHash: Felt;
  /** The state root; zero unless state roots are computed. */
  readonly newRoot: Felt;
  /** What the state root is made from; undefined if there is none, or if the block comes from a file. */
  readonly commitment?: StateCommitment | undefined;
  readonly transactionCommitment: Felt;
  readonly eventCommitment: Felt;
  readonly receiptCommitment: Felt;
  readonly stateDiffCommitment: Felt;
  readonly stateDiffLength: number;
  readonly eventCount: number;
}

/** A transaction with its receipt. */
export interface StoredTransaction {
  readonly hash: Felt;
  readonly transaction: Transaction;
  readonly receipt: Receipt;
  /** For an L1_HANDLER: the L1 transaction that sent the message, when it is known. */
  readonly l1TransactionHash?: bigint | undefined;
  readonly innerCalls?: InnerCalls | undefined;
}

/** A transaction and its position. */
export interface PlacedTransaction extends StoredTransaction {
  readonly blockNumber: number;
  /** Its sealed block; undefined while its block is open. */
  readonly block: Block | undefined;
  /** Its index in the block. */
  readonly index: number;
  readonly finality: Finality;
}
