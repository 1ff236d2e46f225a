import { feltOfAscii } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { revertSummaryOf } from '../errors/revertSummary.ts';
import { answerCairo0Call, answerCairo0Deployment } from '../syscalls/cairo0/answers.ts';
import type { SyscallIo } from '../syscalls/syscallIo.ts';
import { CallError } from './callError.ts';
import { clearEvents } from './clearEvents.ts';
import type { Frame, Waiting } from './frame.ts';

const ENTRYPOINT_FAILED = keyOf(feltOfAscii('ENTRYPOINT_FAILED'));

/** Hands the outcome of an inner call to the frame that waits for it, as the answer to its system call. */
export function resumeCaller(context: CallContext, io: SyscallIo, frame: Frame, info: CallInfo): void {
  const waiting = frame.waiting!;
  const { inner } = waiting;
  if (inner.kind === 'call' && inner.outerTransaction) context.transaction = inner.outerTransaction;
  const gas = frame.gas - info.gasConsumed;
  const canCatch = frame.runnable.kind === 'sierra' && inner.kind === 'call';
  if (!canCatch) {
    if (info.tracked === 'SierraGas') context.gasSeen = gas;
    if (info.failed) throw new CallError([{ kind: 'summary', summary: revertSummaryOf(info, 'execution') }]);
  }
  frame.waiting = undefined;
  io.open(frame, gas);
  if (info.failed) {
    takeBack(context, waiting);
    frame.inner.push(clearEvents(info));
    io.fail([...info.retdata, ENTRYPOINT_FAILED]);
  } else {
    frame.inner.push(info);
    answer(io, frame, waiting, info);
  }
  io.close();
}

/** Undoes what a failed call wrote, emitted and sent. */
function takeBack(context: CallContext, waiting: Waiting): void {
  context.state.revertTo(waiting.mark);
  context.eventCount = waiting.eventCount;
  context.messageCount = waiting.messageCount;
}

function answer(io: SyscallIo, frame: Frame, { inner }: Waiting, info: CallInfo): void {
  if (frame.runnable.kind === 'cairo0') {
    if (inner.kind === 'deployment') answerCairo0Deployment(io, inner.contractAddress);
    else answerCairo0Call(io, info.retdata);
    return;
  }
  io.succeed();
  if (inner.kind === 'deployment') io.writeKey(inner.contractAddress);
  io.writeSpan(io.readOnly(info.retdata), info.retdata.length);
}
