import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { BlockContext } from '../blockContext.ts';
import { boundedSteps, gasModeOf, type NormalizedBounds, normalizeBounds, stepsOf } from '../bounds.ts';
import { type CallContext, callContext, type ExecutionMode } from '../callContext.ts';
import type { EntryPointCall } from '../callInfo.ts';
import { externalCall } from '../calls/externalCall.ts';
import type { CheatRun } from '../cheatRun.ts';
import type { ExecutionEnvironment } from '../environment.ts';
import { balanceCellsOf } from '../feeToken.ts';
import { pricesIn, type UnitPrices } from '../gas/fee.ts';
import type { FeeCell } from '../gas/stateChanges.ts';
import { InnerCallCollector } from '../innerCalls.ts';
import type { TrialFlags } from '../outcome.ts';
import type { GasMode } from '../trace.ts';
import { type AccountTransaction, type Submission, senderOf } from '../transaction.ts';
import { accountTransactionInfo, type TransactionInfo } from '../transactionInfo.ts';

/** What the phases of an account's transaction share. */
export interface Run<T extends AccountTransaction = AccountTransaction> {
  readonly submission: Submission & { readonly transaction: T };
  readonly transaction: T;
  readonly environment: ExecutionEnvironment;
  readonly flags: TrialFlags;
  readonly sender: FeltKey;
  readonly info: TransactionInfo;
  readonly bounds: NormalizedBounds;
  /** The tip that is charged. */
  readonly tip: bigint;
  readonly mode: GasMode;
  readonly prices: UnitPrices;
  readonly state: TransactionState;
  readonly feeCell: FeeCell;
  readonly cheats: CheatRun | undefined;
  readonly innerCalls: InnerCallCollector;
  /** The Sierra gas that is left for the remaining phases. */
  remainingGas: bigint;
  /** The lowest limit of L2 gas with which the phases so far run in the same way; undefined if code may read the gas counter. */
  requiredGas: bigint | undefined;
  /** The lowest limit of L2 gas with which the validation alone runs in the same way, once it has run. */
  validationGas: bigint | undefined;
}

export function startRun(
  submission: Submission & { readonly transaction: AccountTransaction },
  environment: ExecutionEnvironment,
  flags: TrialFlags,
): Run {
  const { transaction, hash } = submission;
  const { block } = environment;
  const bounds = normalizeBounds(transaction.resourceBounds);
  const sender = keyOf(senderOf(transaction));
  return {
    submission,
    transaction,
    environment,
    flags,
    sender,
    info: accountTransactionInfo(transaction, hash, flags.onlyQuery),
    bounds,
    tip: block.constants.rules.chargesTip ? transaction.tip : 0n,
    mode: gasModeOf(bounds),
    prices: pricesIn('FRI', block.prices),
    state: new TransactionState(environment.state),
    feeCell: { token: block.feeTokens.strk, cell: balanceCellsOf(sender)[0] },
    cheats: block.cheats?.begin(),
    innerCalls: new InnerCallCollector(),
    remainingGas: l2GasLimit(bounds, environment.block, flags),
    requiredGas: 0n,
    validationGas: undefined,
  };
}

/** The L2 gas that a transaction may use. If it is not charged, as in estimates, the limit is the maximum of the phases. */
export function l2GasLimit(bounds: NormalizedBounds, { constants }: BlockContext, flags: TrialFlags): bigint {
  if (flags.l2GasLimit !== undefined) return flags.l2GasLimit;
  if (bounds.kind === 'all' && flags.chargeFee) return bounds.bounds.l2Gas.maxAmount;
  return BigInt(constants.executeMaxSierraGas + constants.validateMaxSierraGas);
}

/** The gas that a phase gets: the remaining gas, but at most the limit of the phase. */
export const phaseGas = (run: Run, limit: number): number =>
  run.remainingGas < BigInt(limit) ? Number(run.remainingGas) : limit;

/** The context of a phase, with the number of steps that its mode and the bounds allow. The fee transfer is not metered, its calls are not collected, and no cheat changes it. */
export function phaseContext(run: Run, mode: ExecutionMode, gas: number, isFeeTransfer = false): CallContext {
  const { machine, block, observer } = run.environment;
  const meter = isFeeTransfer ? undefined : run.environment.meter;
  const cheats = isFeeTransfer ? undefined : run.cheats;
  const innerCalls = isFeeTransfer ? undefined : run.innerCalls;
  const stepsLeft = phaseSteps(run, mode);
  return callContext(
    { machine, state: run.state, block, mode, transaction: run.info, stepsLeft, observer, meter, cheats, innerCalls },
    gas,
  );
}

function phaseSteps({ environment, flags, bounds }: Run, mode: ExecutionMode): number {
  const { constants } = environment.block;
  const limit = mode === 'Validate' ? constants.validateMaxSteps : constants.invokeMaxSteps;
  if (flags.l2GasLimit !== undefined) return Math.min(limit, stepsOf(flags.l2GasLimit, constants.stepGas));
  return flags.chargeFee ? Math.min(limit, boundedSteps(bounds, constants.stepGas)) : limit;
}

/** Updates the required gas after a phase that was given `gas`. The limit must cover both its gas and its steps. */
export function updateRequiredGas(run: Run, context: CallContext, gas: number): void {
  if (context.readsGas) run.requiredGas = undefined;
  if (run.requiredGas === undefined) return;
  const { block } = run.environment;
  const spentBefore = l2GasLimit(run.bounds, block, run.flags) - run.remainingGas;
  const inGas = spentBefore + BigInt(gas - context.leastGas);
  // One more step than was taken, since nothing runs when no steps are left.
  const steps = phaseSteps(run, context.mode) - context.stepsLeft + 1;
  const inSteps = BigInt(steps) * BigInt(block.constants.stepGas);
  for (const demand of [inGas, inSteps]) if (demand > run.requiredGas) run.requiredGas = demand;
}

/** A call of the sender's account. The caller is zero. */
export const accountCall = (
  run: Run,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  initialGas: number,
): EntryPointCall => externalCall(run.sender, selector, calldata, ZERO_KEY, initialGas);
