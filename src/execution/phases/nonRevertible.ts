import type { Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { Rejected } from '../outcome.ts';
import { type Charge, checkCharge } from './charge.ts';
import type { PhasesResult } from './phasesResult.ts';
import type { Run } from './run.ts';

/** The end of a declaration or deployment: what it cannot pay for rejects it, since it cannot be reverted. */
export function* settleNonRevertible(
  run: Run,
  validated: CallInfo | undefined,
  executed: CallInfo | undefined,
  charge: Charge,
): Execution<PhasesResult> {
  const shortfall = yield* checkCharge(run, charge);
  if (shortfall) throw new Rejected({ kind: shortfall.kind, text: shortfall.text });
  return { validated, executed, charge, fee: charge.fee, reverted: undefined };
}
