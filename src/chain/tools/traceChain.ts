import { executeTransaction } from '../../execution/executeTransaction.ts';
import { cairoTrace, TraceRecorder } from '../../execution/profile/cairoTrace.ts';
import { steppedMachine, TooManySteps } from '../../execution/profile/steppedMachine.ts';
import { failed } from '../../protocol/chainError.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { TransactionPlace } from '../run/rerun.ts';
import type { ToolHost } from './tools.ts';

/** COST: the trace of a million steps takes 36 MB, 0.3 GB of memory and half a second that is not divided into turns. */
const MAX_STEPS = 1_000_000;

/** The trace of a transaction for cairo-profiler and cairo-coverage. */
export async function traceForCairoTools(host: ToolHost, place: TransactionPlace): Promise<string> {
  const { before, block, submission, flags } = host.rerunOf(place);
  const recorder = await host
    .run(before, function* (machine, state) {
      const { stepped, ended } = steppedMachine(machine, MAX_STEPS);
      const meter = new TraceRecorder(ended);
      yield* executeTransaction({ state, block, machine: stepped, meter }, submission, flags);
      return meter;
    })
    .catch((error: unknown) => {
      if (!(error instanceof TooManySteps)) throw error;
      throw failed(
        `The transaction has more than ${groupedDigits(MAX_STEPS)} steps, which is too many for a trace. Its profile has no limit.`,
      );
    });
  const names = host.namesIn(before);
  for (const { call } of recorder.calls) names.find(call.classHash);
  await names.fetchMissing();
  const trace = cairoTrace(submission.hash, recorder, {
    find: (classHash) => names.find(classHash),
    fileOf: (classHash) => host.artifacts?.get(classHash)?.path,
  });
  return JSON.stringify(trace);
}
