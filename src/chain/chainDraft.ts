import { finishInSlices } from '../async/steps.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { BlockContext, GasPrices } from '../execution/blockContext.ts';
import { areBoundsUsable, unusableBoundsText } from '../execution/bounds.ts';
import { executeTransaction } from '../execution/executeTransaction.ts';
import { messageToL1Hash } from '../execution/hash/messageHash.ts';
import { isMockProof } from '../execution/hash/proofFacts.ts';
import type { ExecutionFlags, ExecutionResult, Outcome } from '../execution/outcome.ts';
import { preCheck } from '../execution/preCheck.ts';
import { submissionError } from '../execution/rejectionError.ts';
import type { Submission } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { ChainError, failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import { ChainView } from './chainView.ts';
import type { BlockGeneration } from './config.ts';
import type { Environment } from './environment.ts';
import { type L1Connection, restartedL1 } from './l1Connection.ts';

import type { Origin } from './origin.ts';
import { patiently } from './patience.ts';
import type { BroadcastInvoke, BroadcastTransaction, MessageToL1, MessageToL2, StateEdit } from './run/broadcast.ts';
import { checkDeclaration } from './run/declaration.ts';
import { executionContext } from './run/executionContext.ts';
import type { RunOptions } from './run/executor.ts';
import { hashOfTransaction, isLongTransaction } from './run/hashSubmission.ts';
import { balanceIn, executeMint, mintingError, mintSubmission, tokenOf } from './run/mint.ts';
import { checkStateEdit } from './run/stateEdit.ts';
import { messageTransaction, prepare } from './run/submission.ts';
import type { Block } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainValue } from './value/chainValue.ts';
import { afterTransaction, emptyBlockTime, LAST_TIME, setFrozen, setTime, withoutHold } from './value/clock.ts';
import { historyBefore } from './value/history.ts';
import type { GasPriceChanges, JournalRecord } from './value/journal.ts';
import { collectMessages, consumeMessage, noteL1Transaction } from './value/messaging.ts';
import { type ExecutedTransaction, type FixedHeader, withChange, withTransaction } from './value/openBlock.ts';
import { keepsStateBefore } from './value/pastStates.ts';
import { resolve } from './value/resolveBlock.ts';
import { retainedFlags, retainedReceipt, retainedTransaction } from './value/retained.ts';
import { headerNow, latestTime, nextOpenBlock, type Sealing, sealBlock, sealingOver } from './value/seal.ts';
import { SealedBlock } from './value/sealedBlock.ts';
import { dropSnapshots, keepSnapshot, type Snapshots, takeSnapshot } from './value/snapshots.ts';

/** A transaction that ran on the open block, and the block that it saw. */
interface TransactionRun {
  readonly submission: Submission;
  readonly header: FixedHeader;
  readonly flags: ExecutionFlags;
  readonly outcome: Outcome;
}

export interface RestartOptions {
  readonly keepMessaging: boolean;
  readonly origin?: Origin | undefined;
}

export interface Submitted {
  readonly transactionHash: Felt;
  /** Of a declaration. */
  readonly classHash?: Felt;
  /** Of a deployed account. */
  readonly contractAddress?: Felt;
}

export interface Minted {
  readonly transactionHash: Felt;
  readonly newBalance: bigint;
  /** Set when the transaction is in a block but did not mint. */
  readonly revertReason: string | undefined;
}

const NO_PROOF = { proof: undefined, proofFacts: [] };

/** A write's own copy of the chain. */
export class ChainDraft extends ChainView {
  #snapshots: Snapshots;
  readonly #restarted: (origin: Origin | undefined) => Promise<ChainValue>;
  #keepsRecord = true;
  #isReset = false;
  #insists = false;
  readonly #signal: RunOptions['signal'];
  protected override readonly runOptions: RunOptions;

  constructor(
    env: Environment,
    value: ChainValue,
    snapshots: Snapshots,
    restarted: (origin: Origin | undefined) => Promise<ChainValue>,
    signal?: RunOptions['signal'],
  ) {
    super(env, value);
    this.#snapshots = snapshots;
    this.#restarted = restarted;
    this.#signal = signal;
    this.runOptions = {
      signal: { throwIfAborted: () => this.throwIfAbandoned() },
      isWrite: true,
      waitFor: (answered) => this.#waitFor(answered),
    };
  }

