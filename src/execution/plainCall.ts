import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import { TransactionState } from '../state/transactionState.ts';
import { type CallResult, callContext, type Execution } from './callContext.ts';
import { executeCall } from './calls/executeCall.ts';
import { externalCall } from './calls/externalCall.ts';
import type { Environment } from './environment.ts';
import { NO_TRANSACTION } from './transactionInfo.ts';

/**
 * Calls a contract without a transaction; nothing it writes stays. The caller has seen that the contract exists.
 * The segments of an error come without the called contract's own frame, as those of any call.
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
  return yield* executeCall(context, externalCall(contractAddress, selector, calldata, ZERO_KEY, initialGas));
}
