import type { Machine } from '../../cairo/machine.ts';
import { formatTraceback, locateError } from '../../cairo/traceback.ts';
import { VmError } from '../../cairo/vmError.ts';
import type { ProtocolRules } from '../../protocol/constants.ts';
import type { CallObserver, CodePlace } from '../callObserver.ts';
import type { ErrorSegment } from '../errorStack.ts';
import type { Frame, PendingCall } from './frame.ts';
import { stackOffsets } from './stackOffsets.ts';

/** The description of an error that ended all frames, outermost first. */
export interface UnwindResult {
  /** For each frame its traceback and the call it was waiting for, then the error itself. */
  readonly segments: readonly ErrorSegment[];
  readonly places: readonly CodePlace[];
}

/**
 * Ends all frames because of an error. It drops their runs one by one, since the machine can only tell the position of the top run.
 * `failure` is set if the error is a VM error of the top frame. The places are empty without an observer.
 */
export function unwind(
  machine: Machine,
  stack: readonly Frame[],
  error: readonly ErrorSegment[],
  failure: VmError | undefined,
  observer: CallObserver | undefined,
  { showsSierraTracebacks }: Pick<ProtocolRules, 'showsSierraTracebacks'>,
): UnwindResult {
  const located: VmError[] = [];
  const places: CodePlace[] = [];
  for (const frame of stack.toReversed()) {
    const isFailed = failure !== undefined && located.length === 0;
    // All other frames are at the system call that they wait for, or that failed.
    located.push(
      isFailed ? failure : locateError(new VmError(''), frame.runnable.program, machine, machine.pc, machine.fp),
    );
    if (observer)
      places.unshift({
        classHash: frame.call.classHash,
        offsets: located.at(-1)!.pc === undefined ? [] : stackOffsets(machine, machine),
      });
    observer?.abandon?.(machine);
    machine.abandon();
  }
  located.reverse();

  const segments: ErrorSegment[] = [];
  let depth = 1;
  for (const [i, frame] of stack.entries()) {
    // Since 0.14.3 the network shows no traceback for frames metered in gas.
    if (frame.tracked === 'CairoSteps' || showsSierraTracebacks)
      segments.push({ kind: 'vm', text: formatTraceback(located[i]!) });
    if (!frame.pendingCall) continue;
    const link = linkSegment(frame, frame.pendingCall, depth);
    segments.push(link);
    // Calls made by a constructor have the same depth as the constructor.
    if (link.callKind !== 'constructor') depth++;
  }
  segments.push(...error);
  return { segments, places };
}

function linkSegment(
  frame: Frame,
  { inner, selector }: PendingCall,
  depth: number,
): Extract<ErrorSegment, { kind: 'entryPoint' }> {
  if (inner.kind === 'deployment') {
    const { contractAddress, classHash } = inner;
    return { kind: 'entryPoint', depth, callKind: 'constructor', contractAddress, classHash, selector };
  }
  const { call, callKind, shownClass } = inner;
  const contractAddress = callKind === 'library' ? frame.call.contractAddress : call.contractAddress;
  return { kind: 'entryPoint', depth, callKind, contractAddress, classHash: shownClass, selector: call.selector };
}
