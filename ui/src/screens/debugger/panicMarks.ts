import type { Timeline } from './useDebugger.ts';

/** Where a call panics: the text by `file:line`. A call that goes through the same lines and passes has no marks. */
export function panicMarks(
  timeline: Pick<Timeline, 'calls' | 'panics'> | undefined,
  moment: number,
  /** That of the function that is shown; undefined for a file that was chosen, which has the marks of all calls. */
  callDepth: number | undefined,
): ReadonlyMap<string, string> {
  const call = timeline?.calls.find(({ depth, start, end }) => depth === callDepth && moment >= start && moment <= end);
  const shown = timeline?.panics.filter((panic) => !call || (panic.moment >= call.start && panic.moment <= call.end));
  return new Map(shown?.map(({ file, line, text }) => [`${file}:${line}`, text ?? ''] as const));
}
