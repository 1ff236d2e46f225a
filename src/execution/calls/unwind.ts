import type { Machine } from '../../cairo/machine.ts';
import { formatTraceback, locateError } from '../../cairo/traceback.ts';
import { VmError } from '../../cairo/vmError.ts';
import type { ErrorSegment } from '../errorStack.ts';
import type { Frame, Waiting } from './frame.ts';

/**
 * The segments of an error that ends all frames: for each where its run stood and what it called, then the error itself.
 * Drops the runs of the frames, since a frame's place can only be read when it is on top.
 * `failure` is the error of the top frame's own run, when it is that.
 */
export function unwind(
  machine: Machine,
  stack: readonly Frame[],
  segments: readonly ErrorSegment[],
  failure: VmError | undefined,
): readonly ErrorSegment[] {
  const places: (ErrorSegment | undefined)[] = [];
  for (const frame of stack.toReversed()) {
    const ownFailure = places.length === 0 ? failure : undefined;
    places.push(frame.tracked === 'SierraGas' ? undefined : vmSegment(machine, frame, ownFailure));
    machine.abandon();
  }
  places.reverse();

  const all: ErrorSegment[] = [];
  let depth = 1;
  for (const [i, frame] of stack.entries()) {
    const place = places[i];
    if (place) all.push(place);
    if (!frame.waiting) continue;
    const link = linkSegment(frame, frame.waiting, depth);
    all.push(link);
    // What happens inside a constructor has the constructor's own depth.
    if (link.how !== 'constructor') depth++;
  }
  all.push(...segments);
  return all;
}

function linkSegment(
  frame: Frame,
  { inner, selector }: Waiting,
  depth: number,
): Extract<ErrorSegment, { kind: 'entryPoint' }> {
  if (inner.kind === 'deployment')
    return {
      kind: 'entryPoint',
      depth,
      how: 'constructor',
      contractAddress: inner.contractAddress,
      classHash: inner.classHash,
      selector,
    };
  const { call, how, shownClass } = inner;
  const contractAddress = how === 'library' ? frame.call.contractAddress : call.contractAddress;
  return { kind: 'entryPoint', depth, how, contractAddress, classHash: shownClass, selector: call.selector };
}

/** The place of the error, or else of the system call that the frame stands at. */
function vmSegment(machine: Machine, frame: Frame, failure: VmError | undefined): ErrorSegment {
  const located = failure ?? locateError(new VmError(''), frame.runnable.program, machine, machine.pc, machine.fp);
  return { kind: 'vm', text: formatTraceback(located) };
}
