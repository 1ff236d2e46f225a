import type { FeltKey } from '../../felt/key.ts';
import type { Execution } from '../callContext.ts';
import { executeCall } from '../calls/executeCall.ts';
import { externalCall } from '../calls/externalCall.ts';
import { reading } from '../environment.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import type { InvokeV3 } from '../transaction.ts';
import { keysOf } from '../transactionInfo.ts';
import { chargeFor } from './charge.ts';
import { failureSegments, succeeded } from './invoke.ts';
import type { PhasesResult } from './phasesResult.ts';
import { phaseContext, phaseGas, type Run } from './run.ts';

/**
 * Makes the only call of an invoke transaction itself, as a caller of its choice: the sender's account does not run, and nobody
 * pays. The sandbox mints in this way where the minting account cannot.
 */
export function* directInvoke(run: Run<InvokeV3>, caller: FeltKey): Execution<PhasesResult> {
  const { state, transaction } = run;
  // As accounts read it: the number of calls, then target, selector, number of arguments and the arguments of each.
  const [, contractAddress, selector, , ...calldata] = keysOf(transaction.calldata) as [FeltKey, FeltKey, FeltKey];
  const gas = phaseGas(run, run.environment.block.constants.executeMaxSierraGas);
  const context = phaseContext(run, 'Execute', gas);
  const steps = context.stepsLeft;
  const classHash = yield* reading(() => state.classHashAt(contractAddress));
  const mark = state.mark();
  const result = yield* executeCall(context, externalCall(contractAddress, selector, calldata, caller, gas));

  const executed = succeeded(result);
  const free = { validated: undefined, executed, fee: 0n };
  if (executed) return { ...free, charge: chargeFor(run, [executed]), reverted: undefined };
  state.revertTo(mark);
  const charge = chargeFor(run, [], { steps: steps - context.stepsLeft, gas: gas - context.gasSeen });
  const top = { contractAddress, classHash, selector };
  return { ...free, charge, reverted: errorStackOf('execution', top, failureSegments(result)) };
}
