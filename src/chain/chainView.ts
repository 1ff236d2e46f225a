import { restIfDue } from '../async/turns.ts';
import type { Machine } from '../cairo/machine.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { BlockContext } from '../execution/blockContext.ts';
import { areBoundsUsable } from '../execution/bounds.ts';
import type { CallResult, Execution } from '../execution/callContext.ts';
import type { CallInfo } from '../execution/callInfo.ts';
import type { ErrorStack } from '../execution/errorStack.ts';
import { executeTransaction } from '../execution/executeTransaction.ts';
import type { FindClass } from '../execution/explain/classFacts.ts';
import { explainPlainCall } from '../execution/explain/explainPlainCall.ts';
import { explainTransaction } from '../execution/explain/explainTransaction.ts';
import type { Explanation } from '../execution/explain/explanation.ts';
import { mockProof } from '../execution/hash/proofFacts.ts';
import type { ExecutionFlags, ExecutionResult, Rejection } from '../execution/outcome.ts';
import { plainCall } from '../execution/plainCall.ts';
import { estimateFailure, RESOURCES, simulationFailure } from '../execution/rejectionError.ts';
import type { TransactionTrace } from '../execution/trace.ts';
import { type Submission, senderOf } from '../execution/transaction.ts';
import { type Felt, formatFelt, toFelt } from '../felt/felt.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import { ChainError, failed } from '../protocol/chainError.ts';
import { Need } from '../state/need.ts';
import type { State } from '../state/state.ts';
import { EMPTY_BASE } from '../state/stateBase.ts';
import type { InitialReads } from '../state/transactionState.ts';
import type { Cancellation } from './cancellation.ts';
import type { Environment } from './environment.ts';
import type { L1Connection } from './l1Connection.ts';
import type { Origin } from './origin.ts';
import type { BroadcastTransaction, MessageToL1, MessageToL2 } from './run/broadcast.ts';
import { executionContext } from './run/executionContext.ts';
import type { RunOptions } from './run/executor.ts';
import { feeEstimate } from './run/feeEstimate.ts';
import { hashOfTransaction } from './run/hashSubmission.ts';
import { NamedClasses } from './run/namedClasses.ts';
import { executedAt, type Rerun, rerunOf, type TransactionPlace } from './run/rerun.ts';
import { ReadsBelow, type SimulatedStep, type SimulatedTransaction, simulateBatch } from './run/simulateBatch.ts';
import {
  type CallRequest,
  type FeeEstimate,
  type Proof,
  type Simulation,
  type SimulationOptions,
  TransactionFailure,
} from './run/simulation.ts';
import { messageTransaction, prepare } from './run/submission.ts';
import { StateView } from './stateView.ts';
import type { Block, OpenBlock, PlacedTransaction } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainValue } from './value/chainValue.ts';
import { numberOf, recordOf } from './value/history.ts';
import type { Journal } from './value/journal.ts';
import { eachPlaced, eachPlacedInOpen, placedAt, placedInOpen } from './value/placed.ts';
import { type Resolved, resolve, stateOf } from './value/resolveBlock.ts';
import { headerNow, SEQUENCER_ADDRESS } from './value/seal.ts';
import { STRK } from './value/token.ts';

/** One state of the chain; it never changes. */
export class ChainView {
  protected readonly env: Environment;
  /** The value of a view never changes, but that of a draft does. */
  protected value: ChainValue;
  protected readonly runOptions: RunOptions;

  /** Cancels the executions of this view. */
  constructor(env: Environment, value: ChainValue, signal?: Cancellation) {
    this.env = env;
    this.value = value;
    this.runOptions = { signal };
  }

  get latest(): Block {
    return this.value.history.records.last!.block;
  }

  /** The open block, with the current time. */
  get open(): OpenBlock {
    const { open } = this.value;
    const { timestamp, prices } = headerNow(this.value, this.env.now());
    return {
      kind: 'open',
      number: open.number,
      timestamp,
      prices,
      protocol: open.protocol,
      sequencerAddress: SEQUENCER_ADDRESS,
      transactions: open.executed,
      stateDiff: open.stateDiff,
    };
  }

