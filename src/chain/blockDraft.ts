import { finishInSlices } from '../async/steps.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { BlockContext } from '../execution/blockContext.ts';
import { areBoundsUsable, unusableBoundsText } from '../execution/bounds.ts';
import type { ExecutionResult, Outcome } from '../execution/outcome.ts';
import { submissionError } from '../execution/rejectionError.ts';
import type { Submission } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import { ChainError, failed } from '../protocol/chainError.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import { ChainView } from './chainView.ts';
import type { Environment } from './environment.ts';
import { patiently } from './patience.ts';
import type { BroadcastInvoke, BroadcastTransaction, MessageToL2 } from './run/broadcast.ts';
import { checkDeclaration } from './run/declaration.ts';
import { executionContext } from './run/executionContext.ts';
import { flagsOf } from './run/executionFlags.ts';
import type { RunOptions } from './run/executor.ts';
import { isLongTransaction } from './run/hashSubmission.ts';
import { balanceIn, executeMint, mintingError, mintSubmission, tokenOf } from './run/mint.ts';
import { checkProof } from './run/mockProofs.ts';
import { TRANSACTION } from './run/purposes.ts';
import { RejectedTransaction } from './run/rejectedTransaction.ts';
import type { Rerun } from './run/rerun.ts';
import { messageSubmission, prepare } from './run/submission.ts';
import type { Block } from './value/block.ts';
import type { ChainValue } from './value/chainValue.ts';
import { afterTransaction } from './value/clock.ts';
import { noteL1Transaction } from './value/messaging.ts';
import {
  type ExecutedTransaction,
  type FixedHeader,
  withChange,
  withChangeSteps,
  withTransaction,
} from './value/openBlock.ts';
import { keepsStateBefore } from './value/pastStates.ts';
import { retainedFlags, retainedReceipt, retainedTransaction } from './value/retained.ts';
import { headerNow, type Sealing, sealBlockSteps, sealingOver } from './value/seal.ts';
import { SealedBlock } from './value/sealedBlock.ts';

/** A transaction that ran on the open block, and the block that it saw. */
interface TransactionRun extends Rerun {
  readonly header: FixedHeader;
  readonly outcome: Outcome;
}

export interface Submitted {
  readonly transactionHash: Felt;
  /** The class of a declaration. */
  readonly classHash?: Felt;
  /** The address of a deployed account. */
  readonly contractAddress?: Felt;
}

export interface Minted {
  readonly transactionHash: Felt;
  readonly newBalance: bigint;
  /** Set when the transaction is in a block but did not mint. */
  readonly revertReason: string | undefined;
}

const NO_PROOF = { proof: undefined, proofFacts: [] };

/** A write's own copy of the chain, to which transactions and blocks are added. */
export class BlockDraft extends ChainView {
  protected readonly signal: RunOptions['signal'];
  protected override readonly runOptions: RunOptions;
  #keepsRecord = true;
  #insists = false;

  constructor(env: Environment, value: ChainValue, signal: RunOptions['signal']) {
    super(env, value);
    this.signal = signal;
    this.runOptions = {
      signal: { throwIfAborted: () => this.throwIfAbandoned(), memory: signal?.memory },
      isWrite: true,
      waitFor: (answered) => this.waitFor(answered),
    };
  }

  /** Whether the journal keeps this write's request. */
  get keepsRecord(): boolean {
    return this.#keepsRecord;
  }

