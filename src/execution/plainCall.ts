import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import { TransactionState } from '../state/transactionState.ts';
import { type CallResult, callContext, type Execution } from './callContext.ts';
import { executeCall } from './calls/executeCall.ts';
import { externalCall } from './calls/externalCall.ts';
import type { ExecutionEnvironment } from './environment.ts';
import { NO_TRANSACTION } from './transactionInfo.ts';

/**
 * Calls a contract without a transaction and drops its writes. The caller of this function has checked that the contract exists.
 * As in any CallResult, the segments of an error do not contain the frame of the called contract.
 */
export function* plainCall(
  { state: below, block, machine, observer, meter }: ExecutionEnvironment,
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
      meter,
      cheats: block.cheats?.begin(),
    },
    initialGas,
  );
  return yield* executeCall(context, externalCall(contractAddress, selector, calldata, ZERO_KEY, initialGas));
}
