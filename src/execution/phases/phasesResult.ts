import type { Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import type { ErrorStack } from '../errorStack.ts';
import { TransactionRejectedError } from '../outcome.ts';
import { type Charge, checkCharge } from './charge.ts';
import type { Run } from './run.ts';

/** The result of the phases before the fee transfer. */
export interface PhasesResult {
  readonly validated: CallInfo | undefined;
  /** The execution of an INVOKE or the constructor of a DEPLOY_ACCOUNT; undefined for a DECLARE, and if it was reverted. */
  readonly executed: CallInfo | undefined;
  readonly charge: Charge;
  /** The fee to pay. It is less than that of the charge if the bounds allow no more. */
  readonly fee: bigint;
  readonly reverted: ErrorStack | string | undefined;
}

/** Ends a DECLARE or DEPLOY_ACCOUNT. These cannot be reverted, so they are rejected if bounds or balance do not cover the charge. */
export function* finishNonRevertible(
  run: Run,
  validated: CallInfo | undefined,
  executed: CallInfo | undefined,
  charge: Charge,
): Execution<PhasesResult> {
  const shortfall = yield* checkCharge(run, charge);
  if (shortfall) throw new TransactionRejectedError(shortfall.rejection);
  return { validated, executed, charge, fee: charge.fee, reverted: undefined };
}
