import type { BlockContext } from '../../execution/blockContext.ts';
import type { ErrorStack } from '../../execution/errorStack.ts';
import type { Rejection } from '../../execution/outcome.ts';
import type { Submission } from '../../execution/transaction.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import type { BroadcastTransaction } from './broadcast.ts';
import { missingFact } from './declaration.ts';
import { TRIALS } from './purposes.ts';
import { run } from './runner.ts';
import type { SimulatedTransaction } from './simulateBatch.ts';
import { type SimulationOptions, TransactionFailure } from './simulation.ts';
import { stepsOf } from './stepsOf.ts';

/** A transaction of a batch that cannot be included. */
interface RejectedStep {
  readonly rejection: Rejection;
  readonly submission: Submission;
}

/** Tries out transactions one after another on a private state. Returns the first that cannot be included. */
export async function eachTrial(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  id: BlockId,
  block: BlockContext,
  take: (simulated: SimulatedTransaction) => void,
): Promise<RejectedStep | undefined> {
  const steps = await stepsOf(view, transactions, options, block);
  let state = view.stateOf(id);
  // On a fork the needs of many transactions are fetched together. A local chain has nothing to fetch and leaves the machines to others.
  const atOnce = state.base === EMPTY_BASE ? 1 : 64;
  for (let i = 0; i < steps.length; i += atOnce) {
    const { transactions: simulated, rejection } = await run(
      view,
      state,
      (machine, state, { simulateBatch }) => simulateBatch({ state, block, machine }, steps.slice(i, i + atOnce)),
      TRIALS,
    );
    for (const one of simulated) {
      take(one);
      state = state.apply(one.executed.stateDiff, one.executed.declared);
    }
    if (rejection) return { rejection, submission: steps[i + simulated.length]!.submission };
    await view.rest();
  }
  return undefined;
}

/** The failure of a batch whose transaction at an index cannot be included. */
export const failureOf = async (
  index: number,
  { rejection, submission }: RejectedStep,
  say: (rejection: Rejection) => ErrorStack | string,
): Promise<TransactionFailure> =>
  new TransactionFailure(index, say(rejection), await missingFact(rejection, submission));
