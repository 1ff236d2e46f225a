import { offsetOf } from '../../cairo/pointer.ts';
import { panicChain } from '../explain/panicChains.ts';
import type { RecordedRun } from './debugRecorder.ts';
import type { DebugCall, Timeline } from './timeline.ts';

/** The moments at which panics start, also those that are caught, and errors that end the transaction; ascending. */
export function panicMoments(timeline: Timeline): readonly number[] {
  return timeline.calls
    .filter(({ run }) => run.recorded.info?.failed !== false && causeIn(run)?.program === undefined)
    .map((call) => panicIn(timeline, call))
    .sort((a, b) => a - b);
}

/** The inner call whose panic or error a failed call passed on; undefined if it failed by itself. */
function causeIn({ recorded, inner, program }: RecordedRun): RecordedRun | undefined {
  if (recorded.info) {
    const [, source] = panicChain(recorded);
    return inner.find((run) => run.recorded === source);
  }
  const last = inner.at(-1);
  if (!last?.recorded.info) return last;
  // An error may follow a panic that was caught. No contract catches that of a constructor, and a class of Cairo 0 catches none.
  const isCaught = program?.kind === 'casm' && last.recorded.call.entryPointType !== 'CONSTRUCTOR';
  return last.recorded.info.failed && !isCaught ? last : undefined;
}

function panicIn(timeline: Timeline, call: DebugCall): number {
  const { trace, run } = call;
  const { panic } = run;
  const last = Math.max(0, trace.steps - 1);
  if (!panic || !run.recorded.info) return timeline.momentOf({ call, step: last });
  const [pc, fp] = [offsetOf(panic.pc), offsetOf(panic.fp)];
  const found = timeline.previous(call.end, (each) =>
    each === call
      ? { skips: (chunk) => !trace.mayRun(chunk, pc), finds: (at, frame) => at === pc && frame === fp }
      : undefined,
  );
  return found ?? timeline.momentOf({ call, step: last });
}
