import type { RunnableClass } from '../classes/runnableClass.ts';
import { keyOf } from '../felt/key.ts';
import { settleBounds } from './bounds.ts';
import type { Execution } from './callContext.ts';
import { type Environment, reading } from './environment.ts';
import { executeTransaction } from './executeTransaction.ts';
import type { GasVector } from './gasVector.ts';
import type { Executed, ExecutionFlags, TrialFlags } from './outcome.ts';
import { l2GasLimit } from './phases/run.ts';
import { type Submission, senderOf } from './transaction.ts';

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
  const { gas } = executed.receipt;
  const { transaction } = submission;
  if (executed.failure !== undefined || transaction.type === 'L1_HANDLER') return gas;
  const bounds = settleBounds(transaction.resourceBounds);
  if (bounds.kind === 'l1Only') return gas;
  const sufficient = yield* sufficientFor(environment, submission, bounds, flags, executed);
  if (flags.validate) return sufficient;
  const l2Gas = largest(sufficient.l2Gas, yield* validationLimit(environment, submission, bounds, flags, sufficient));
  return { ...sufficient, l2Gas };
}

type Bounds = ReturnType<typeof settleBounds>;

/** The gas that suffices for what was run. */
function* sufficientFor(
  environment: Environment,
  submission: Submission,
  bounds: Bounds,
  flags: ExecutionFlags,
  { demandedGas, receipt: { gas } }: Executed,
): Execution<GasVector> {
  // COST: nearly all transactions end here, without another run.
  if (demandedGas !== undefined && demandedGas <= gas.l2Gas) return gas;
  const most = l2GasLimit(bounds, environment.block, flags);
  const suffices = (limit: bigint) => runsAlike(environment, submission, { ...flags, l2GasLimit: limit }, gas);
  return { ...gas, l2Gas: yield* leastLimit(gas.l2Gas, demandedGas, most, suffices) };
}

const MOST_LENGTHS = 64;

/** What validations demanded, by the account's class and the length of the signature: little else decides it. */
const validationDemands = new WeakMap<RunnableClass, Map<number, bigint>>();

/**
 * The limit without which the validation that was skipped could not run, 0 where the execution's own is above it. Wallets estimate
 * without validation and offer half as much again, which covers what a validation uses, but not what some accounts withdraw and put back.
 */
function* validationLimit(
  environment: Environment,
  submission: Submission,
  bounds: Bounds,
  flags: ExecutionFlags,
  sufficient: GasVector,
): Execution<bigint> {
  const { transaction } = submission;
  if (transaction.type === 'L1_HANDLER' || transaction.type === 'DEPLOY_ACCOUNT') return 0n;
  const { state, machine } = environment;
  const account = yield* reading(() => state.classAt(state.classHashAt(keyOf(senderOf(transaction)))));
  if (account?.tracked !== 'SierraGas') return 0n;
  let demands = validationDemands.get(account);
  if (!demands) validationDemands.set(account, (demands = new Map()));
  const { length } = transaction.signature;
  // COST: after the first estimate most accounts end here, without another run.
  if ((demands.get(length) ?? sufficient.l2Gas + 1n) <= sufficient.l2Gas) return 0n;
  const validating = { ...flags, validate: true, chargeFee: false };
  machine.muted = true;
  try {
    const outcome = yield* executeTransaction(environment, submission, validating);
    const { validationGas } = outcome.kind === 'rejected' ? outcome : outcome.executed;
    if (validationGas === undefined) return 0n;
    // The longest signature that is worth remembering has a few signers.
    if (demands.size < MOST_LENGTHS) demands.set(length, validationGas);
    if (validationGas <= sufficient.l2Gas) return 0n;
    // A signature that is not the final one may be refused: how far it came still tells what that takes.
    if (outcome.kind === 'rejected' || outcome.executed.failure !== undefined) return validationGas;
    return (yield* sufficientFor(environment, submission, bounds, validating, outcome.executed)).l2Gas;
  } finally {
    machine.muted = false;
  }
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
