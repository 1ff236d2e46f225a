import { keyOf } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { CallResult, Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { executeCall } from '../calls/executeCall.ts';
import type { ErrorSegment, ErrorStack } from '../errorStack.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import { revertSummaryOf } from '../errors/revertSummary.ts';
import { osCalldataLength } from '../gas/minimalGas.ts';
import { osCost } from '../gas/vmResources.ts';
import { selectorOf } from '../hash/address.ts';
import type { InvokeV3 } from '../transaction.ts';
import { keysOf } from '../transactionInfo.ts';
import { type Charge, chargeFor, checkCharge } from './charge.ts';
import type { PhasesResult } from './phasesResult.ts';
import { accountCall, phaseContext, phaseGas, type Run, updateRequiredGas } from './run.ts';
import { VALIDATE, validate } from './validate.ts';

export const EXECUTE = keyOf(selectorOf('__execute__'));

/** Validates and executes an INVOKE. An execution that fails or costs more than the bounds allow is reverted, but the sender pays for it. */
export function* invoke(run: Run<InvokeV3>): Execution<PhasesResult> {
  const { state, sender } = run;
  const { constants } = run.environment.block;
  const calldata = keysOf(run.transaction.calldata);
  const validated = yield* validate(run, VALIDATE, calldata);
  const before = validated ? [validated] : [];

  const gas = phaseGas(run, constants.executeMaxSierraGas);
  const context = phaseContext(run, 'Execute', gas);
  const overhead = osCost(constants.transactions.InvokeFunction, osCalldataLength(run.transaction)).steps;
  context.stepsLeft = Math.max(0, context.stepsLeft - (validated?.resources.steps ?? 0) - overhead);
  const steps = context.stepsLeft;
  const classHash = yield* retryRead(() => state.classHashAt(sender));
  const mark = state.mark();
  const result = yield* executeCall(context, accountCall(run, EXECUTE, calldata, gas));
  updateRequiredGas(run, context, gas);

  const done = succeeded(result);
  if (done) {
    const charge = chargeFor(run, [...before, done]);
    const shortfall = yield* checkCharge(run, charge);
    if (!shortfall) return { validated, executed: done, charge, fee: charge.fee, reverted: undefined };
    state.revertTo(mark);
    const spent = spentCharge();
    return { validated, executed: undefined, charge: spent, fee: shortfall.fee, reverted: shortfall.rejection.text };
  }
  state.revertTo(mark);
  const charge = spentCharge();
  const shortfall = yield* checkCharge(run, charge);
  const top = { contractAddress: sender, classHash, selector: EXECUTE };
  const reverted: ErrorStack = errorStackOf('execution', top, failureSegments(result));
  return { validated, executed: undefined, charge, fee: shortfall?.fee ?? charge.fee, reverted };

  function spentCharge(): Charge {
    return chargeFor(run, before, { steps: steps - context.stepsLeft, gas: gas - context.lastGas });
  }
}

export const succeeded = (result: CallResult): CallInfo | undefined =>
  result.kind === 'finished' && !result.info.failed ? result.info : undefined;

/** The error or panic of an outermost call that did not succeed. */
export function failureSegments(result: CallResult): readonly ErrorSegment[] {
  if (result.kind === 'error') return result.segments;
  return [{ kind: 'summary', summary: revertSummaryOf(result.info, 'execution') }];
}