  /** The chain after the write. */
  get result(): ChainValue {
    return this.value;
  }

  /** The snapshots after the write. */
  get snapshots(): Snapshots {
    return this.#snapshots;
  }

  /** Whether the journal keeps this write's request. */
  get keepsRecord(): boolean {
    return this.#keepsRecord;
  }

  /** Whether the chain was replaced, by a restart or a load. */
  get isReset(): boolean {
    return this.#isReset;
  }

  /** Throws if the write was cancelled, unless it must be completed. */
  throwIfAbandoned(): void {
    if (!this.#insists) this.#signal?.throwIfAborted();
  }

  /** A write with effects outside of the chain cannot be repeated, so it does not leave the queue while it waits for the origin. */
  #waitFor(answered: Promise<void>): Promise<void> {
    return this.#insists ? answered : patiently(answered);
  }

  /** Checks a transaction, executes it and adds it to the open block. Throws a ChainError if it is rejected. */
  async submit(transaction: BroadcastTransaction): Promise<Submitted> {
    // The order of these checks is that of the network: bounds, query version, proof, then those that need the class and the hash.
    const { resourceBounds } = transaction;
    if (!areBoundsUsable(resourceBounds))
      throw new ChainError('insufficientResourcesForValidate', { data: unusableBoundsText(resourceBounds) });
    if (transaction.isQuery) throw failed('only-query transactions are not supported');
    if (transaction.type === 'INVOKE') {
      this.#checkProof(transaction);
      if (isLongTransaction(transaction)) await this.#refuseUnhashed(transaction);
    }
    const submission = await prepare(transaction, this.settings);
    await checkDeclaration(submission, this.env.config);
    await this.#include(submission);
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
    this.#checkProof(NO_PROOF);
    const token = tokenOf(unit);
    const submission = await mintSubmission({ address, amount, unit }, this, this.settings);
    const run = await executeMint(submission, token, this.stateAt('pre_confirmed'), (...how) => this.#execute(...how));
    const { execution } = this.#place(run).receipt;
    if (execution.status === 'REVERTED') this.#keepsRecord = false;
    return {
      transactionHash: submission.hash,
      newBalance: await balanceIn(this.stateAt('pre_confirmed'), token, address),
      revertReason: execution.status === 'REVERTED' ? mintingError(execution.revertReason) : undefined,
    };
  }

  async sendMessageToL2(message: MessageToL2): Promise<Felt> {
    const transaction = messageTransaction(message);
    const hash = await hashOfTransaction(transaction, this.chainId);
    await this.#include({ transaction, hash }, message.l1TransactionHash);
    if (message.l1TransactionHash !== undefined)
      this.value = {
        ...this.value,
        messaging: noteL1Transaction(this.value.messaging, message.l1TransactionHash, hash),
      };
    return hash;
  }

  /** Closes the open block. */
  createBlock(): Block {
    this.value = sealBlock(this.value, this.env.now(), this.#sealing);
    return this.latest;
  }

  /** Hashes the last blocks in slices if that takes long. A read of a hash would compute it without a pause. */
  async hashLongBlocks(): Promise<void> {
    const { latest } = this;
    if (latest instanceof SealedBlock && latest.hasLongHash) await finishInSlices(latest.hashSteps());
  }

  /** Makes several blocks, with the time increased between them. */
  async mine(count: number, secondsBetween: bigint): Promise<readonly Block[]> {
    const blocks: Block[] = [];
    for (let i = 0; i < count; i++) {
      blocks.push(i > 0 && secondsBetween > 0n ? this.increaseTime(secondsBetween) : this.createBlock());
      await this.hashLongBlocks();
      await this.rest();
    }
    return blocks;
  }

  setBlockGeneration(blockGeneration: BlockGeneration): void {
    if (blockGeneration === 'transaction') this.#closeUsedBlock();
    this.value = { ...this.value, blockGeneration };
  }

  /** Stops the clock or lets it run again. */
  setClockFrozen(frozen: boolean): void {
    const clock = setFrozen(this.value.clock, frozen, this.env.now(), latestTime(this.value));
    this.value = { ...this.value, clock };
  }

  /** Sets the clock to a time of at most 2^64 - 1 seconds. Returns the new block if one was requested. */
  setTime(time: bigint, createBlock: boolean): Block | undefined {
    if (createBlock) this.#closeUsedBlock();
    this.value = { ...this.value, clock: setTime(this.value.clock, time, this.env.now()) };
    return createBlock ? this.createBlock() : undefined;
  }

  increaseTime(seconds: bigint): Block {
    this.#closeUsedBlock();
    const time = emptyBlockTime(this.value.clock, this.env.now(), latestTime(this.value));
    if (time + seconds > LAST_TIME)
      throw failed(
        `The time is ${time} and cannot be increased by ${seconds} seconds: the last time that a block can have is ${LAST_TIME} (2^64 - 1).`,
      );
    return this.setTime(time + seconds, true)!;
  }

  /** Changes the prices of the blocks after the open one, and returns all new prices. */
  setGasPrices(changes: GasPriceChanges, createBlock: boolean): GasPrices {
    if (createBlock) this.#closeUsedBlock();
    const { l1Gas, l1DataGas, l2Gas } = this.value.prices;
    const prices: GasPrices = {
      l1Gas: { wei: changes.gasPriceWei ?? l1Gas.wei, fri: changes.gasPriceFri ?? l1Gas.fri },
      l1DataGas: { wei: changes.dataGasPriceWei ?? l1DataGas.wei, fri: changes.dataGasPriceFri ?? l1DataGas.fri },
      l2Gas: { wei: changes.l2GasPriceWei ?? l2Gas.wei, fri: changes.l2GasPriceFri ?? l2Gas.fri },
    };
    this.value = { ...this.value, prices };
    if (createBlock) this.createBlock();
    return prices;
  }

  /** The removed blocks, newest first. */
  abortBlocks(from: BlockId): readonly Block[] {
    if (this.env.config.stateArchiveCapacity !== 'full')
      throw failed(message`The abort blocks feature requires ${hint('archiveSetToFull')}.`);
    const first = this.#localNumber(from === 'pre_confirmed' ? { number: this.createBlock().number } : from);
    if (first === this.firstNumber) throw failed("Genesis block can't be aborted");
    const { history } = this.value;
    const aborted = [...history.records.from(first - history.firstNumber)].map(({ block }) => block).reverse();
    const before = historyBefore(history, first, this.env.pastStates.after(history, first - 1));
    const open = nextOpenBlock(before, this.value.prices, this.#sealing);
    this.value = { ...this.value, history: before, open, clock: withoutHold(this.value.clock) };
    return aborted;
  }

  /** The newly accepted local blocks, newest first. */
  async acceptOnL1(upTo: BlockId): Promise<readonly Block[]> {
    if (upTo === 'pre_confirmed') throw failed('Pre-confirmed block cannot be accepted on L1');
    const ofOrigin = await this.#originNumber(upTo);
    if (ofOrigin !== undefined) {
      this.value = { ...this.value, originAcceptedNumber: ofOrigin };
      return [];
    }
    const number = this.#localNumber(upTo);
    const accepted = this.value.l1AcceptedNumber ?? this.firstNumber - 1;
    if (number <= accepted) throw failed('Block already accepted on L1');
    const blocks: Block[] = [];
    for (let n = number; n > accepted; n--) blocks.push(this.blockByNumber(n)!);
    this.value = { ...this.value, l1AcceptedNumber: number, originAcceptedNumber: this.value.origin?.block.number };
    return blocks;
  }

  async impersonate(address: Felt): Promise<void> {
    this.value = { ...this.value, impersonated: this.value.impersonated.set(keyOf(address), true) };
  }

  stopImpersonating(address: Felt): void {
    this.value = { ...this.value, impersonated: this.value.impersonated.delete(keyOf(address)) };
  }

  setAutoImpersonate(on: boolean): void {
    this.value = { ...this.value, autoImpersonate: on };
  }

  async applyStateEdit(edit: StateEdit) {
    const { diff, declared, classes } = await checkStateEdit(edit, this.value.open.state, this.env, (answered) =>
      this.#waitFor(answered),
    );
    this.#change(diff, declared);
    return classes;
  }

  /** Collects new messages to L1, then consumes one and returns its hash. */
  consumeMessageToL1({ fromAddress, toAddress, payload }: MessageToL1): bigint {
    const hash = messageToL1Hash(fromAddress, toAddress, payload);
    const left = consumeMessage(collectMessages(this.value.messaging, this.value.history), hash);
    if (!left)
      throw failed(
        `Message to L1 with hash 0x${hash.toString(16).padStart(64, '0')} is not present (never received OR already consumed).`,
      );
    this.value = { ...this.value, messaging: left };
    return hash;
  }

  /** Messages to L1 of sealed blocks that were not flushed yet. */
  pendingMessagesToL1(): readonly MessageToL1[] {
    this.value = { ...this.value, messaging: collectMessages(this.value.messaging, this.value.history) };
    return this.value.messaging.pending;
  }

  /** A transaction that may have already delivered the first of them to L1. */
  get unansweredL1Transaction(): bigint | undefined {
    return this.value.messaging.unanswered;
  }

  /** Removes the first messages after they were flushed. The next one may be on L1 too, by a transaction without an answer. */
  dropPendingMessagesToL1(count: number, unanswered?: bigint): void {
    const { messaging } = this.value;
    this.value = { ...this.value, messaging: { ...messaging, pending: messaging.pending.slice(count), unanswered } };
  }

  /** Sets the L1 connection or its position in the log. */
  setL1(l1: L1Connection): void {
    this.value = { ...this.value, messaging: { ...this.value.messaging, l1 } };
  }

  /** Stores the current chain under the next snapshot id. */
  snapshot(): bigint {
    const id = this.#snapshots.nextId;
    this.#snapshots = keepSnapshot(this.#snapshots, this.value);
    return id;
  }

  /** Reverts to a snapshot and drops it and all later ones. Returns false if there is none with that id. */
  revert(id: bigint): boolean {
    const taken = takeSnapshot(this.#snapshots, id);
    if (!taken) return false;
    this.value = taken.value;
    this.#snapshots = taken.left;
    return true;
  }

  /** A copy of this draft to try something out. It is never published. */
  copy(): ChainDraft {
    return new ChainDraft(this.env, this.value, this.#snapshots, this.#restarted, this.#signal);
  }

  /** Adds a record to the journal, if there is one. */
  record(record: JournalRecord): void {
    if (!this.env.config.journal) return;
    this.value = { ...this.value, journal: this.value.journal.push(record) };
  }

  /** Makes this write complete even if its client cancels, because it has effects outside of the chain. */
  insist(): void {
    this.#insists = true;
  }

  /** Restarts at genesis, with another origin if one is given. */
  async restart({ keepMessaging, origin }: RestartOptions): Promise<void> {
    const { l1 } = this.value.messaging;
    const fresh = await this.#restarted(origin ?? this.value.origin);
    // An L1 that was configured at start is connected again by every restart.
    const started = this.env.config.l1.url === undefined ? undefined : restartedL1(l1);
    this.value = { ...fresh, messaging: { ...fresh.messaging, l1: keepMessaging ? l1 : started } };
    this.#snapshots = dropSnapshots(this.#snapshots);
    this.#isReset = true;
  }

  /** Checks nonce, bounds and balance of a long transaction before its hash is computed, which takes long. */
  async #refuseUnhashed(transaction: BroadcastInvoke): Promise<void> {
    const { context: block } = this.#surroundings();
    const flags = this.#flagsOf({ transaction, hash: 0n as Felt });
    const rejection = await this.run(this.value.open.state, (_, state) =>
      preCheck({ state, block }, transaction, flags),
    );
    // If the nonce is used up, the transaction may already be in the chain, and only its hash can tell.
    if (!rejection || (rejection.kind === 'nonce' && rejection.nonce < rejection.accountNonce)) return;
    throw submissionError(rejection);
  }

  /** The header of the open block and the context that its transactions see. */
  #surroundings(): { readonly header: FixedHeader; readonly context: BlockContext } {
    const header = headerNow(this.value, this.env.now());
    const { timestamp, prices } = header;
    const { number, protocol } = this.value.open;
    return { header, context: executionContext({ number, timestamp, prices, protocol }, this.chainId) };
  }

  #flagsOf(submission: Submission): ExecutionFlags {
    return {
      onlyQuery: false,
      validate: !this.isImpersonated(submission),
      chargeFee: true,
      strictNonce: this.isStrictNonce(submission),
      checkSize: true,
    };
  }

  /** Runs a transaction on the open block and places it there. */
  async #include(submission: Submission, l1TransactionHash?: bigint): Promise<void> {
    this.#place(await this.#execute(submission), l1TransactionHash);
  }

  /** Runs a transaction on the open block, either normally or with the given caller and without the sender's account. */
  async #execute(submission: Submission, callAs?: FeltKey): Promise<TransactionRun> {
    await this.hashLongBlocks();
    if (this.transaction(submission.hash)) throw new ChainError('duplicateTransaction');
    const { header, context } = this.#surroundings();
    const ordinary = this.#flagsOf(submission);
    const flags = callAs === undefined ? ordinary : { ...ordinary, validate: false, chargeFee: false, callAs };
    const outcome = await this.run(this.value.open.state, (machine, state) =>
      executeTransaction({ state, block: context, machine }, submission, flags),
    );
    return { submission, header, flags, outcome };
  }

