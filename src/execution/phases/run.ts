import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { BlockContext } from '../blockContext.ts';
import { boundedSteps, gasModeOf, type SettledBounds, settleBounds, stepsOf } from '../bounds.ts';
import { type CallContext, callContext, type ExecutionMode, type TransactionInfo } from '../callContext.ts';
import type { EntryPointCall } from '../callInfo.ts';
import { externalCall } from '../calls/externalCall.ts';
import type { Environment } from '../environment.ts';
import { balanceCellsOf } from '../feeToken.ts';
import { pricesIn, type UnitPrices } from '../gas/fee.ts';
import type { FeeCell } from '../gas/stateChanges.ts';
import type { TrialFlags } from '../outcome.ts';
import type { GasMode } from '../trace.ts';
import { type AccountTransaction, type Submission, senderOf } from '../transaction.ts';
import { accountTransactionInfo } from '../transactionInfo.ts';

/** What the phases of one account's transaction share. */
export interface Run<T extends AccountTransaction = AccountTransaction> {
  readonly submission: Submission & { readonly transaction: T };
  readonly transaction: T;
  readonly environment: Environment;
  readonly flags: TrialFlags;
  readonly sender: FeltKey;
  readonly info: TransactionInfo;
  readonly bounds: SettledBounds;
  readonly mode: GasMode;
  readonly prices: UnitPrices;
  readonly state: TransactionState;
  readonly feeCell: FeeCell;
  /** Sierra gas that the bounds leave for what is still to run. */
  remainingGas: bigint;
  /** The least limit of L2 gas with which the phases so far would have gone the same way; undefined when nobody can say. */
  demandedGas: bigint | undefined;
  /** The same of its validation, once that has run. */
  validationGas: bigint | undefined;
}

export function startRun(
  submission: Submission & { readonly transaction: AccountTransaction },
  environment: Environment,
  flags: TrialFlags,
): Run {
  const { transaction, hash } = submission;
  const { block } = environment;
  const bounds = settleBounds(transaction.resourceBounds);
  const sender = keyOf(senderOf(transaction));
  return {
    submission,
    transaction,
    environment,
    flags,
    sender,
    info: accountTransactionInfo(transaction, hash, flags.onlyQuery),
    bounds,
    mode: gasModeOf(bounds),
    prices: pricesIn('FRI', block.prices),
    state: new TransactionState(environment.state),
    feeCell: { token: block.feeTokens.strk, cell: balanceCellsOf(sender)[0] },
    remainingGas: l2GasLimit(bounds, environment.block, flags),
    demandedGas: 0n,
    validationGas: undefined,
  };
}

/** The L2 gas that a transaction may use. Who is not charged gets as much as phases may use: estimates find out what is needed. */
export function l2GasLimit(bounds: SettledBounds, { constants }: BlockContext, flags: TrialFlags): bigint {
  if (flags.l2GasLimit !== undefined) return flags.l2GasLimit;
  if (bounds.kind === 'all' && flags.chargeFee) return bounds.bounds.l2Gas.maxAmount;
  return BigInt(constants.executeMaxSierraGas + constants.validateMaxSierraGas);
}

/** The gas a phase gets: what is left, up to the phase's limit. */
export const phaseGas = (run: Run, limit: number): number =>
  run.remainingGas < BigInt(limit) ? Number(run.remainingGas) : limit;

/** The context of a phase, with the steps its mode and the bounds allow. */
export function phaseContext(run: Run, mode: ExecutionMode, gas: number): CallContext {
  const { machine, block, observer } = run.environment;
  const stepsLeft = phaseSteps(run, mode);
  return callContext({ machine, state: run.state, block, mode, transaction: run.info, stepsLeft, observer }, gas);
}

function phaseSteps({ environment, flags, bounds }: Run, mode: ExecutionMode): number {
  const { constants } = environment.block;
  const limit = mode === 'Validate' ? constants.validateMaxSteps : constants.invokeMaxSteps;
  if (flags.l2GasLimit !== undefined) return Math.min(limit, stepsOf(flags.l2GasLimit, constants.stepGas));
  return flags.chargeFee ? Math.min(limit, boundedSteps(bounds, constants.stepGas)) : limit;
}

/** Notes what a phase that got so much gas and has now run demanded of the limit: in gas, and in the steps that the limit pays for. */
export function noteDemand(run: Run, context: CallContext, gas: number): void {
  if (context.readsGas) run.demandedGas = undefined;
  if (run.demandedGas === undefined) return;
  const { block } = run.environment;
  const spentBefore = l2GasLimit(run.bounds, block, run.flags) - run.remainingGas;
  const inGas = spentBefore + BigInt(gas - context.leastGas);
  // One step more than was taken: with none left nothing runs.
  const steps = phaseSteps(run, context.mode) - context.stepsLeft + 1;
  const inSteps = BigInt(steps) * BigInt(block.constants.stepGas);
  for (const demand of [inGas, inSteps]) if (demand > run.demandedGas) run.demandedGas = demand;
}

/** A call of the sender's own account by nobody. */
export const accountCall = (
  run: Run,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  initialGas: number,
): EntryPointCall => externalCall(run.sender, selector, calldata, ZERO_KEY, initialGas);
