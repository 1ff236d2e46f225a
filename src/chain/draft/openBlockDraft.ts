import { finishInSlices } from '../../async/steps.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { BlockContext } from '../../execution/blockContext.ts';
import { areBoundsUsable, unusableBoundsText } from '../../execution/bounds.ts';
import type { ExecutionFlags, ExecutionResult, Outcome } from '../../execution/outcome.ts';
import { submissionError } from '../../execution/rejectionError.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ChainError, failed } from '../../protocol/chainError.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { usesMempool } from '../config.ts';
import { allocateAliases } from '../run/allocateAliases.ts';
import type { BroadcastInvoke, BroadcastTransaction, MessageToL2 } from '../run/broadcast.ts';
import { checkDeclaration } from '../run/declaration.ts';
import { executionContext } from '../run/executionContext.ts';
import { flagsOf } from '../run/executionFlags.ts';
import { isLongTransaction } from '../run/hashSubmission.ts';
import { balanceIn, executeMint, mintingError, mintSubmission, tokenOf } from '../run/mint.ts';
import { checkProof } from '../run/mockProofs.ts';
import { TRANSACTION } from '../run/purposes.ts';
import { RejectedTransaction } from '../run/rejectedTransaction.ts';
import type { Rerun } from '../run/rerun.ts';
import { metered, run } from '../run/runner.ts';
import { messageSubmission, prepare } from '../run/submission.ts';
import type { Block } from '../value/block.ts';
import { afterTransaction } from '../value/clock.ts';
import { noteL1Transaction } from '../value/messaging.ts';
import {
  type ExecutedTransaction,
  type FixedHeader,
  submissionOf,
  withChange,
  withChangeSteps,
  withoutTransactions,
  withTransaction,
} from '../value/openBlock.ts';
import { keepsStateBefore } from '../value/pastStates.ts';
import { retainedCalls, retainedFlags, retainedReceipt, retainedTransaction } from '../value/retained.ts';
import { headerNow, sealBlockSteps, sealingOver } from '../value/seal.ts';
import { hashIfLong } from '../value/sealedBlock.ts';
import type { DraftedChain } from './draftedChain.ts';

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

/** How a transaction is included that no client sent just now. */
export interface HowToInclude {
  readonly flags?: ExecutionFlags | undefined;
  readonly l1TransactionHash?: bigint | undefined;
}

/** With a caller, the contract is called without the account and without a fee. */
const callingAs = (callAs: FeltKey | undefined): Partial<ExecutionFlags> | undefined =>
  callAs === undefined ? undefined : { validate: false, chargeFee: false, callAs };

/** What its client learns of a transaction. */
export function submittedOf({ transaction, hash: transactionHash }: Submission): Submitted {
  switch (transaction.type) {
    case 'DECLARE':
      return { transactionHash, classHash: transaction.classHash };
    case 'DEPLOY_ACCOUNT':
      return { transactionHash, contractAddress: transaction.contractAddress };
    default:
      return { transactionHash };
  }
}

const NO_PROOF = { proof: undefined, proofFacts: [] };

/** The open block of a draft, to which transactions are added. */
export class OpenBlockDraft {
  readonly #drafted: DraftedChain;

  constructor(drafted: DraftedChain) {
    this.#drafted = drafted;
  }

  /** Checks a transaction, executes it and adds it to the open block. Throws a ChainError if it is rejected. */
  async submit(transaction: BroadcastTransaction): Promise<Submitted> {
    const submission = await this.check(transaction);
    await this.include(submission);
    return submittedOf(submission);
  }