  get openNumber(): number {
    return this.value.open.number;
  }

  /** The number of the first local block: 0, or on a fork the one after the forked block. */
  get firstNumber(): number {
    return this.value.history.firstNumber;
  }

  /** The origin, if the chain is a fork. */
  get origin(): Origin | undefined {
    return this.value.origin;
  }

  get chainId(): Felt {
    return this.value.origin?.chainId ?? this.env.chainId;
  }

  /** The highest block of the origin that was declared accepted on L1 here. */
  get originAcceptedNumber(): number | undefined {
    return this.value.originAcceptedNumber;
  }

  /** The highest block accepted on L1, undefined while there is none. */
  get l1AcceptedNumber(): number | undefined {
    return this.value.l1AcceptedNumber;
  }

  /** Retained transactions, those of the open block included. */
  get transactionCount(): number {
    return this.value.history.places.size + this.value.open.executed.length;
  }

  /** The L1 that messages are exchanged with, undefined while there is none. */
  get l1(): L1Connection | undefined {
    return this.value.messaging.l1;
  }

  get autoImpersonate(): boolean {
    return this.value.autoImpersonate;
  }

  /** A persistent vector, which shares its content with earlier versions. */
  get journal(): Journal {
    return this.value.journal;
  }

  listImpersonatedAccounts(): Felt[] {
    return [...this.value.impersonated.keys()].map(feltOf);
  }

  /** A sealed local block. */
  blockByNumber(number: number): Block | undefined {
    return recordOf(this.value.history, number)?.block;
  }

  blockByHash(hash: Felt): Block | undefined {
    const number = numberOf(this.value.history, hash);
    return number === undefined ? undefined : this.blockByNumber(number);
  }

  /** Resolves a block id. Throws blockNotFound. */
  resolveBlock(id: BlockId): Block | OpenBlock {
    const resolved = resolve(this.value, id);
    return resolved.kind === 'open' ? this.open : resolved.record.block;
  }

  /** The state after a block; throws blockNotFound, or -1 `No state at block ...` where the archive is needed. */
  stateAt(id: BlockId): StateView {
    const resolved = resolve(this.value, id);
    const state = stateOf(this.value, id, resolved, this.env.config.stateArchiveCapacity, this.env.pastStates);
    return this.#stateView(state, resolved);
  }

  /** A class declared at or before a block; needs no archive. Throws blockNotFound. */
  async classAt(classHash: Felt, id: BlockId): Promise<DeclaredClass | undefined> {
    const resolved = resolve(this.value, id);
    const state =
      resolved.kind === 'open'
        ? this.value.open.state
        : this.env.pastStates.after(this.value.history, resolved.record.block.number);
    return this.#stateView(state, resolved).classOf(classHash);
  }

  /** The class of a contract in the newest state, if it is known without a request to an origin. */
  knownClassOf(address: Felt): DeclaredClass | undefined {
    const { state } = this.value.open;
    try {
      return state.declaredClassAt(state.classHashAt(keyOf(address)));
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      return undefined;
    }
  }

  /** The transactions of a block with their positions, created lazily. */
  eachTransaction(block: Block | OpenBlock): Iterable<PlacedTransaction> {
    if (block.kind === 'open') return eachPlacedInOpen(this.value);
    return eachPlaced(this.value, recordOf(this.value.history, block.number)!);
  }

  transaction(hash: Felt): PlacedTransaction | undefined {
    const place = this.value.history.places.get(keyOf(hash));
    if (place) return placedAt(this.value, recordOf(this.value.history, place.blockNumber)!, place.index);
    const index = this.value.open.places.get(keyOf(hash));
    return index === undefined ? undefined : placedInOpen(this.value, index);
  }

  /** The L2 transactions of an L1 transaction's messages, in the order of sending. */
  transactionsOfL1(hash: bigint): readonly PlacedTransaction[] {
    const hashes = this.value.messaging.byL1Transaction.get(hash.toString()) ?? [];
    return hashes.map((l2Hash) => this.transaction(l2Hash)).filter((placed) => placed !== undefined);
  }

