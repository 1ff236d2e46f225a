import type { ChainView } from '../../chain/chainView.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { runLarge } from '../../chain/run/runner.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { FeltKey } from '../../felt/key.ts';
import { failed } from '../../protocol/chainError.ts';
import { limits } from '../../protocol/limits.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { hasLinesAndFunctions } from '../explain/locations.ts';
import { namesIn } from '../names/namesIn.ts';
import { cairoTrace } from './cairoTrace.ts';
import { steppedMachine, TooManySteps } from './steppedMachine.ts';
import { type TracedCall, TraceRecorder } from './traceRecorder.ts';

const MAX_STEPS = limits.traceSteps;

/** The trace of a transaction for cairo-profiler and cairo-coverage. */
export async function traceForCairoTools(view: ChainView, place: TransactionPlace): Promise<string> {
  const { before, block, submission, flags } = rerunOf(view, place);
  const recorder = await runLarge(view, before, function* (machine, state) {
    const { stepped, log } = steppedMachine(machine, MAX_STEPS);
    const observer = new TraceRecorder(log);
    const { meter } = observer;
    yield* executeTransaction({ state, block, machine: stepped, observer, meter }, submission, flags);
    return observer;
  }).catch((error: unknown) => {
    if (!(error instanceof TooManySteps)) throw error;
    throw failed(
      `The transaction has more than ${groupedDigits(MAX_STEPS)} steps, which is too many for a trace. Its profile has no limit.`,
    );
  });
  const { artifacts } = view.surroundings;
  const names = namesIn(view, before);
  const classes = new Set(classesOf(recorder.roots));
  for (const classHash of classes) names.find(classHash);
  await names.fetchMissing();
  // cairo-coverage refuses all of a file that names a class without annotations, while cairo-profiler can do without them.
  const isAnnotated = (classHash: FeltKey) => hasLinesAndFunctions(artifacts?.get(classHash)?.debugInfo);
  const areAnnotated = [...classes].some(isAnnotated);
  const signatureLength = 'signature' in submission.transaction ? submission.transaction.signature.length : 0;
  const trace = cairoTrace(submission.hash, signatureLength, recorder.roots, {
    find: (classHash) => names.find(classHash),
    fileOf: (classHash) => (!areAnnotated || isAnnotated(classHash) ? artifacts?.get(classHash)?.path : undefined),
  });
  return JSON.stringify(trace);
}

const classesOf = (calls: readonly TracedCall[]): readonly FeltKey[] =>
  calls.flatMap(({ call, inner }) => [...(call.classHash === undefined ? [] : [call.classHash]), ...classesOf(inner)]);
