import type { Machine } from '../cairo/machine.ts';
import type { BlockContext } from '../execution/blockContext.ts';
import { areBoundsUsable, unusableBoundsText } from '../execution/bounds.ts';
import type { CallResult, Execution } from '../execution/callContext.ts';
import type { ErrorStack } from '../execution/errorStack.ts';
import type { Rejection } from '../execution/outcome.ts';
import { estimateFailure, RESOURCES, simulationFailure } from '../execution/rejectionError.ts';
import type { TransactionTrace } from '../execution/trace.ts';
import type { Submission } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { failed } from '../protocol/chainError.ts';
import { hint, message } from '../protocol/message.ts';
import type { State } from '../state/state.ts';
import { EMPTY_BASE } from '../state/stateBase.ts';
import type { InitialReads } from '../state/transactionState.ts';
import type { CoverageFiles } from '../tools/coverage/coverageFiles.ts';
import type { Debugger } from '../tools/debug/debuggerTypes.ts';
import type { DebugMoment } from '../tools/debug/debugMoment.ts';
import type { DebugRequest } from '../tools/debug/debugRequest.ts';
import type { ExplainedOutcome } from '../tools/explain/explainTransaction.ts';
import type { Explanation } from '../tools/explain/explanation.ts';
import { withSource } from '../tools/explain/explanationSource.ts';
import type { GasReportTexts } from '../tools/gas/gasReport.ts';
import { type FindClass, nameOfContract } from '../tools/names/classFacts.ts';
import { learnSelectors, NamedClasses } from '../tools/names/namedClasses.ts';
import type { ProfileFiles } from '../tools/profile/profileFiles.ts';
import type { ComparedState } from '../tools/storage/compareStates.ts';
import type { ContractStorage } from '../tools/storage/contractStorage.ts';
import type { StorageHost } from '../tools/storage/storageHost.ts';
import type { ToolHost, Tools } from '../tools/tools.ts';
import { ChainExecutions, type MeteredStart } from './chainExecutions.ts';
import type { BroadcastTransaction, MessageToL2 } from './run/broadcast.ts';
import { missingFact } from './run/declaration.ts';
import { MESSAGE_ESTIMATE } from './run/executionFlags.ts';
import { MergedReads } from './run/mergedReads.ts';
import { makeProof } from './run/mockProofs.ts';
import { CALL, TRIAL, TRIALS } from './run/purposes.ts';
import { executedAt, type Rerun } from './run/rerun.ts';
import type { SimulatedStep, SimulatedTransaction } from './run/simulateBatch.ts';
import {
  type CallRequest,
  type FeeEstimate,
  feeEstimate,
  type Proof,
  type Simulation,
  type SimulationOptions,
  TransactionFailure,
} from './run/simulation.ts';
import { messageSubmission, prepare } from './run/submission.ts';
import type { Block, OpenBlock, PlacedTransaction } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';

/** What a value of an explanation takes: as it was recorded, as it is explained, and in the answer. Measured with 300,000 of them. */
const EXPLAINED_FELT_BYTES = 288;

/** One state of the chain, which never changes: what is in it, and what executions on it would do. */
export class ChainView extends ChainExecutions {
  /** Calls a contract without a transaction. It sees the header of the block, as estimates and simulations do. */
  async call({ contractAddress, entryPointSelector, calldata }: CallRequest, id: BlockId): Promise<CallResult> {
    const [state, block] = [this.stateOf(id), this.contextAt(id)];
    const [to, selector] = [keyOf(contractAddress), keyOf(entryPointSelector)];
    const start: MeteredStart<CallResult> = (machine, state, { plainCall }, meter) =>
      plainCall({ state, block, machine, meter }, to, selector, calldata);
    return this.metered(state, start, CALL);
  }

