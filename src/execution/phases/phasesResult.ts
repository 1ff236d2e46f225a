import type { CallInfo } from '../callInfo.ts';
import type { ErrorStack } from '../errorStack.ts';
import type { Charge } from './charge.ts';

/** What the phases before the fee transfer came to. */
export interface PhasesResult {
  readonly validated: CallInfo | undefined;
  /** An invocation's execution or a new account's constructor; undefined when it was reverted, and for declarations. */
  readonly executed: CallInfo | undefined;
  readonly charge: Charge;
  /** What is to be paid; less than the charge when the bounds allow no more. */
  readonly fee: bigint;
  readonly reverted: ErrorStack | string | undefined;
}
