import type { FeltKey } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { Execution } from '../callContext.ts';
import { executeCall } from '../calls/executeCall.ts';
import { externalCall } from '../calls/externalCall.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import type { InvokeV3 } from '../transaction.ts';
import { keysOf } from '../transactionInfo.ts';
import { chargeFor } from './charge.ts';
import { failureSegments, succeeded } from './invoke.ts';
import type { PhasesResult } from './phasesResult.ts';
import { phaseContext, phaseGas, type Run } from './run.ts';

/**
 * Makes the only call of an INVOKE directly, with the given caller. The sender's account does not run, and no fee is paid.
 * The sandbox mints in this way if the minting account cannot.
 */
export function* directInvoke(run: Run<InvokeV3>, caller: FeltKey): Execution<PhasesResult> {
  const { state, transaction } = run;
  // The calldata of accounts: the number of calls, then for each call its target, selector, number of arguments and arguments.
  const [, contractAddress, selector, , ...calldata] = keysOf(transaction.calldata) as [FeltKey, FeltKey, FeltKey];
  const gas = phaseGas(run, run.environment.block.constants.executeMaxSierraGas);
  const context = phaseContext(run, 'Execute', gas);
  const steps = context.stepsLeft;
  const classHash = yield* retryRead(() => state.classHashAt(contractAddress));
  const mark = state.mark();
  const result = yield* executeCall(context, externalCall(contractAddress, selector, calldata, caller, gas));

  const executed = succeeded(result);
  const free = { validated: undefined, executed, fee: 0n };
  if (executed) return { ...free, charge: chargeFor(run, [executed]), reverted: undefined };
  state.revertTo(mark);
  const charge = chargeFor(run, [], { steps: steps - context.stepsLeft, gas: gas - context.lastGas });
  const top = { contractAddress, classHash, selector };
  return { ...free, charge, reverted: errorStackOf('execution', top, failureSegments(result)) };
}
