import type { ErrorStack } from '../../execution/errorStack.ts';
import { estimateFailure } from '../../execution/rejectionError.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import type { BroadcastTransaction, MessageToL2 } from './broadcast.ts';
import { contextAt } from './contextAt.ts';
import { eachTrial, failureOf } from './eachTrial.ts';
import { MESSAGE_ESTIMATE } from './executionFlags.ts';
import { TRIAL } from './purposes.ts';
import { run } from './runner.ts';
import { type FeeEstimate, feeEstimate, type SimulationOptions, TransactionFailure } from './simulation.ts';
import { messageSubmission } from './submission.ts';

/** What transactions would cost. Throws TransactionFailure for the first that fails, a reverted one included. */
export async function estimateFee(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  id: BlockId,
): Promise<readonly FeeEstimate[]> {
  const block = contextAt(view, id);
  const estimates: FeeEstimate[] = [];
  const withoutFee = { ...options, skipFeeCharge: true };
  const rejected = await eachTrial(view, transactions, withoutFee, id, block, (simulated) => {
    const { failure, receipt } = simulated.executed;
    if (failure !== undefined) throw new TransactionFailure(estimates.length, failure);
    estimates.push(feeEstimate(simulated.gas, block, receipt.actualFee.unit));
  });
  if (rejected) throw await failureOf(estimates.length, rejected, estimateFailure);
  return estimates;
}

/** What a message from L1 would cost. */
export async function estimateMessageFee(
  view: ChainView,
  message: MessageToL2,
  id: BlockId,
): Promise<FeeEstimate | { readonly failure: ErrorStack | string }> {
  const [state, block] = [view.stateOf(id), contextAt(view, id)];
  const submission = await messageSubmission(message, view.chainId);
  const outcome = await run(
    view,
    state,
    (machine, state, { executeTransaction }) =>
      executeTransaction({ state, block, machine }, submission, MESSAGE_ESTIMATE),
    TRIAL,
  );
  if (outcome.kind === 'rejected') return { failure: estimateFailure(outcome.rejection) };
  const { failure, receipt } = outcome.executed;
  return failure === undefined ? feeEstimate(receipt.gas, block, receipt.actualFee.unit) : { failure };
}