  /** Calls a contract without a transaction. It sees the header of the block, as estimates and simulations do. */
  async call({ contractAddress, entryPointSelector, calldata }: CallRequest, id: BlockId): Promise<CallResult> {
    const [state, block] = [this.#stateAt(id), this.contextAt(id)];
    return this.run(state, (machine, state) =>
      plainCall({ state, block, machine }, keyOf(contractAddress), keyOf(entryPointSelector), calldata.map(keyOf)),
    );
  }

  /** Throws TransactionFailure for the first that fails, a reverted one included. */
  async estimateFee(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<readonly FeeEstimate[]> {
    const block = this.contextAt(id);
    const estimates: FeeEstimate[] = [];
    const rejection = await this.#simulate(
      transactions,
      { ...options, skipFeeCharge: true },
      id,
      block,
      (simulated) => {
        const { failure, receipt } = simulated.executed;
        if (failure !== undefined) throw new TransactionFailure(estimates.length, failure);
        estimates.push(feeEstimate(simulated.gas, block, receipt.actualFee.unit));
      },
    );
    if (rejection) throw new TransactionFailure(estimates.length, estimateFailure(rejection));
    return estimates;
  }

  async estimateMessageFee(
    message: MessageToL2,
    id: BlockId,
  ): Promise<FeeEstimate | { readonly failure: ErrorStack | string }> {
    const [state, block] = [this.#stateAt(id), this.contextAt(id)];
    const transaction = messageTransaction(message);
    const submission = { transaction, hash: await hashOfTransaction(transaction, this.chainId) };
    const outcome = await this.run(state, (machine, state) =>
      executeTransaction({ state, block, machine }, submission, MESSAGE_ESTIMATE),
    );
    if (outcome.kind === 'rejected') return { failure: estimateFailure(outcome.rejection) };
    const { failure, receipt } = outcome.executed;
    return failure === undefined ? feeEstimate(receipt.gas, block, receipt.actualFee.unit) : { failure };
  }

  /** Throws TransactionFailure for the first that could not be included. */
  async simulate(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<Simulation> {
    if (!options.skipFeeCharge)
      for (const [index, { resourceBounds }] of transactions.entries())
        if (!areBoundsUsable(resourceBounds)) throw new TransactionFailure(index, RESOURCES);
    const block = this.contextAt(id);
    const simulated: Simulation['transactions'][number][] = [];
    const reads = new ReadsBelow();
    const rejection = await this.#simulate(transactions, options, id, block, ({ executed, gas }) => {
      const { trace, receipt } = executed;
      reads.add(executed);
      simulated.push({ trace, estimate: feeEstimate(gas, block, receipt.actualFee.unit) });
    });
    if (rejection) throw new TransactionFailure(simulated.length, simulationFailure(rejection));
    return { transactions: simulated, initialReads: reads.reads };
  }

  async trace(placed: PlacedTransaction): Promise<TransactionTrace> {
    const executed = executedAt(this.value, placed);
    const cached = this.env.traces.get(executed);
    if (cached) return cached;
    const { trace } = await this.#runAgain(this.#rerunOf(placed));
    this.env.traces.set(executed, trace);
    return trace;
  }

  /** What a transaction called and why it failed, with the names of contracts and functions. */
  async explain(placed: PlacedTransaction): Promise<Explanation> {
    const { before, block, submission, flags } = this.#rerunOf(placed);
    const { explanation } = await this.#explained(before, (environment, find) =>
      explainTransaction({ ...environment, block }, submission, flags, find),
    );
    return explanation;
  }

