import type { Machine } from '../../cairo/machine.ts';
import { offsetOf, segmentOf } from '../../cairo/pointer.ts';
import { formatTraceback, locateError } from '../../cairo/traceback.ts';
import { VmError } from '../../cairo/vmError.ts';
import type { CodePlace } from '../callObserver.ts';
import type { ErrorSegment } from '../errorStack.ts';
import type { Frame, Waiting } from './frame.ts';

/** An error that ends all frames, told from the outermost on. */
export interface Unwound {
  /** For each frame where its run stood and what it called, then the error itself. */
  readonly segments: readonly ErrorSegment[];
  readonly places: readonly CodePlace[];
}

/**
 * Ends all frames for an error. Drops their runs, since a frame's place can only be read when it is on top.
 * `failure` is the error of the top frame's own run, when it is that.
 */
export function unwind(
  machine: Machine,
  stack: readonly Frame[],
  error: readonly ErrorSegment[],
  failure: VmError | undefined,
): Unwound {
  const located: VmError[] = [];
  for (const frame of stack.toReversed()) {
    const isFailed = failure !== undefined && located.length === 0;
    // All others stand at the system call they wait for, or that failed.
    located.push(
      isFailed ? failure : locateError(new VmError(''), frame.runnable.program, machine, machine.pc, machine.fp),
    );
    machine.abandon();
  }
  located.reverse();

  const segments: ErrorSegment[] = [];
  let depth = 1;
  for (const [i, frame] of stack.entries()) {
    // The network leaves out where frames metered in gas stood.
    if (frame.tracked === 'CairoSteps') segments.push({ kind: 'vm', text: formatTraceback(located[i]!) });
    if (!frame.waiting) continue;
    const link = linkSegment(frame, frame.waiting, depth);
    segments.push(link);
    // What happens inside a constructor has the constructor's own depth.
    if (link.how !== 'constructor') depth++;
  }
  segments.push(...error);
  return { segments, places: stack.map((frame, i) => placeOf(frame, located[i]!)) };
}

function linkSegment(
  frame: Frame,
  { inner, selector }: Waiting,
  depth: number,
): Extract<ErrorSegment, { kind: 'entryPoint' }> {
  if (inner.kind === 'deployment') {
    const { contractAddress, classHash } = inner;
    return { kind: 'entryPoint', depth, how: 'constructor', contractAddress, classHash, selector };
  }
  const { call, how, shownClass } = inner;
  const contractAddress = how === 'library' ? frame.call.contractAddress : call.contractAddress;
  return { kind: 'entryPoint', depth, how, contractAddress, classHash: shownClass, selector: call.selector };
}

function placeOf(frame: Frame, { pc, callers }: VmError): CodePlace {
  const pointers = pc === undefined ? [] : [pc, ...callers.toReversed()];
  return {
    classHash: frame.call.classHash,
    offsets: pointers.filter((pointer) => segmentOf(pointer) === 0).map(offsetOf),
  };
}
