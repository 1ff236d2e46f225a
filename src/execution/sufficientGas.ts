import { settleBounds } from './bounds.ts';
import type { Execution } from './callContext.ts';
import type { Environment } from './environment.ts';
import { executeTransaction } from './executeTransaction.ts';
import type { GasVector } from './gasVector.ts';
import type { Executed, ExecutionFlags, TrialFlags } from './outcome.ts';
import { l2GasLimit } from './phases/run.ts';
import type { Submission } from './transaction.ts';

/** A limit this far above the smallest is good enough. */
const MARGIN = 1_000_000n;

/**
 * The gas to offer for a transaction that was just run: what it used, where a limit of that much L2 gas suffices, otherwise a limit
 * that does. Compiled code withdraws gas for the dearest of its branches first and puts back what it did not need, so a transaction
 * may run out of gas under a limit that is above what it uses. Nodes of the network then try a tenth more, then search.
 */
export function* sufficientGas(
  environment: Environment,
  submission: Submission,
  flags: ExecutionFlags,
  executed: Executed,
): Execution<GasVector> {
  const { failure, demandedGas, receipt } = executed;
  const { gas } = receipt;
  const { transaction } = submission;
  // COST: nearly all transactions end here, without another run.
  if (failure !== undefined || (demandedGas !== undefined && demandedGas <= gas.l2Gas)) return gas;
  if (transaction.type === 'L1_HANDLER') return gas;
  const bounds = settleBounds(transaction.resourceBounds);
  if (bounds.kind === 'l1Only') return gas;
  const most = l2GasLimit(bounds, environment.block, flags);
  const suffices = (limit: bigint) => runsAlike(environment, submission, { ...flags, l2GasLimit: limit }, gas);
  return { ...gas, l2Gas: yield* leastLimit(gas.l2Gas, demandedGas, most, suffices) };
}

/**
 * Finds a limit that suffices: what was used, a tenth more, or the smallest to a margin. `most` is known to suffice. The run that used so
 * much saw every withdrawal of gas, so `demanded` is the smallest limit: a try of it and one of less confirm it. Otherwise a search finds it.
 */
export function* leastLimit(
  used: bigint,
  demanded: bigint | undefined,
  most: bigint,
  suffices: (limit: bigint) => Execution<boolean>,
): Execution<bigint> {
  const tenthMore = used + used / 10n;
  if (demanded !== undefined) {
    const limit = largest(demanded, tenthMore);
    const less = limit === tenthMore ? used : largest(limit - MARGIN, tenthMore);
    if (limit < most && (yield* suffices(limit)) && !(yield* suffices(less))) return limit;
  }
  for (const limit of [used, tenthMore]) {
    if (limit >= most) return largest(used, most);
    if (yield* suffices(limit)) return limit;
  }
  let [low, high] = [tenthMore, most];
  while (high - low > MARGIN) {
    const limit = low + (high - low) / 2n;
    if (yield* suffices(limit)) high = limit;
    else low = limit;
  }
  return high;
}

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Whether a transaction succeeds under a limit and uses what it used before: a call that ran out of gas may have been caught. */
function* runsAlike(
  environment: Environment,
  submission: Submission,
  flags: TrialFlags,
  used: GasVector,
): Execution<boolean> {
  const { machine } = environment;
  machine.muted = true;
  try {
    const outcome = yield* executeTransaction(environment, submission, { ...flags, chargeFee: false });
    if (outcome.kind === 'rejected' || outcome.executed.failure !== undefined) return false;
    const { l1Gas, l1DataGas, l2Gas } = outcome.executed.receipt.gas;
    return l1Gas === used.l1Gas && l1DataGas === used.l1DataGas && l2Gas === used.l2Gas;
  } finally {
    machine.muted = false;
  }
}
