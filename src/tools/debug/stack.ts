import type { Cell } from '../../cairo/machine.ts';
import { offsetOf, type Pointer, segmentOf } from '../../cairo/pointer.ts';
import { EXECUTION, type Registers } from '../../cairo/walk/rareStep.ts';
import { CHUNK } from '../../cairo/walk/runTrace.ts';
import { type DebugPlace, isOwn } from './debugClass.ts';
import type { DebugCall, Moment } from './timeline.ts';

/** A Cairo function that has been called and has not returned, or a call of a contract. */
export interface Frame {
  readonly call: DebugCall;
  /** The offset of the instruction that runs next, or of the call that the frame waits for. */
  readonly pc: number;
  readonly fp: number;
  /** ap at the start of the statement; undefined if it is not known. */
  readonly ap: number | undefined;
  readonly functionName: string | undefined;
  readonly place: DebugPlace | undefined;
  /** Whether the compiler inlined the function into the next frame of the stack. */
  readonly isInlined: boolean;
}

const MAX_FRAMES = 256;

/** The functions that are running at a moment, innermost first. */
export function stackAt({ call, step }: Moment): readonly Frame[] {
  const frames: Frame[] = [];
  for (let at: DebugCall | undefined = call, now = step; at && frames.length < MAX_FRAMES; ) {
    addFrames(frames, at, now);
    now = at.run.callerStep;
    at = at.caller;
  }
  return frames;
}

/** The innermost function at a moment. */
export function topFrame({ call, step }: Moment): Frame | undefined {
  const frames: Frame[] = [];
  const { pc, fp } = call.trace.at(step);
  addLogical(frames, call, pc, fp, statementAp(call, step));
  return frames[0] ?? stackAt({ call, step })[0];
}

/** Reads a cell of a call. */
export function readCell({ run, class: { program } }: DebugCall, address: Pointer): Cell | undefined {
  return segmentOf(address) === 0 ? program.bytecode[offsetOf(address)] : run.memory!.get(address);
}

/** The fp of the caller of a frame; undefined for the outermost. */
export function callerFp({ trace, run: { memory } }: DebugCall, fp: number): number | undefined {
  if (fp <= trace.start.fp) return undefined;
  const found = memory!.offsetAt(EXECUTION, fp - 2, EXECUTION);
  return found < 0 ? undefined : found;
}

/** Where a frame returns to in its program; -1 for the outermost. */
export const returnOf = ({ run: { memory } }: DebugCall, fp: number): number => memory!.offsetAt(EXECUTION, fp - 1, 0);

function addFrames(frames: Frame[], call: DebugCall, step: number): void {
  if (step >= call.trace.steps) return;
  const { pc, fp } = call.trace.at(step);
  addLogical(frames, call, pc, fp, statementAp(call, step));
  for (let callee = fp; frames.length < MAX_FRAMES; ) {
    const returnTo = returnOf(call, callee);
    if (callee <= call.trace.start.fp || returnTo < 0) return;
    // A loop is a function that calls itself: of calls from the same place, only the innermost is a frame.
    let caller = callerFp(call, callee);
    while (caller !== undefined && returnOf(call, caller) === returnTo) {
      callee = caller;
      caller = callerFp(call, caller);
    }
    if (caller === undefined) return;
    // A call instruction is two words long: the instruction and its distance.
    const site = returnTo - 2;
    if (!isRecursion(call, site)) addLogical(frames, call, site, caller, callee - 2);
    callee = caller;
  }
}

/** Whether a call instruction is that of a loop to itself. */
function isRecursion({ class: own }: DebugCall, site: number): boolean {
  return own.compiled !== undefined && own.isRecursion(own.statementAt(site));
}

function addLogical(frames: Frame[], call: DebugCall, pc: number, fp: number, ap: number | undefined): void {
  const { class: own } = call;
  const functionId = own.functionOf(own.statementAt(pc));
  const physicalName = own.names.functions.get(functionId);
  if (!own.hasSource) {
    // Functions without names tell nothing: the call itself is one frame.
    if (physicalName === undefined && frames.at(-1)?.call === call) return;
    const index = own.listedAt[startOf(call, pc)] ?? -1;
    frames.push({ call, pc, fp, ap, functionName: physicalName, place: own.places[index], isInlined: false });
    return;
  }
  const found = own.framesAt(pc).filter(isOwn);
  for (const [i, { functionName, span }] of found.entries()) {
    const isInlined = i < found.length - 1;
    const name = functionName ?? (isInlined ? undefined : physicalName);
    frames.push({ call, pc, fp, ap, functionName: name, place: span, isInlined });
  }
}

/** The offset of the first instruction of the statement at an offset. */
function startOf({ class: own }: DebugCall, pc: number): number {
  const statement = own.statementAt(pc);
  return statement >= 0 ? own.compiled!.offsets[statement]! : pc;
}

/** ap at the start of the statement that a step belongs to. */
function statementAp(call: DebugCall, step: number): number | undefined {
  const { pc, ap, fp } = call.trace.at(step);
  const start = startOf(call, pc);
  if (start === pc) return ap;
  for (let at = step - 1; at >= 0; at--) {
    const chunk = Math.floor(at / CHUNK);
    if (call.trace.lowestFp(chunk) > fp) {
      at = chunk * CHUNK;
      continue;
    }
    const before: Registers = call.trace.at(at);
    if (before.fp === fp && before.pc === start) return before.ap;
  }
  return undefined;
}