  /** Adds an executed transaction to the open block, and in transaction mode closes the block. Throws if it was rejected. */
  #place({ submission, header, flags, outcome }: TransactionRun, l1TransactionHash?: bigint): ExecutionResult {
    if (outcome.kind === 'rejected') throw submissionError(outcome.rejection);
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
    this.#change(stateDiff, declared);
    if (this.value.blockGeneration === 'transaction') this.createBlock();
    return outcome.executed;
  }

  get #sealing(): Sealing {
    return sealingOver(this.env.config, this.value.origin);
  }

  /** Changes the open block's state. */
  #change(diff: StateDiff, declared: Iterable<readonly [FeltKey, DeclaredClass]>): void {
    this.value = { ...this.value, open: withChange(this.value.open, diff, declared) };
  }

  /** Closes a block with transactions before a change of time or price, so that the change does not affect them. */
  #closeUsedBlock(): void {
    if (this.value.open.header) this.createBlock();
  }

  /** The number of a sealed local block, for controls that have their own error messages. */
  #localNumber(id: BlockId): number {
    try {
      const resolved = resolve(this.value, id);
      if (resolved.kind === 'sealed') return resolved.record.block.number;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
    throw failed('No block found');
  }

  /** The number of a block of the origin that can be accepted now; undefined if the id is of a local block or unknown. */
  async #originNumber(id: Exclude<BlockId, 'pre_confirmed'>): Promise<number | undefined> {
    const { origin, originAcceptedNumber: accepted = -1, l1AcceptedNumber } = this.value;
    if (!origin || id === 'latest') return undefined;
    if (id === 'l1_accepted') {
      if (l1AcceptedNumber !== undefined) return undefined;
      if (accepted >= 0) throw failed('Block already accepted on L1');
    } else if ('number' in id ? id.number >= this.firstNumber : this.blockByHash(id.hash)) return undefined;
    const block = await origin.findBlock(id);
    if (!block) throw failed('No block found');
    if (block.isAcceptedOnL1 || block.number <= accepted) throw failed('Block already accepted on L1');
    return block.number;
  }

  /** In mode devnet, proof facts need a proof and the reverse. Mode full does not verify anything yet. */
  #checkProof({ proof, proofFacts }: Pick<BroadcastInvoke, 'proof' | 'proofFacts'>): void {
    const mode = this.env.config.proofMode;
    if (mode === 'full') throw failed('Proof verification in full mode not yet implemented');
    if (mode === 'none' || (proof === undefined && proofFacts.length === 0)) return;
    if (proof === undefined || !isMockProof(proof, proofFacts)) throw new ChainError('invalidProof');
  }
}