  /** Checks a transaction and computes its hash. With `isLater` it is executed later, so that the state need not allow it yet. */
  async check(transaction: BroadcastTransaction, { isLater = false } = {}): Promise<Submission> {
    // The order of these checks is that of the network: bounds, query version, proof, then those that need the class and the hash.
    const { resourceBounds } = transaction;
    if (!areBoundsUsable(resourceBounds))
      throw new ChainError('insufficientResourcesForValidate', { help: unusableBoundsText(resourceBounds) });
    if (transaction.isQuery) throw failed('only-query transactions are not supported');
    if (transaction.type === 'INVOKE') {
      checkProof(transaction, this.#drafted.surroundings.config.proofMode);
      if (!isLater && isLongTransaction(transaction)) await this.#checkBeforeHash(transaction);
    }
    const submission = await prepare(transaction, this.#drafted.view, this.#drafted.value.open.protocol.rules);
    await checkDeclaration(submission, this.#drafted.surroundings.config);
    return submission;
  }

  /** Executes a transaction and adds it to the open block. Throws a ChainError if it is rejected. */
  async include(submission: Submission, { flags, l1TransactionHash }: HowToInclude = {}): Promise<void> {
    await this.#place(await this.#execute(submission, flags), l1TransactionHash);
    if ('declaredClass' in submission)
      this.#drafted.surroundings.executor.prepareLater(() => submission.declaredClass.runnable.program);
  }

  /** Takes all transactions out of the block. */
  async empty(): Promise<void> {
    this.#drafted.change({ open: await finishInSlices(withoutTransactions(this.#drafted.value.open)) });
  }

  /** Runs a transaction of a removed block again, as it was run then. Throws a ChainError if it is rejected now. */
  async repeat(executed: ExecutedTransaction): Promise<void> {
    const { flags, l1TransactionHash } = executed;
    await this.#place(await this.#execute(submissionOf(executed), callingAs(flags.callAs)), l1TransactionHash);
  }

  async mint(address: Felt, amount: bigint, unit: 'WEI' | 'FRI'): Promise<Minted> {
    checkProof(NO_PROOF, this.#drafted.surroundings.config.proofMode);
    const token = tokenOf(unit);
    const submission = await mintSubmission({ address, amount, unit }, this.#drafted.view);
    const run = await executeMint(submission, token, this.#drafted.view.stateAt('open'), (minting, callAs) =>
      this.#execute(minting, callingAs(callAs)),
    );
    const { execution } = (await this.#place(run)).receipt;
    if (execution.status === 'REVERTED') this.#drafted.keepsRecord = false;
    return {
      transactionHash: submission.hash,
      newBalance: await balanceIn(this.#drafted.view.stateAt('open'), token, address),
      revertReason: execution.status === 'REVERTED' ? mintingError(execution.revertReason) : undefined,
    };
  }

  /** Runs the handler of a message. One that fails changes nothing, also if its block could not be closed. */
  async sendMessageToL2(message: MessageToL2): Promise<Felt> {
    const { l1TransactionHash } = message;
    const before = this.#drafted.value;
    const submission = await messageSubmission(message, this.#drafted.view.chainId);
    try {
      await this.include(submission, { l1TransactionHash });
    } catch (error) {
      this.#drafted.replace(before);
      throw error;
    }
    if (l1TransactionHash !== undefined) {
      const messaging = noteL1Transaction(this.#drafted.value.messaging, l1TransactionHash, submission.hash);
      this.#drafted.change({ messaging });
    }
    return submission.hash;
  }

  /** Closes the open block. */
  async seal(): Promise<Block> {
    const { surroundings } = this.#drafted;
    if (surroundings.config.stateAliases) await this.#allocateAliases();
    const { value } = this.#drafted;
    const sealing = sealingOver(surroundings.config, value.origin);
    this.#drafted.replace(await finishInSlices(sealBlockSteps(value, surroundings.now(), sealing)));
    const { latest } = this.#drafted.view;
    await hashIfLong(latest);
    return latest;
  }

  /** Adds what the sequencer writes when it closes a block. */
  async #allocateAliases(): Promise<void> {
    const { open, history } = this.#drafted.value;
    const aliases = await allocateAliases(open, history.state, (fetch) => this.#drafted.waitFor(fetch));
    if (aliases) await this.change(aliases, []);
  }

  /** Closes a block with transactions before a change of time or price, so that the change does not affect them. */
  async sealIfUsed(): Promise<void> {
    if (this.#drafted.value.open.header) await this.seal();
  }

  /** Checks nonce, bounds and balance of a long transaction before its hash is computed, which takes long. */
  async #checkBeforeHash(transaction: BroadcastInvoke): Promise<void> {
    const { context: block } = this.#openContext();
    const flags = flagsOf(this.#drafted.value, { transaction, hash: 0n as Felt });
    const rejection = await run(this.#drafted.view, this.#drafted.value.open.state, (_, state, { preCheck }) =>
      preCheck({ state, block }, transaction, flags),
    );
    // If the nonce is used up, the transaction may already be in the chain, and only its hash can tell.
    if (!rejection || (rejection.kind === 'nonce' && rejection.nonce < rejection.accountNonce)) return;
    throw submissionError(rejection);
  }

  /** The header of the open block and the context that its transactions see. */
  #openContext(): { readonly header: FixedHeader; readonly context: BlockContext } {
    const header = headerNow(this.#drafted.value, this.#drafted.surroundings.now());
    const { timestamp, prices } = header;
    const { open, cheats } = this.#drafted.value;
    const { number, protocol } = open;
    const { chainId } = this.#drafted.view;
    return { header, context: executionContext({ number, timestamp, prices, protocol }, chainId, cheats.inForce) };
  }

  /** Runs a transaction on the open block, as one of a client unless it is said how. */
  async #execute(submission: Submission, given?: Partial<ExecutionFlags>): Promise<TransactionRun> {
    const { view, value } = this.#drafted;
    await hashIfLong(view.latest);
    if (view.transaction(submission.hash)) throw new ChainError('duplicateTransaction');
    const { header, context } = this.#openContext();
    const ordinary = flagsOf(value, submission);
    const flags = given ? { ...ordinary, ...given } : ordinary;
    const before = value.open.state;
    const outcome = await metered(
      view,
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
    const { open, clock, cheats, pool, blockGeneration } = this.#drafted.value;
    const { receipt, stateDiff, declared, innerCalls } = outcome.executed;
    const executed: ExecutedTransaction = {
      hash: submission.hash,
      transaction: retainedTransaction(submission.transaction),
      receipt: retainedReceipt(receipt),
      changesBefore: open.changes.length,
      before: keepsStateBefore(open.executed.length) ? open.state : undefined,
      flags: retainedFlags(flags),
      declaredClass: 'declaredClass' in submission ? submission.declaredClass : undefined,
      l1TransactionHash,
      innerCalls: retainedCalls(innerCalls),
    };
    this.#drafted.change({
      open: withChange(withTransaction(open, header, executed), stateDiff, declared),
      clock: open.header ? clock : afterTransaction(clock),
      cheats: receipt.cheats ? cheats.after(receipt.cheats) : cheats,
      pool: pool.afterPlacing(submission, usesMempool(blockGeneration), header.timestamp),
    });
    if (blockGeneration === 'transaction') await this.seal();
    return outcome.executed;
  }

  /** Changes the state of the block, in slices, because the change may be large. */
  async change(diff: StateDiff, declared: Iterable<readonly [FeltKey, DeclaredClass]>): Promise<void> {
    this.#drafted.change({ open: await finishInSlices(withChangeSteps(this.#drafted.value.open, diff, declared)) });
  }
}
