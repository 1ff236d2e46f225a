import type { RunnableClass } from '../classes/runnableClass.ts';
import { keyOf } from '../felt/key.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { retryRead } from '../state/retryRead.ts';
import { normalizeBounds } from './bounds.ts';
import type { Execution } from './callContext.ts';
import { trackedResource } from './calls/trackedResource.ts';
import type { ExecutionEnvironment } from './environment.ts';
import { executeTransaction } from './executeTransaction.ts';
import type { GasVector } from './gasVector.ts';
import type { ExecutionFlags, ExecutionResult, TrialFlags } from './outcome.ts';
import { l2GasLimit } from './phases/run.ts';
import { type Submission, senderOf } from './transaction.ts';

/** The search stops when it is this close to the lowest limit. */
const MARGIN = 1_000_000n;

/**
 * The gas to offer for a transaction that was just run: the gas it used if that is a sufficient limit, and otherwise a higher limit
 * that is. Compiled code withdraws gas for its most expensive branch and puts back what it did not need, so a transaction may run
 * out of gas under a limit that is above what it uses. Nodes of the network then try 10 % more, and then search for a limit.
 */
export function* sufficientGas(
  environment: ExecutionEnvironment,
  submission: Submission,
  flags: ExecutionFlags,
  executed: ExecutionResult,
): Execution<GasVector> {
  const { gas } = executed.receipt;
  const { transaction } = submission;
  if (executed.failure !== undefined || transaction.type === 'L1_HANDLER') return gas;
  const bounds = normalizeBounds(transaction.resourceBounds);
  if (bounds.kind === 'l1Only') return gas;
  const sufficient = yield* sufficientFor(environment, submission, bounds, flags, executed);
  if (flags.validate) return sufficient;
  const l2Gas = largest(sufficient.l2Gas, yield* validationLimit(environment, submission, bounds, flags, sufficient));
  return { ...sufficient, l2Gas };
}

type Bounds = ReturnType<typeof normalizeBounds>;

/** The gas that is sufficient for the phases that were run. */
function* sufficientFor(
  environment: ExecutionEnvironment,
  submission: Submission,
  bounds: Bounds,
  flags: ExecutionFlags,
  { requiredGas, receipt: { gas } }: ExecutionResult,
): Execution<GasVector> {
  // COST: almost all transactions return here, without another run.
  if (requiredGas !== undefined && requiredGas <= gas.l2Gas) return gas;
  const most = l2GasLimit(bounds, environment.block, flags);
  const suffices = (limit: bigint) => hasSameResult(environment, submission, { ...flags, l2GasLimit: limit }, gas);
  return { ...gas, l2Gas: yield* leastLimit(gas.l2Gas, requiredGas, most, suffices) };
}

const MAX_SIGNATURE_LENGTHS = 64;

/** The gas limits that validations required, by protocol version, account class and signature length. Little else affects them. */
const validationGasCache = new WeakMap<ProtocolConstants, WeakMap<RunnableClass, Map<number, bigint>>>();

function cachedDemands(account: RunnableClass, constants: ProtocolConstants): Map<number, bigint> {
  let byClass = validationGasCache.get(constants);
  if (!byClass) validationGasCache.set(constants, (byClass = new WeakMap()));
  let demands = byClass.get(account);
  if (!demands) byClass.set(account, (demands = new Map()));
  return demands;
}

/**
 * The limit that the skipped validation requires, or 0 if the limit for the execution covers it. Wallets estimate without validation
 * and offer 50 % more. That covers what a validation uses, but not what some accounts withdraw temporarily.
 */
function* validationLimit(
  environment: ExecutionEnvironment,
  submission: Submission,
  bounds: Bounds,
  flags: ExecutionFlags,
  sufficient: GasVector,
): Execution<bigint> {
  const { transaction } = submission;
  if (transaction.type === 'L1_HANDLER' || transaction.type === 'DEPLOY_ACCOUNT') return 0n;
  const { state, machine } = environment;
  const account = yield* retryRead(() => state.classAt(state.classHashAt(keyOf(senderOf(transaction)))));
  const { constants } = environment.block;
  if (!account || trackedResource(account, constants) !== 'SierraGas') return 0n;
  const demands = cachedDemands(account, constants);
  const { length } = transaction.signature;
  // COST: after the first estimate most accounts return here, without another run.
  if ((demands.get(length) ?? sufficient.l2Gas + 1n) <= sufficient.l2Gas) return 0n;
  const validating = { ...flags, validate: true, chargeFee: false };
  machine.muted = true;
  try {
    const outcome = yield* executeTransaction(environment, submission, validating);
    const { validationGas } = outcome.kind === 'rejected' ? outcome : outcome.executed;
    if (validationGas === undefined) return 0n;
    // Signatures have few different lengths in practice, so a small cache is enough.
    if (demands.size < MAX_SIGNATURE_LENGTHS) demands.set(length, validationGas);
    if (validationGas <= sufficient.l2Gas) return 0n;
    // The validation may reject a signature that is not the final one. The gas up to that point is still a good estimate.
    if (outcome.kind === 'rejected' || outcome.executed.failure !== undefined) return validationGas;
    return (yield* sufficientFor(environment, submission, bounds, validating, outcome.executed)).l2Gas;
  } finally {
    machine.muted = false;
  }
}

/**
 * Finds a sufficient limit: the gas used, or 10 % more, or else the lowest limit up to a margin. `most` is known to be sufficient.
 * `required` comes from the observed withdrawals of gas, so it should be the lowest limit: one run with it and one with less confirm
 * this. If they do not, a binary search finds the limit.
 */
export function* leastLimit(
  used: bigint,
  required: bigint | undefined,
  most: bigint,
  suffices: (limit: bigint) => Execution<boolean>,
): Execution<bigint> {
  const tenthMore = used + used / 10n;
  if (required !== undefined) {
    const limit = largest(required, tenthMore);
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

/** Whether a transaction succeeds under a limit and uses the same gas. Success is not enough: a caller may have caught a call that ran out of gas. */
function* hasSameResult(
  environment: ExecutionEnvironment,
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
