import type { FeltKey } from '../../felt/key.ts';
import type { Execution } from '../callContext.ts';
import type { CallRecorder, RecordedCall, RecordedPhase } from './callRecorder.ts';
import type { FindClass } from './classFacts.ts';
import { codeLocator } from './codeLocator.ts';
import { panicChain } from './explainCalls.ts';
import { hasSourceLines, stackOf } from './locations.ts';
import { PanicRecorder } from './panicRecorder.ts';
import type { StackFrame } from './stackFrame.ts';

/** Executions with more gas than this are not run step by step to find the start of a panic: that would take seconds. */
const MAX_WATCHED_GAS = 300_000_000;

/**
 * The Cairo stack of a failed phase. Finding the start of a panic needs a slow second run (`again`), so this is done only if
 * a class on its way has debug information.
 */
export function* explainStack(
  { root, error, places }: RecordedPhase,
  index: number,
  find: FindClass,
  again: (observer: CallRecorder) => Execution<unknown>,
): Execution<readonly StackFrame[]> {
  const locate = codeLocator(find);
  if (error) return stackOf(places, locate);
  if ((root.info?.gasConsumed ?? 0) > MAX_WATCHED_GAS) return [];
  if (!panicChain(root).some(({ info }) => hasDebugInfo(find, info!.call.classHash))) return [];
  const slow = new PanicRecorder();
  yield* again(slow);
  const watched = slow.phases[index];
  if (!watched?.root.info) return [];
  return stackOf(
    panicChain(watched.root).flatMap(({ place }) => place ?? []),
    locate,
  );
}

const hasDebugInfo = (find: FindClass, classHash: FeltKey) => find(classHash)?.debugInfo !== undefined;

const ADVICE = [
  'For Cairo source lines, add two lines to Scarb.toml and build again:',
  '  [profile.dev.cairo]',
  '  unstable-add-statements-code-locations-debug-info = true',
].join('\n');

/** How to get source lines for a class whose build output is known, but was written without them. */
export function adviceFor({ root, error, places }: RecordedPhase, find: FindClass): string | undefined {
  const classes = error
    ? places.map(({ classHash }) => classHash)
    : panicChain(root).map(({ info }: RecordedCall) => info!.call.classHash);
  const known = classes.flatMap((classHash) => find(classHash)?.debugInfo ?? []);
  return known.length > 0 && !known.some(hasSourceLines) ? ADVICE : undefined;
}
