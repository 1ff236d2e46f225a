import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import { TransactionState } from '../../state/transactionState.ts';
import { callContext, type Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { executeCall } from '../calls/executeCall.ts';
import type { ExecutionEnvironment } from '../environment.ts';
import type { ErrorStack } from '../errorStack.ts';
import { errorStackOf, formatErrorStack } from '../errors/formatErrorStack.ts';
import { feeOf, pricesIn } from '../gas/fee.ts';
import { countChanges, NO_CHANGES } from '../gas/stateChanges.ts';
import { type TransactionGas, transactionGas } from '../gas/transactionGas.ts';
import { messageToL2Hash } from '../hash/messageHash.ts';
import { type ExecutionFlags, type ExecutionResult, TransactionRejectedError } from '../outcome.ts';
import type { Receipt } from '../receipt.ts';
import { eventsOf, messagesOf } from '../receiptParts.ts';
import type { GasMode } from '../trace.ts';
import type { L1HandlerTransaction } from '../transaction.ts';
import { keysOf, l1HandlerInfo } from '../transactionInfo.ts';
import { checkWeights, weightsOf } from './bouncer.ts';
import { exceeded } from './charge.ts';
import { failureSegments, succeeded } from './invoke.ts';

/** Runs the handler of a message from L1. There is no validation and no fee, since the fee was paid on L1. */
export function* executeL1Handler(
  environment: ExecutionEnvironment,
  submission: { readonly transaction: L1HandlerTransaction; readonly hash: Receipt['transactionHash'] },
  flags: ExecutionFlags,
): Execution<ExecutionResult> {
  const { transaction, hash } = submission;
  const { block, machine, observer } = environment;
  const { constants } = block;
  // Estimates are in L1 gas, receipts in L2 gas.
  const mode: GasMode = flags.onlyQuery ? 'NoL2Gas' : 'All';
  const state = new TransactionState(environment.state);
  const contractAddress = keyOf(transaction.contractAddress);
  const selector = keyOf(transaction.entryPointSelector);
  const initialGas = Number(constants.l1HandlerBounds.l2Gas);
  const classHash = yield* retryRead(() => state.classHashAt(contractAddress));
  const mark = state.mark();
  const context = callContext(
    {
      machine,
      state,
      block,
      mode: 'Execute',
      transaction: l1HandlerInfo(transaction, hash),
      stepsLeft: constants.invokeMaxSteps,
      observer,
    },
    initialGas,
  );
  const result = yield* executeCall(context, {
    contractAddress,
    classHash: undefined,
    entryPointType: 'L1_HANDLER',
    selector,
    calldata: keysOf(transaction.calldata),
    caller: ZERO_KEY,
    callType: 'CALL',
    initialGas,
  });

  let call = succeeded(result);
  let failure: ErrorStack | string | undefined;
  let total: TransactionGas | undefined;
  if (call) {
    total = handlerGas([call]);
    failure = exceeded(total.gas, constants.l1HandlerBounds);
  } else failure = errorStackOf('execution', { contractAddress, classHash, selector }, failureSegments(result));
  if (failure !== undefined) {
    state.revertTo(mark);
    call = undefined;
    total = handlerGas([]);
  }
  const { gas, daGas } = total!;
  if (failure === undefined && transaction.paidFeeOnL1 === 0n) {
    const fee = feeOf(gas, pricesIn('WEI', block.prices), 0n);
    const text = `Actual fee (${fee}) exceeded paid fee on L1 (0).`;
    throw new TransactionRejectedError({
      kind: 'failed',
      stack: { phase: 'none', segments: [{ kind: 'text', text }] },
    });
  }
  if (flags.checkSize) checkWeights(weightsOf(total!, call ? [call] : [], state, block), constants);
  const revertReason = typeof failure === 'object' ? formatErrorStack(failure) : failure;
  const [fromAddress, ...payload] = transaction.calldata;
  const stateDiff = state.diff();
  return {
    receipt: {
      transactionHash: hash,
      type: 'L1_HANDLER',
      actualFee: { amount: 0n, unit: 'WEI' },
      execution: revertReason === undefined ? { status: 'SUCCEEDED' } : { status: 'REVERTED', revertReason },
      events: eventsOf([call]),
      messages: messagesOf([call]),
      gas,
      daGas,
      messageHash: messageToL2Hash(
        fromAddress,
        transaction.contractAddress,
        transaction.nonce,
        transaction.entryPointSelector,
        payload,
      ),
    },
    trace: {
      type: 'L1_HANDLER',
      functionInvocation: call ?? { revertReason: revertReason ?? '' },
      stateDiff,
      executionResources: { ...gas, l1DataGas: daGas.l1DataGas },
      gasMode: 'NoL2Gas',
    },
    stateDiff,
    declared: state.declarations,
    initialReads: state.initialReads(),
    failure,
    requiredGas: 0n,
    validationGas: undefined,
  };

  /** The gas of the handler. Without calls, as for a handler that failed, only the message itself is counted. */
  function handlerGas(calls: readonly CallInfo[]): TransactionGas {
    const payloadLength = transaction.calldata.length - 1;
    const fee = { token: block.feeTokens.eth, cell: undefined };
    const work = {
      kind: 'L1Handler',
      calldataFelts: payloadLength,
      archivedFelts: payloadLength,
      codeBytes: 0,
      hasProof: false,
      consumedPayload: payloadLength,
      calls,
      revertedSteps: 0,
      revertedGas: 0,
      changes: calls.length ? countChanges(state.diff(), state, fee) : NO_CHANGES,
    } as const;
    return transactionGas(work, mode, block);
  }
}