  /** Throws if the write was cancelled, unless it must be completed. */
  throwIfAbandoned(): void {
    if (!this.#insists) this.signal?.throwIfAborted();
  }

  /** Makes this write complete even if its client cancels, because it has effects outside of the chain. */
  insist(): void {
    this.#insists = true;
  }

  /** A write with effects outside of the chain cannot be repeated, so it does not leave the queue while it waits for the origin. */
  protected waitFor(answered: Promise<void>): Promise<void> {
    return this.#insists ? answered : patiently(answered);
  }

  /** Checks a transaction, executes it and adds it to the open block. Throws a ChainError if it is rejected. */
  async submit(transaction: BroadcastTransaction): Promise<Submitted> {
    // The order of these checks is that of the network: bounds, query version, proof, then those that need the class and the hash.
    const { resourceBounds } = transaction;
    if (!areBoundsUsable(resourceBounds))
      throw new ChainError('insufficientResourcesForValidate', { help: unusableBoundsText(resourceBounds) });
    if (transaction.isQuery) throw failed('only-query transactions are not supported');
    if (transaction.type === 'INVOKE') {
      checkProof(transaction, this.env.config.proofMode);
      if (isLongTransaction(transaction)) await this.#checkBeforeHash(transaction);
    }
    const submission = await prepare(transaction, this.settings, this.value.open.protocol.rules);
    await checkDeclaration(submission, this.env.config);
    await this.#include(submission);
    if ('declaredClass' in submission) this.env.executor.prepareLater(() => submission.declaredClass.runnable.program);
    switch (submission.transaction.type) {
      case 'DECLARE':
        return { transactionHash: submission.hash, classHash: submission.transaction.classHash };
      case 'DEPLOY_ACCOUNT':
        return { transactionHash: submission.hash, contractAddress: submission.transaction.contractAddress };
      default:
        return { transactionHash: submission.hash };
    }
  }

  async mint(address: Felt, amount: bigint, unit: 'WEI' | 'FRI'): Promise<Minted> {
    checkProof(NO_PROOF, this.env.config.proofMode);
    const token = tokenOf(unit);
    const submission = await mintSubmission({ address, amount, unit }, this, this.settings);
    const run = await executeMint(submission, token, this.stateAt('open'), (...how) => this.#execute(...how));
    const { execution } = (await this.#place(run)).receipt;
    if (execution.status === 'REVERTED') this.#keepsRecord = false;
    return {
      transactionHash: submission.hash,
      newBalance: await balanceIn(this.stateAt('open'), token, address),
      revertReason: execution.status === 'REVERTED' ? mintingError(execution.revertReason) : undefined,
    };
  }

  async sendMessageToL2(message: MessageToL2): Promise<Felt> {
    const { l1TransactionHash } = message;
    const submission = await messageSubmission(message, this.chainId);
    await this.#include(submission, l1TransactionHash);
    if (l1TransactionHash !== undefined) {
      const messaging = noteL1Transaction(this.value.messaging, l1TransactionHash, submission.hash);
      this.value = { ...this.value, messaging };
    }
    return submission.hash;
  }

  /** Closes the open block. */
  async createBlock(): Promise<Block> {
    this.value = await finishInSlices(sealBlockSteps(this.value, this.env.now(), this.sealing));
    await this.hashLongBlocks();
    return this.latest;
  }

  /** Hashes the last blocks in slices if that takes long. A read of a hash would compute it without a pause. */
  async hashLongBlocks(): Promise<void> {
    const { latest } = this;
    if (latest instanceof SealedBlock && latest.hasLongHash) await finishInSlices(latest.hashSteps());
  }

  /** Checks nonce, bounds and balance of a long transaction before its hash is computed, which takes long. */
  async #checkBeforeHash(transaction: BroadcastInvoke): Promise<void> {
    const { context: block } = this.#openContext();
    const flags = flagsOf(this.value, { transaction, hash: 0n as Felt });
    const rejection = await this.run(this.value.open.state, (_, state, { preCheck }) =>
      preCheck({ state, block }, transaction, flags),
    );
    // If the nonce is used up, the transaction may already be in the chain, and only its hash can tell.
    if (!rejection || (rejection.kind === 'nonce' && rejection.nonce < rejection.accountNonce)) return;
    throw submissionError(rejection);
  }

  /** The header of the open block and the context that its transactions see. */
  #openContext(): { readonly header: FixedHeader; readonly context: BlockContext } {
    const header = headerNow(this.value, this.env.now());
    const { timestamp, prices } = header;
    const { number, protocol } = this.value.open;
    return { header, context: executionContext({ number, timestamp, prices, protocol }, this.chainId) };
  }

  /** Runs a transaction on the open block and places it there. */
  async #include(submission: Submission, l1TransactionHash?: bigint): Promise<void> {
    await this.#place(await this.#execute(submission), l1TransactionHash);
  }

  /** Runs a transaction on the open block, either normally or with the given caller and without the sender's account. */
  async #execute(submission: Submission, callAs?: FeltKey): Promise<TransactionRun> {
    await this.hashLongBlocks();
    if (this.transaction(submission.hash)) throw new ChainError('duplicateTransaction');
    const { header, context } = this.#openContext();
    const ordinary = flagsOf(this.value, submission);
    const flags = callAs === undefined ? ordinary : { ...ordinary, validate: false, chargeFee: false, callAs };
    const before = this.value.open.state;
    const outcome = await this.metered(
      before,
      (machine, state, { executeTransaction }, meter) =>
        executeTransaction({ state, block: context, machine, meter }, submission, flags),
      TRANSACTION,
    );
    return { submission, header, flags, outcome, before, block: context };
  }

  /** Adds an executed transaction to the open block, and in transaction mode closes the block. Throws if it was rejected. */
  async #place(run: TransactionRun, l1TransactionHash?: bigint): Promise<ExecutionResult> {
    const { submission, header, flags, outcome } = run;
    if (outcome.kind === 'rejected') throw new RejectedTransaction(outcome.rejection, run);
    const { open, clock } = this.value;
    const { receipt, stateDiff, declared } = outcome.executed;
    const executed: ExecutedTransaction = {
      hash: submission.hash,
      transaction: retainedTransaction(submission.transaction),
      receipt: retainedReceipt(receipt),
      changesBefore: open.changes.length,
      before: keepsStateBefore(open.executed.length) ? open.state : undefined,
      flags: retainedFlags(flags),
      declaredClass: 'declaredClass' in submission ? submission.declaredClass : undefined,
      l1TransactionHash,
    };
    this.value = {
      ...this.value,
      open: withTransaction(open, header, executed),
      clock: open.header ? clock : afterTransaction(clock),
    };
    this.change(stateDiff, declared);
    if (this.value.blockGeneration === 'transaction') await this.createBlock();
    return outcome.executed;
  }

  protected get sealing(): Sealing {
    return sealingOver(this.env.config, this.value.origin);
  }

  /** Changes the open block's state in slices, because the change may be large. */
  protected async changeInSlices(
    diff: StateDiff,
    declared: Iterable<readonly [FeltKey, DeclaredClass]>,
  ): Promise<void> {
    this.value = { ...this.value, open: await finishInSlices(withChangeSteps(this.value.open, diff, declared)) };
  }

  /** Changes the open block's state. */
  protected change(diff: StateDiff, declared: Iterable<readonly [FeltKey, DeclaredClass]>): void {
    this.value = { ...this.value, open: withChange(this.value.open, diff, declared) };
  }
}
