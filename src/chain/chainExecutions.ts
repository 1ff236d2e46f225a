import { restIfDue } from '../async/turns.ts';
import type { Machine } from '../cairo/machine.ts';
import type { ClassDefinition } from '../classes/declaredClass.ts';
import type { BlockContext } from '../execution/blockContext.ts';
import type { Execution } from '../execution/callContext.ts';
import { CallMeter } from '../execution/callMeter.ts';
import type { ExecutionResult } from '../execution/outcome.ts';
import { formatFelt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import { ChainError, helpedData } from '../protocol/chainError.ts';
import { Need } from '../state/need.ts';
import type { State } from '../state/state.ts';
import { ChainLookup } from './chainLookup.ts';
import type { Environment, NodeCoverage } from './environment.ts';
import type { BroadcastTransaction } from './run/broadcast.ts';
import { executionContext } from './run/executionContext.ts';
import { dryRunFlags } from './run/executionFlags.ts';
import type { Executions } from './run/executions.ts';
import type { Purpose, Start } from './run/executor.ts';
import { type Rerun, rerunOf, type TransactionPlace } from './run/rerun.ts';
import type { SimulatedStep } from './run/simulateBatch.ts';
import { type SimulationOptions, TransactionFailure } from './run/simulation.ts';
import { prepare } from './run/submission.ts';
import type { BlockId } from './value/blockId.ts';

/** Starts an execution that is metered, if a meter is given. */
export type MeteredStart<T> = (
  machine: Machine,
  state: State,
  executions: Executions,
  meter: CallMeter | undefined,
) => Execution<T>;

/** The definition of a class; undefined if the state does not have it, or not yet. */
function definitionIn(state: State, classHash: FeltKey): ClassDefinition | undefined {
  try {
    return state.declaredClassAt(classHash)?.definition;
  } catch (need) {
    if (need instanceof Need) return undefined;
    throw need;
  }
}

/** Runs executions on states of the chain: transactions that are tried out, and those that are in it once more. */
export class ChainExecutions extends ChainLookup {
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

  /** Runs an execution on a state. What the state lacks is fetched, and the execution starts again. */
  protected run<T>(state: State, start: Start<T>, purpose?: Purpose<T>): Promise<T> {
    const { executor, coverage } = this.env;
    // A run without a purpose repeats what was counted before.
    if (coverage && purpose) return this.#counted(coverage, state, start, purpose);
    return executor.run(state, start, this.runOptions, purpose);
  }

  /** Runs an execution that is recorded step by step, when no other such work is under way. */
  protected runLarge<T>(state: State, start: Start<T>): Promise<T> {
    return this.env.executor.run(state, start, { ...this.runOptions, isLarge: true });
  }

  async #counted<T>({ collector, test }: NodeCoverage, state: State, start: Start<T>, purpose: Purpose<T>): Promise<T> {
    try {
      const counter = collector.counterFor(test);
      return await this.env.executor.run(state, start, { ...this.runOptions, counter }, purpose);
    } finally {
      collector.define((classHash) => definitionIn(state, classHash));
    }
  }

  /**
   * Long work awaits this between its parts. It lets other work run at the end of a time slice, and costs little before. Throws if the
   * request was cancelled.
   */
  rest(): Promise<void> | undefined {
    this.runOptions.signal?.throwIfAborted();
    return restIfDue();
  }

  /** Runs an execution on a state, and meters it if what calls use is collected. */
  protected async metered<T>(before: State, start: MeteredStart<T>, purpose: Purpose<T>): Promise<T> {
    const { gas } = this.env;
    if (!gas)
      return this.run(before, (machine, state, executions) => start(machine, state, executions, undefined), purpose);
    let meter = new CallMeter();
    const result = await this.run(
      before,
      (machine, state, executions) => start(machine, state, executions, (meter = new CallMeter())),
      purpose,
    );
    gas.add(meter.calls, (classHash) => definitionIn(before, classHash));
    return result;
  }

  /** Prepares transactions to be tried out. */
  protected async stepsOf(
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    { constants: { rules } }: BlockContext,
  ): Promise<readonly SimulatedStep[]> {
    const steps: SimulatedStep[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const submission = await prepare(transaction, this.settings, rules).catch((error: unknown) => {
        if (!(error instanceof ChainError && error.kind === 'compilationFailed')) throw error;
        throw new TransactionFailure(index, `${error.message}: ${helpedData(error)}`);
      });
      steps.push({ submission, flags: dryRunFlags(this.value, submission, options) });
      await this.rest();
    }
    return steps;
  }

  /** How a transaction ran that is in the chain. */
  protected rerunOf(place: TransactionPlace): Rerun {
    return rerunOf(this.value, place, this.chainId, this.env.pastStates);
  }

  /** Runs an included transaction again on the state before it, because traces are not stored. */
  protected async runAgain({ before, block, submission, flags }: Rerun): Promise<ExecutionResult> {
    const outcome = await this.run(before, (machine, state, { executeTransaction }) =>
      executeTransaction({ state, block, machine }, submission, flags),
    );
    if (outcome.kind === 'rejected')
      throw new Error(`Transaction ${formatFelt(submission.hash)} ran once and was then refused.`);
    return outcome.executed;
  }
}
