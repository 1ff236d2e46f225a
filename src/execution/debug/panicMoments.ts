import type { DebugCall, Timeline } from './timeline.ts';

/** The moments at which panics start that no inner call has passed on, and errors that end the transaction; ascending. */
export function panicMoments(timeline: Timeline): readonly number[] {
  return timeline.calls
    .flatMap((call) => {
      const { info } = call.run.recorded;
      if (info && !info.failed) return [];
      const last = call.run.inner.at(-1);
      const isPassedOn = last?.program !== undefined && (!last.recorded.info || last.recorded.info.failed);
      return isPassedOn ? [] : [panicIn(timeline, call)];
    })
    .sort((a, b) => a - b);
}

function panicIn(timeline: Timeline, call: DebugCall): number {
  const { trace, run } = call;
  const { panic } = run;
  const last = Math.max(0, trace.steps - 1);
  if (!panic || !run.recorded.info) return timeline.momentOf({ call, step: last });
  const [pc, fp] = [panic.pc % 2 ** 32, panic.fp % 2 ** 32];
  const found = timeline.previous(call.end, (each) =>
    each === call
      ? { skips: (chunk) => !trace.mayRun(chunk, pc), finds: (at, frame) => at === pc && frame === fp }
      : undefined,
  );
  return found ?? timeline.momentOf({ call, step: last });
}
