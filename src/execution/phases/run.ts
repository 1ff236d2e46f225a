import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { TransactionState } from '../../state/transactionState.ts';
import { areBoundsZero, boundedSteps, gasModeOf, type SettledBounds, settleBounds } from '../bounds.ts';
import { type CallContext, callContext, type ExecutionMode, type TransactionInfo } from '../callContext.ts';
import type { EntryPointCall } from '../callInfo.ts';
import { externalCall } from '../calls/externalCall.ts';
import type { Environment } from '../environment.ts';
import { balanceCellsOf } from '../feeToken.ts';
import { pricesIn, type UnitPrices } from '../gas/fee.ts';
import type { FeeCell } from '../gas/stateChanges.ts';
import type { ExecutionFlags } from '../outcome.ts';
import type { GasMode } from '../trace.ts';
import { type AccountTransaction, type Submission, senderOf } from '../transaction.ts';
import { accountTransactionInfo } from '../transactionInfo.ts';

/** What the phases of one account's transaction share. */
export interface Run<T extends AccountTransaction = AccountTransaction> {
  readonly submission: Submission & { readonly transaction: T };
  readonly transaction: T;
  readonly environment: Environment;
  readonly flags: ExecutionFlags;
  readonly sender: FeltKey;
  readonly info: TransactionInfo;
  readonly bounds: SettledBounds;
  readonly mode: GasMode;
  readonly prices: UnitPrices;
  readonly state: TransactionState;
  readonly feeCell: FeeCell;
  /** Sierra gas that the bounds leave for what is still to run. */
  remainingGas: bigint;
}

export function startRun(
  submission: Submission & { readonly transaction: AccountTransaction },
  environment: Environment,
  flags: ExecutionFlags,
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
    remainingGas: initialGas(bounds, environment, flags),
  };
}

// Wallets estimate with zero bounds. They get what L1-only bounds get, which changes nothing for a transaction that fits.
function initialGas(bounds: SettledBounds, { block }: Environment, flags: ExecutionFlags): bigint {
  const { executeMaxSierraGas, validateMaxSierraGas } = block.constants;
  if (bounds.kind === 'all' && !(areBoundsZero(bounds) && !flags.chargeFee)) return bounds.bounds.l2Gas.maxAmount;
  return BigInt(executeMaxSierraGas + validateMaxSierraGas);
}

/** The gas a phase gets: what is left, up to the phase's limit. */
export const phaseGas = (run: Run, limit: number): number =>
  run.remainingGas < BigInt(limit) ? Number(run.remainingGas) : limit;

/** The context of a phase, with the steps its mode and the bounds allow. */
export function phaseContext(run: Run, mode: ExecutionMode, gas: number): CallContext {
  const { constants } = run.environment.block;
  const limit = mode === 'Validate' ? constants.validateMaxSteps : constants.invokeMaxSteps;
  const bound = run.flags.chargeFee ? boundedSteps(run.bounds, constants.stepGas) : limit;
  const { machine, block, observer } = run.environment;
  const stepsLeft = Math.min(limit, bound);
  return callContext({ machine, state: run.state, block, mode, transaction: run.info, stepsLeft, observer }, gas);
}

/** A call of the sender's own account by nobody. */
export const accountCall = (
  run: Run,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  initialGas: number,
): EntryPointCall => externalCall(run.sender, selector, calldata, ZERO_KEY, initialGas);