  /** The same for a call without a transaction. */
  explainCall({ contractAddress, entryPointSelector, calldata }: CallRequest, id: BlockId): Promise<Explanation> {
    const block = this.contextAt(id);
    const [to, selector, felts] = [keyOf(contractAddress), keyOf(entryPointSelector), calldata.map(keyOf)];
    return this.#explained(this.#stateAt(id), (environment, find) =>
      explainPlainCall({ ...environment, block }, to, selector, felts, find),
    );
  }

  /** The same for transactions that are only tried out, each after those before it, up to the first that would be rejected. */
  async explainTransactions(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<readonly Explanation[]> {
    const block = this.contextAt(id);
    const steps = await this.#stepsOf(transactions, options);
    const explanations: Explanation[] = [];
    let state = this.#stateAt(id);
    for (const { submission, flags } of steps) {
      const { explanation, outcome } = await this.#explained(state, (environment, find) =>
        explainTransaction({ ...environment, block }, submission, flags, find),
      );
      explanations.push(explanation);
      if (outcome.kind === 'rejected') break;
      state = state.apply(outcome.executed.stateDiff, outcome.executed.declared);
      await this.rest();
    }
    return explanations;
  }

  /** The same for a message from L1 that is only tried out. */
  async explainMessage(message: MessageToL2, id: BlockId): Promise<Explanation> {
    const [state, block] = [this.#stateAt(id), this.contextAt(id)];
    const transaction = messageTransaction(message);
    const submission = { transaction, hash: await hashOfTransaction(transaction, this.chainId) };
    const { explanation } = await this.#explained(state, (environment, find) =>
      explainTransaction({ ...environment, block }, submission, MESSAGE_ESTIMATE, find),
    );
    return explanation;
  }

  /** Explains an execution, and once more if classes that it names had to be fetched. */
  async #explained<T>(
    before: State,
    explain: (environment: { readonly machine: Machine; readonly state: State }, find: FindClass) => Execution<T>,
  ): Promise<T> {
    const names = new NamedClasses(before, this.env.classFiles, this.env.artifacts);
    const find: FindClass = (classHash) => names.find(classHash);
    for (;;) {
      const explained = await this.run(before, (machine, state) => {
        names.forgetMissing();
        return explain({ machine, state }, find);
      });
      if (!(await names.fetchMissing())) return explained;
    }
  }

  /** What the traced transactions of a block first read of the state before it. */
  async initialReadsOf(block: Block | OpenBlock): Promise<InitialReads> {
    const reads = new ReadsBelow();
    const count = block.transactions.length;
    for (let index = 0; index < count; index++) {
      reads.add(await this.#runAgain(this.#rerunOf({ blockNumber: block.number, index })));
      await this.rest();
    }
    return reads.reads;
  }

  async prove(transaction: BroadcastTransaction, id: BlockId): Promise<Proof> {
    if (transaction.type !== 'INVOKE') throw failed('Only invoke transactions are supported for proving');
    const block = this.resolveBlock(id);
    const simulation = await this.simulate([transaction], { skipValidate: false, skipFeeCharge: true }, id);
    const { trace } = simulation.transactions[0]!;
    if (trace.type !== 'INVOKE' || 'revertReason' in trace.executeInvocation || trace.executeInvocation.failed)
      throw failed('Transaction execution failed: invoke execution did not succeed');
    const messages = messagesOf(trace.executeInvocation);
    const { hash } = await prepare(transaction, this.settings);
    const proven = mockProof({
      blockNumber: block.number,
      blockHash: block.kind === 'open' ? toFelt(0n) : block.hash,
      transactionHash: hash,
      chainId: this.chainId,
      strkAddress: STRK.address,
      messages,
    });
    return { ...proven, messages };
  }

  /** The environment with the chain id of the current chain, which on a fork is that of the origin. */
  protected get settings(): Environment {
    return { ...this.env, chainId: this.chainId };
  }

  /** The block context of calls, estimates and simulations at a block. */
  protected contextAt(id: BlockId): BlockContext {
    const block = this.resolveBlock(id);
    // At the newest block they see the number of the next one, as in starknet-devnet, because they show what a transaction would do.
    const number = block === this.latest ? this.value.open.number : block.number;
    const { timestamp, prices, protocol } = block;
    return executionContext({ number, timestamp, prices, protocol }, this.chainId);
  }

  /** Whether an account is impersonated, so that its signature is not checked. */
  protected isImpersonated(submission: Submission): boolean {
    const { transaction } = submission;
    if (transaction.type !== 'INVOKE' && transaction.type !== 'DECLARE') return false;
    return this.value.autoImpersonate || this.value.impersonated.has(keyOf(senderOf(transaction)));
  }

  /** Whether the nonce must equal that of the account. With blocks on demand it may be higher, except for declarations. */
  protected isStrictNonce({ transaction }: Submission): boolean {
    return this.value.blockGeneration === 'transaction' || transaction.type === 'DECLARE';
  }

  protected run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T> {
    return this.env.executor.run(state, start, this.runOptions);
  }

  /**
   * Long work awaits this between its parts. It lets other work run at the end of a time slice, and costs little before. Throws if the
   * request was cancelled.
   */
  rest(): Promise<void> | undefined {
    this.runOptions.signal?.throwIfAborted();
    return restIfDue();
  }

  #stateAt(id: BlockId): State {
    const resolved = resolve(this.value, id);
    return stateOf(this.value, id, resolved, this.env.config.stateArchiveCapacity, this.env.pastStates);
  }

  #stateView(state: State, resolved: Resolved): StateView {
    const number = resolved.kind === 'open' ? this.value.open.number : resolved.record.block.number;
    return new StateView(state, this.value.history, number, this.runOptions.waitFor);
  }

  /** Prepares transactions to be tried out. */
  async #stepsOf(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
  ): Promise<readonly SimulatedStep[]> {
    const steps: SimulatedStep[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const submission = await prepare(transaction, this.settings).catch((error: unknown) => {
        if (!(error instanceof ChainError && error.kind === 'compilationFailed')) throw error;
        throw new TransactionFailure(index, `${error.message}: ${error.data}`);
      });
      const flags: ExecutionFlags = {
        onlyQuery: true,
        validate: !options.skipValidate && !this.isImpersonated(submission),
        chargeFee: !options.skipFeeCharge,
        strictNonce: this.isStrictNonce(submission),
        checkSize: true,
      };
      steps.push({ submission, flags });
      await this.rest();
    }
    return steps;
  }

  /** Runs transactions one after another on a private state. Includes the reason if one cannot be included. */
  async #simulate(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
    block: BlockContext,
    take: (simulated: SimulatedTransaction) => void,
  ): Promise<Rejection | undefined> {
    const steps = await this.#stepsOf(transactions, options);
    let state = this.#stateAt(id);
    // On a fork the needs of many transactions are fetched together. A local chain has nothing to fetch and leaves the machines to others.
    const atOnce = state.base === EMPTY_BASE ? 1 : 64;
    for (let i = 0; i < steps.length; i += atOnce) {
      const { transactions: simulated, rejection } = await this.run(state, (machine, state) =>
        simulateBatch({ state, block, machine }, steps.slice(i, i + atOnce)),
      );
      for (const one of simulated) {
        take(one);
        state = state.apply(one.executed.stateDiff, one.executed.declared);
      }
      if (rejection) return rejection;
      await this.rest();
    }
    return undefined;
  }

  #rerunOf(place: TransactionPlace): Rerun {
    return rerunOf(this.value, place, this.chainId, this.env.pastStates);
  }

  /** Runs an included transaction again on the state before it, because traces are not stored. */
  async #runAgain({ before, block, submission, flags }: Rerun): Promise<ExecutionResult> {
    const outcome = await this.run(before, (machine, state) =>
      executeTransaction({ state, block, machine }, submission, flags),
    );
    if (outcome.kind === 'rejected')
      throw new Error(`Transaction ${formatFelt(submission.hash)} ran once and was then refused.`);
    return outcome.executed;
  }
}

/** Estimates a message by running its handler, without a fee. */
const MESSAGE_ESTIMATE: ExecutionFlags = {
  onlyQuery: true,
  validate: true,
  chargeFee: false,
  strictNonce: true,
  checkSize: true,
};

/** The messages of a call and the calls inside it, in the order they were sent. */
function messagesOf(info: CallInfo): (MessageToL1 & { readonly order: number })[] {
  const own = info.messages.map(({ order, toAddress, payload }) => ({
    order,
    fromAddress: feltOf(info.call.contractAddress),
    toAddress: feltOf(toAddress),
    payload: payload.map(feltOf),
  }));
  return [...own, ...info.inner.flatMap(messagesOf)].sort((a, b) => a.order - b.order);
}
