import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import { TransactionState } from '../state/transactionState.ts';
import { type CallResult, callContext, type Execution } from './callContext.ts';
import { executeCall } from './calls/executeCall.ts';
import { type Environment, reading } from './environment.ts';
import { errorStackOf } from './errors/formatErrorStack.ts';
import { NO_TRANSACTION } from './transactionInfo.ts';

/**
 * Calls a contract without a transaction; nothing it writes stays. The caller has seen that the contract exists.
 * The segments of an error begin with the called contract's own frame.
 */
export function* plainCall(
  { state: below, block, machine, observer }: Environment,
  contractAddress: FeltKey,
  selector: FeltKey,
  calldata: readonly FeltKey[],
): Execution<CallResult> {
  const { constants } = block;
  const state = new TransactionState(below);
  const initialGas = constants.executeMaxSierraGas;
  const context = callContext(
    {
      machine,
      state,
      block,
      mode: 'Execute',
      transaction: NO_TRANSACTION,
      stepsLeft: constants.invokeMaxSteps,
      observer,
    },
    initialGas,
  );
  const classHash = yield* reading(() => state.classHashAt(contractAddress));
  const result = yield* executeCall(context, {
    contractAddress,
    classHash: undefined,
    entryPointType: 'EXTERNAL',
    selector,
    calldata,
    caller: ZERO_KEY,
    callType: 'CALL',
    initialGas,
  });
  if (result.kind === 'finished') return result;
  const top = { contractAddress, classHash, selector };
  return { kind: 'error', segments: errorStackOf('execution', top, result.segments).segments };
}
