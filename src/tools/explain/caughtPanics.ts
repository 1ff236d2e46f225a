import type { Execution } from '../../execution/callContext.ts';
import type { FindClass } from '../names/classFacts.ts';
import type { RecordedCall, RecordedPhase } from './callRecorder.ts';
import { codeLocator, prepareLocator } from './codeLocator.ts';
import { stackOf } from './locations.ts';
import { caughtCalls } from './panicChains.ts';
import type { StackFrame } from './stackFrame.ts';

/** Where the panics started that callers caught. */
export type CaughtPanics = ReadonlyMap<RecordedCall, StackFrame>;

export const NONE_CAUGHT: CaughtPanics = new Map();

/** More places are not looked for. */
const MAX_CAUGHT = 100;

/** Finds the places of panics that callers caught. Those in classes without debug information are left out. */
export function* caughtPanics(phases: readonly RecordedPhase[], find: FindClass): Execution<CaughtPanics> {
  const calls = phases.flatMap(caughtCalls).slice(0, MAX_CAUGHT);
  if (calls.length === 0) return NONE_CAUGHT;
  yield* prepareLocator(new Set(calls.flatMap(({ place }) => place?.classHash ?? [])), find);
  const locate = codeLocator(find);
  const found = new Map<RecordedCall, StackFrame>();
  for (const call of calls) {
    const stack = call.place ? stackOf([call.place], locate) : [];
    const frame = stack.find(({ isCore, span }) => !isCore && span) ?? stack.find(({ span }) => span);
    if (frame) found.set(call, frame);
  }
  return found;
}
