import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { BlockContext } from '../blockContext.ts';
import { callContext, type Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { executeCall } from '../calls/executeCall.ts';
import type { CheatRun } from '../cheatRun.ts';
import type { ExecutionEnvironment } from '../environment.ts';
import type { ErrorStack } from '../errorStack.ts';
import { errorStackOf, formatErrorStack } from '../errors/formatErrorStack.ts';
import { feeOf, pricesIn } from '../gas/fee.ts';
import { countChanges, NO_CHANGES } from '../gas/stateChanges.ts';
import { type TransactionGas, transactionGas } from '../gas/transactionGas.ts';
import { messageToL2Hash } from '../hash/messageHash.ts';
import { InnerCallCollector } from '../innerCalls.ts';
import { type ExecutionFlags, type ExecutionResult, TransactionRejectedError } from '../outcome.ts';
import type { Receipt } from '../receipt.ts';
import { eventsOf, messagesOf } from '../receiptParts.ts';
import type { GasMode } from '../trace.ts';
import type { L1HandlerTransaction } from '../transaction.ts';
import { keysOf, l1HandlerInfo } from '../transactionInfo.ts';
import { checkWeights, weightsOf } from './bouncer.ts';
import { exceeded } from './charge.ts';
import { failureSegments, succeeded } from './invoke.ts';

type L1HandlerSubmission = {
  readonly transaction: L1HandlerTransaction;
  readonly hash: Receipt['transactionHash'];
};

/** Runs the handler of a message from L1. There is no validation and no fee, since the fee was paid on L1. */
export function* executeL1Handler(
  environment: ExecutionEnvironment,
  submission: L1HandlerSubmission,
  flags: ExecutionFlags,
): Execution<ExecutionResult> {
  const { transaction } = submission;
  const { block } = environment;
  const state = new TransactionState(environment.state);
  const mark = state.mark();
  const cheats = block.cheats?.begin();
  const innerCalls = new InnerCallCollector();
  const { call, failure } = yield* runHandler(environment, submission, state, cheats, innerCalls);
  // Estimates are in L1 gas, receipts in L2 gas.
  const mode: GasMode = flags.onlyQuery ? 'NoL2Gas' : 'All';
  let run: HandlerRun;
  const total = call && handlerGas(transaction, [call], state, block, mode);
  const overrun = total && exceeded(total.gas, block.constants.l1HandlerBounds);
  if (call && total && overrun === undefined) run = { call, failure: undefined, total };
  else {
    state.revertTo(mark);
    run = { call: undefined, failure: overrun ?? failure, total: handlerGas(transaction, [], state, block, mode) };
  }
  if (run.call && transaction.paidFeeOnL1 === 0n) throw unpaidError(run.total, block);
  if (flags.checkSize) checkWeights(weightsOf(run.total, run.call ? [run.call] : [], state, block), block.constants);
  environment.meter?.charge(run.total);
  const collected = innerCalls.beyond(transaction);
  return { ...handlerResult(submission, run, state, block, cheats?.applied), innerCalls: collected };
}

/** The handler's call if it succeeded, its failure otherwise, and the gas. */
interface HandlerRun {
  readonly call: CallInfo | undefined;
  readonly failure: ErrorStack | string | undefined;
  readonly total: TransactionGas;
}

/** Calls the handler. */
function* runHandler(
  { block, machine, observer, meter }: ExecutionEnvironment,
  { transaction, hash }: L1HandlerSubmission,
  state: TransactionState,
  cheats: CheatRun | undefined,
  innerCalls: InnerCallCollector,
): Execution<Pick<HandlerRun, 'call' | 'failure'>> {
  const contractAddress = keyOf(transaction.contractAddress);
  const selector = keyOf(transaction.entryPointSelector);
  const initialGas = Number(block.constants.l1HandlerBounds.l2Gas);
  const classHash = yield* retryRead(() => state.classHashAt(contractAddress));
  const context = callContext(
    {
      machine,
      state,
      block,
      mode: 'Execute',
      transaction: l1HandlerInfo(transaction, hash),
      stepsLeft: block.constants.invokeMaxSteps,
      observer,
      meter,
      cheats,
      innerCalls,
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
  const call = succeeded(result);
  if (call) return { call, failure: undefined };
  const failure = errorStackOf('execution', { contractAddress, classHash, selector }, failureSegments(result));
  return { call: undefined, failure };
}

/** The gas of the handler. Without calls, as for a handler that failed, only the message itself is counted. */
function handlerGas(
  transaction: L1HandlerTransaction,
  calls: readonly CallInfo[],
  state: TransactionState,
  block: BlockContext,
  mode: GasMode,
): TransactionGas {
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

function unpaidError({ gas }: TransactionGas, block: BlockContext): TransactionRejectedError {
  const fee = feeOf(gas, pricesIn('WEI', block.prices), 0n);
  const text = `Actual fee (${fee}) exceeded paid fee on L1 (0).`;
  return new TransactionRejectedError({
    kind: 'failed',
    stack: { phase: 'none', segments: [{ kind: 'text', text }] },
  });
}

function handlerResult(
  { transaction, hash }: L1HandlerSubmission,
  { call, failure, total: { gas, daGas } }: HandlerRun,
  state: TransactionState,
  { constants }: BlockContext,
  cheats: Receipt['cheats'],
): Omit<ExecutionResult, 'innerCalls'> {
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
      cheats,
    },
    trace: {
      type: 'L1_HANDLER',
      functionInvocation: call ?? { revertReason: revertReason ?? '' },
      stateDiff,
      executionResources: { ...gas, l1DataGas: daGas.l1DataGas },
      gasMode: 'NoL2Gas',
      constants,
    },
    stateDiff,
    declared: state.declarations,
    initialReads: state.initialReads(),
    failure,
    requiredGas: 0n,
    validationGas: undefined,
  };
}
