import type { Machine } from '../../cairo/machine.ts';
import type { BlockContext } from '../../execution/blockContext.ts';
import type { Execution } from '../../execution/callContext.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { GasVector } from '../../execution/gasVector.ts';
import type { ExecutionFlags, ExecutionResult, Rejection } from '../../execution/outcome.ts';
import { sufficientGas } from '../../execution/sufficientGas.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { State } from '../../state/state.ts';

/** A transaction of a batch and how it is run. */
export interface SimulatedStep {
  readonly submission: Submission;
  readonly flags: ExecutionFlags;
}

/** What a transaction of a batch would do, and the gas to offer for it. */
export interface SimulatedTransaction {
  readonly executed: ExecutionResult;
  readonly gas: GasVector;
}

/** The results of a batch of transactions, each on the state after the earlier ones. */
export interface SimulatedBatch {
  readonly transactions: readonly SimulatedTransaction[];
  /** Why the next transaction cannot be included. The rest was not run. */
  readonly rejection: Rejection | undefined;
}

interface Environment {
  readonly state: State;
  readonly block: BlockContext;
  readonly machine: Machine;
}

/** Runs transactions one after another without keeping their changes. */
export function* simulateBatch(environment: Environment, steps: readonly SimulatedStep[]): Execution<SimulatedBatch> {
  const transactions: SimulatedTransaction[] = [];
  let { state } = environment;
  for (const { submission, flags } of steps) {
    const before = transactions.at(-1)?.executed;
    if (before) state = state.apply(before.stateDiff, before.declared);
    const here = { ...environment, state };
    const outcome = yield* executeTransaction(here, submission, flags);
    if (outcome.kind === 'rejected') return { transactions, rejection: outcome.rejection };
    const { executed } = outcome;
    transactions.push({ executed, gas: yield* sufficientGas(here, submission, flags, executed) });
    yield 'slice';
  }
  return { transactions, rejection: undefined };
}
