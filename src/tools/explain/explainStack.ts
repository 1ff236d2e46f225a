import type { Execution } from '../../execution/callContext.ts';
import type { FindClass } from '../names/classFacts.ts';
import type { RecordedPhase } from './callRecorder.ts';
import { codeLocator, prepareLocator } from './codeLocator.ts';
import { hasSourceLines, stackOf } from './locations.ts';
import { failedPlaces } from './panicChains.ts';
import type { StackFrame } from './stackFrame.ts';

/** The Cairo stack of a failed phase; empty if no class on its way has debug information. */
export function* explainStack(phase: RecordedPhase, find: FindClass): Execution<readonly StackFrame[]> {
  const places = failedPlaces(phase);
  yield* prepareLocator(new Set(places.map(({ classHash }) => classHash)), find);
  return stackOf(places, codeLocator(find));
}

/** The setting in Scarb.toml that adds the names of functions to class files. */
export const FUNCTIONS_SETTING = 'unstable-add-statements-functions-debug-info = true';

/** How to get source lines. */
export const LINES_ADVICE = [
  'For Cairo source lines, add this to Scarb.toml and build again:',
  '  [profile.dev.cairo]',
  '  unstable-add-statements-code-locations-debug-info = true',
  `  ${FUNCTIONS_SETTING}`,
].join('\n');

/** How to get source lines for a class that the user built without them. A class file of somebody else cannot be built again. */
export function adviceFor(phase: RecordedPhase, find: FindClass): string | undefined {
  const known = failedPlaces(phase).flatMap(({ classHash }) => find(classHash) ?? []);
  const isWanted = known.some(({ isBuilt }) => isBuilt) && !known.some(({ debugInfo }) => hasSourceLines(debugInfo));
  return isWanted ? LINES_ADVICE : undefined;
}
