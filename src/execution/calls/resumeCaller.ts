import { feltOfAscii } from '../../felt/felt.ts';
import { type FeltKey, keyOf, keyOfNumber, ZERO_KEY } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { revertSummaryOf } from '../errors/revertSummary.ts';
import type { SyscallIo } from '../syscalls/syscallIo.ts';
import { CallError } from './callError.ts';
import type { Frame, PendingCall } from './frame.ts';
import { keepFelts } from './keepFelts.ts';

const ENTRYPOINT_FAILED = keyOf(feltOfAscii('ENTRYPOINT_FAILED'));

/** Passes the result of an inner call to the frame that waits for it, as the response to its system call. */
export function resumeCaller(context: CallContext, io: SyscallIo, frame: Frame, info: CallInfo): void {
  const pendingCall = frame.pendingCall!;
  const { inner } = pendingCall;
  if (inner.kind === 'call' && inner.outerTransaction) context.transaction = inner.outerTransaction;
  const gas = frame.gas - info.gasConsumed;
  const canCatch = frame.runnable.kind === 'sierra' && inner.kind === 'call';
  if (!canCatch) {
    if (info.tracked === 'SierraGas') context.lastGas = gas;
    if (info.failed) throw new CallError([{ kind: 'summary', summary: revertSummaryOf(info, 'execution') }]);
  }
  frame.pendingCall = undefined;
  keepFelts(context, info.retdata.length);
  io.open(frame, gas);
  if (info.failed) {
    rollBack(context, pendingCall);
    frame.inner.push(clearEvents(info));
    io.fail([...info.retdata, ENTRYPOINT_FAILED]);
  } else {
    frame.inner.push(info);
    answer(io, frame, pendingCall, info);
  }
  io.close();
}

/** Undoes the writes, events and messages of a failed call. */
function rollBack(context: CallContext, pendingCall: PendingCall): void {
  context.state.revertTo(pendingCall.mark);
  context.eventCount = pendingCall.eventCount;
  context.messageCount = pendingCall.messageCount;
}

function answer(io: SyscallIo, frame: Frame, { inner }: PendingCall, info: CallInfo): void {
  if (frame.runnable.kind === 'cairo0') {
    if (inner.kind === 'deployment') answerCairo0Deployment(io, inner.contractAddress);
    else answerCairo0Call(io, info.retdata);
    return;
  }
  io.succeed();
  if (inner.kind === 'deployment') io.writeKey(inner.contractAddress);
  io.writeSpan(io.readOnly(info.retdata), info.retdata.length);
}

/** The response to a Cairo 0 call: the number of felts it returned, and their address. */
function answerCairo0Call(io: SyscallIo, retdata: readonly FeltKey[]): void {
  io.writeKey(keyOfNumber(retdata.length));
  io.writePointer(io.readOnly(retdata));
}

/** The response to a Cairo 0 deployment. It never contains the constructor's return data: length and start are zero. */
function answerCairo0Deployment(io: SyscallIo, contractAddress: FeltKey): void {
  io.writeKey(contractAddress);
  io.writeKey(ZERO_KEY);
  io.writeKey(ZERO_KEY);
}

/** Removes the events and messages of a failed call and of its inner calls. Inner calls that failed themselves have none. */
function clearEvents(info: CallInfo): CallInfo {
  return {
    ...info,
    events: [],
    messages: [],
    inner: info.inner.map((inner) => (inner.failed ? inner : clearEvents(inner))),
  };
}