  /** What calls used, by function: all that were collected, or else those of the transactions in the chain. */
  async gasReport(): Promise<GasReportTexts> {
    return (await this.#tools()).reportGas(this.#toolHost);
  }

  /** What calls used, as the text for the file of this process. */
  async encodeGas(): Promise<string> {
    return (await this.#tools()).encodeGas(this.#toolHost);
  }

  /** What ran of the user's code, with all clones of the node. */
  async coverage(): Promise<CoverageFiles> {
    if (!this.env.coverage)
      throw failed(message`This node does not count what code runs. Start it with ${hint('countCoverage')}.`);
    return (await this.#tools()).reportCoverage(this.#toolHost);
  }

  /** Writes a coverage to the folder for it. Returns false if there is none. */
  async saveCoverage({ json }: Pick<CoverageFiles, 'json'>): Promise<boolean> {
    const save = this.env.coverage?.save;
    await save?.(json);
    return save !== undefined;
  }

  /** Where the gas went: of a transaction, or of all transactions that were made here. */
  async profile(placed?: PlacedTransaction): Promise<ProfileFiles> {
    return (await this.#tools()).profileTransactions(this.#toolHost, placed && [placed]);
  }

  /** All steps of a transaction, as a file for cairo-profiler and cairo-coverage. */
  async traceForCairoTools(placed: PlacedTransaction): Promise<string> {
    return (await this.#tools()).traceForCairoTools(this.#toolHost, placed);
  }

  /** Where the gas of a call without a transaction went. */
  async profileCall(call: CallRequest, id: BlockId): Promise<ProfileFiles> {
    return (await this.#tools()).profileCall(this.#toolHost, this.stateOf(id), this.contextAt(id), call);
  }

  /** Runs a transaction again, to look at every moment of it. */
  async debug(placed: PlacedTransaction): Promise<Debugger> {
    return (await this.#tools()).debugTransaction(this.#toolHost, placed);
  }

  /** Goes somewhere in a transaction, and shows what is there. The debugger is kept for a while. */
  async debugView(placed: PlacedTransaction, request: DebugRequest): Promise<DebugMoment> {
    return (await this.#tools()).debugView(this.#toolHost, placed, request);
  }

  /** Runs a call without a transaction, to look at every moment of it. */
  async debugCall(call: CallRequest, id: BlockId): Promise<Debugger> {
    return (await this.#tools()).debugCall(this.#toolHost, this.stateOf(id), this.contextAt(id), call);
  }

  /** Runs transactions that are only tried out, to look at every moment of the last, or of the first that would be rejected. */
  async debugSimulation(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<Debugger> {
    const block = this.contextAt(id);
    const steps = await this.stepsOf(transactions, options, block);
    return (await this.#tools()).debugSimulation(this.#toolHost, this.stateOf(id), block, steps);
  }

  get #toolHost(): ToolHost {
    return {
      value: this.value,
      gas: this.env.gas,
      coverage: this.env.coverage?.collector,
      flushCounts: () => this.env.executor.flushCounts(),
      classFiles: this.env.classFiles,
      artifacts: this.env.artifacts,
      run: (state, start) => this.run(state, start),
      runLarge: (state, start) => this.runLarge(state, start),
      rerunOf: (place) => this.rerunOf(place),
      namesIn: (state) => new NamedClasses(state, this.env.classFiles, this.env.artifacts),
      rest: () => this.rest(),
    };
  }

  #tools(): Promise<Tools> {
    if (this.env.tools) return this.env.tools();
    throw failed('Gas reports, profiles, coverage and the debugger need Node.js; this node runs in a page.');
  }

  /** Throws TransactionFailure for the first that fails, a reverted one included. */
  async estimateFee(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<readonly FeeEstimate[]> {
    const block = this.contextAt(id);
    const estimates: FeeEstimate[] = [];
    const rejected = await this.#simulate(transactions, { ...options, skipFeeCharge: true }, id, block, (simulated) => {
      const { failure, receipt } = simulated.executed;
      if (failure !== undefined) throw new TransactionFailure(estimates.length, failure);
      estimates.push(feeEstimate(simulated.gas, block, receipt.actualFee.unit));
    });
    if (rejected) throw await failureOf(estimates.length, rejected, estimateFailure);
    return estimates;
  }

  async estimateMessageFee(
    message: MessageToL2,
    id: BlockId,
  ): Promise<FeeEstimate | { readonly failure: ErrorStack | string }> {
    const [state, block] = [this.stateOf(id), this.contextAt(id)];
    const submission = await messageSubmission(message, this.chainId);
    const outcome = await this.run(
      state,
      (machine, state, { executeTransaction }) =>
        executeTransaction({ state, block, machine }, submission, MESSAGE_ESTIMATE),
      TRIAL,
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
        if (!areBoundsUsable(resourceBounds))
          throw new TransactionFailure(index, RESOURCES, unusableBoundsText(resourceBounds));
    const block = this.contextAt(id);
    const simulated: Simulation['transactions'][number][] = [];
    const reads = new MergedReads();
    const rejected = await this.#simulate(transactions, options, id, block, ({ executed, gas }) => {
      const { trace, receipt } = executed;
      reads.add(executed);
      simulated.push({ trace, estimate: feeEstimate(gas, block, receipt.actualFee.unit) });
    });
    if (rejected) throw await failureOf(simulated.length, rejected, simulationFailure);
    return { transactions: simulated, initialReads: reads.reads };
  }

  async trace(placed: PlacedTransaction): Promise<TransactionTrace> {
    const executed = executedAt(this.value, placed);
    const cached = this.env.traces.get(executed);
    if (cached) return cached;
    const { trace } = await this.runAgain(this.rerunOf(placed));
    this.env.traces.set(executed, trace);
    return trace;
  }

  /** What a transaction called and why it failed, with the names of contracts and functions. */
  explain(placed: PlacedTransaction): Promise<Explanation> {
    return this.explainRerun(this.rerunOf(placed));
  }

  /** What a transaction that is not in the chain called and why it failed, on the state that it ran on. */
  async explainRerun({ before, block, submission, flags }: Rerun): Promise<Explanation> {
    const { explanation } = await this.#explainedTransaction(before, block, { submission, flags });
    return explanation;
  }

  /** What a call without a transaction called and why it failed. */
  async explainCall({ contractAddress, entryPointSelector, calldata }: CallRequest, id: BlockId): Promise<Explanation> {
    const { explainPlainCall } = await import('../tools/explain/explainPlainCall.ts');
    const block = this.contextAt(id);
    const [to, selector] = [keyOf(contractAddress), keyOf(entryPointSelector)];
    const explanation = await this.#explained(this.stateOf(id), (environment, find) =>
      explainPlainCall({ ...environment, block }, to, selector, calldata, find),
    );
    return withSource(explanation, this.env.artifacts);
  }

  /** What transactions that are only tried out would do, each after those before it, up to the first that would be rejected. */
  async explainTransactions(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<readonly Explanation[]> {
    const block = this.contextAt(id);
    const steps = await this.stepsOf(transactions, options, block);
    const explanations: Explanation[] = [];
    let state = this.stateOf(id);
    for (const step of steps) {
      const { explanation, outcome } = await this.#explainedTransaction(state, block, step);
      explanations.push(explanation);
      if (outcome.kind === 'rejected') break;
      state = state.apply(outcome.executed.stateDiff, outcome.executed.declared);
      await this.rest();
    }
    return explanations;
  }

  /** What a message from L1 that is only tried out would do. */
  async explainMessage(message: MessageToL2, id: BlockId): Promise<Explanation> {
    const [state, block] = [this.stateOf(id), this.contextAt(id)];
    const submission = await messageSubmission(message, this.chainId);
    const { explanation } = await this.#explainedTransaction(state, block, { submission, flags: MESSAGE_ESTIMATE });
    return explanation;
  }

  /** The names of the contracts of some classes, from their ABI or their build output; undefined where neither says. */
  async contractNames(classHashes: readonly Felt[]): Promise<readonly (string | undefined)[]> {
    const names = new NamedClasses(this.value.open.state, this.env.classFiles, this.env.artifacts);
    const find = () =>
      classHashes.map((classHash) => {
        const facts = names.find(keyOf(classHash));
        return facts && nameOfContract(facts);
      });
    const known = find();
    return (await names.fetchMissing()) ? find() : known;
  }

  /** The name of a function with this selector, if a class of the chain has one or a user has written it. */
  async functionName(selector: Felt): Promise<string | undefined> {
    const { selectors } = this.env;
    const key = keyOf(selector);
    if (selectors.get(key) === undefined) await learnSelectors(selectors, this.value.open.state);
    return selectors.get(key);
  }

  // The code of explanations is loaded when something is first explained, so that a page starts without it.
  async #explainedTransaction(
    before: State,
    block: BlockContext,
    { submission, flags }: SimulatedStep,
  ): Promise<ExplainedOutcome> {
    const { explainTransaction } = await import('../tools/explain/explainTransaction.ts');
    const { preimages, accounts } = this.env;
    const { explanation, outcome } = await this.#explained(before, (environment, find) =>
      explainTransaction({ ...environment, block }, submission, flags, find, preimages, accounts),
    );
    return { explanation: await withSource(explanation, this.env.artifacts), outcome };
  }

  /** Explains an execution, and once more if classes that it names had to be fetched. */
  async #explained<T>(
    before: State,
    explain: (environment: { readonly machine: Machine; readonly state: State }, find: FindClass) => Execution<T>,
  ): Promise<T> {
    const { classFiles, artifacts, selectors } = this.env;
    const names = new NamedClasses(before, classFiles, artifacts, selectors);
    const find = names.finder;
    for (;;) {
      const start = (machine: Machine, state: State) => {
        names.forgetMissing();
        return explain({ machine, state }, find);
      };
      const options = { ...this.runOptions, feltBytes: EXPLAINED_FELT_BYTES };
      // What failed has just run, and calldata may be long.
      await this.rest();
      const explained = await this.env.executor.run(before, start, options);
      if (!(await names.fetchMissing())) return explained;
    }
  }

  /** The storage of a contract after a block, by name. */
  async storageOf(contractAddress: Felt, id: BlockId): Promise<ContractStorage> {
    const { ContractStorage } = await import('../tools/storage/contractStorage.ts');
    return new ContractStorage(this.#storageHost, this.stateOf(id), contractAddress);
  }

  /** The state after a block, to be compared with another one. It needs no archive. */
  comparedAt(id: BlockId): ComparedState {
    const block = this.resolveBlock(id);
    const { history, open } = this.value;
    const state = block.kind === 'open' ? open.state : this.env.pastStates.after(history, block.number);
    return { host: this.#storageHost, state };
  }

  get #storageHost(): StorageHost {
    const { env, value, chainId, runOptions } = this;
    return { env, value, chainId, runOptions, run: (state, start) => this.run(state, start), rest: () => this.rest() };
  }

  /** What the traced transactions of a block first read of the state before it. */
  async initialReadsOf(block: Block | OpenBlock): Promise<InitialReads> {
    const reads = new MergedReads();
    const count = block.transactions.length;
    for (let index = 0; index < count; index++) {
      reads.add(await this.runAgain(this.rerunOf({ blockNumber: block.number, index })));
      await this.rest();
    }
    return reads.reads;
  }

  async prove(transaction: BroadcastTransaction, id: BlockId): Promise<Proof> {
    if (transaction.type !== 'INVOKE') throw failed('Only invoke transactions are supported for proving');
    const simulation = await this.simulate([transaction], { skipValidate: false, skipFeeCharge: true }, id);
    const { hash } = await prepare(transaction, this.settings, this.resolveBlock(id).protocol.rules);
    return makeProof(simulation.transactions[0]!.trace, hash, this.resolveBlock(id), this.chainId);
  }

  /** Runs transactions one after another on a private state. Returns the first that cannot be included. */
  async #simulate(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
    block: BlockContext,
    take: (simulated: SimulatedTransaction) => void,
  ): Promise<RejectedStep | undefined> {
    const steps = await this.stepsOf(transactions, options, block);
    let state = this.stateOf(id);
    // On a fork the needs of many transactions are fetched together. A local chain has nothing to fetch and leaves the machines to others.
    const atOnce = state.base === EMPTY_BASE ? 1 : 64;
    for (let i = 0; i < steps.length; i += atOnce) {
      const { transactions: simulated, rejection } = await this.run(
        state,
        (machine, state, { simulateBatch }) => simulateBatch({ state, block, machine }, steps.slice(i, i + atOnce)),
        TRIALS,
      );
      for (const one of simulated) {
        take(one);
        state = state.apply(one.executed.stateDiff, one.executed.declared);
      }
      if (rejection) return { rejection, submission: steps[i + simulated.length]!.submission };
      await this.rest();
    }
    return undefined;
  }
}

/** A transaction of a batch that cannot be included. */
interface RejectedStep {
  readonly rejection: Rejection;
  readonly submission: Submission;
}

const failureOf = async (
  index: number,
  { rejection, submission }: RejectedStep,
  say: (rejection: Rejection) => ErrorStack | string,
): Promise<TransactionFailure> =>
  new TransactionFailure(index, say(rejection), await missingFact(rejection, submission));
