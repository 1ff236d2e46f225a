import type { StackFrame } from '../explain/stackFrame.ts';
import { isAround } from './sourceSpans.ts';

/** The frames of one call of a Cairo function, innermost first. */
export type CallLevel = readonly StackFrame[];

/**
 * Divides the frames of a statement into calls, innermost first. A frame around the one before is no other call: it is the function
 * that a macro stands in, or the whole of a function that the compiler specialised. Frames without a place are left out.
 */
export function callLevels(frames: readonly StackFrame[]): readonly CallLevel[] {
  const levels: StackFrame[][] = [];
  for (const frame of frames) {
    const last = levels.at(-1);
    const inner = last?.at(-1);
    if (!frame.span) continue;
    if (inner?.span && !frame.isGenerated && isAround(frame.span, inner.span)) last!.push(frame);
    else levels.push([frame]);
  }
  return levels;
}
