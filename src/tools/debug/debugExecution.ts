import type { Execution } from '../../execution/callContext.ts';
import type { ExecutionEnvironment } from '../../execution/environment.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { ExecutionFlags, Outcome } from '../../execution/outcome.ts';
import { plainCall } from '../../execution/plainCall.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { FeltKey } from '../../felt/key.ts';
import { feltOf } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { failed } from '../../protocol/chainError.ts';
import type { StateReader } from '../../state/stateReader.ts';
import { explainCall } from '../explain/explainCalls.ts';
import type { ExplainedCall } from '../explain/explanation.ts';
import { type FindClass, nameOfContract } from '../names/classFacts.ts';
import { Preimages } from '../storage/preimages.ts';
import { type DebugClass, debugClass } from './debugClass.ts';
import { DebugRecorder, type RecordedRun } from './debugRecorder.ts';
import { Effects } from './effects.ts';
import { RecordedDebugger } from './recordedDebugger.ts';
import { Timeline } from './timeline.ts';

/** What a debugger is made of. */
export interface DebugRecording {
  readonly recorder: DebugRecorder;
  readonly preimages: Preimages;
}

/** Runs a transaction and keeps the memory of its calls. */
export function* recordForDebugger(
  environment: ExecutionEnvironment,
  submission: Submission,
  flags: ExecutionFlags,
): Execution<DebugRecording & { readonly outcome: Outcome }> {
  const preimages = new Preimages();
  const recorder = new DebugRecorder(preimages);
  const outcome = yield* executeTransaction({ ...environment, observer: recorder }, submission, flags);
  return { recorder, preimages, outcome };
}

/** Runs a call without a transaction and keeps the memory of its calls. */
export function* recordCallForDebugger(
  environment: ExecutionEnvironment,
  ...call: [contractAddress: FeltKey, selector: FeltKey, calldata: readonly FeltKey[]]
): Execution<DebugRecording> {
  const preimages = new Preimages();
  const recorder = new DebugRecorder(preimages);
  yield* plainCall({ ...environment, observer: recorder }, ...call);
  return { recorder, preimages };
}

/** Every call that ran, callers first. */
function runsOf(roots: readonly RecordedRun[]): readonly RecordedRun[] {
  return roots.flatMap((run) => [run, ...runsOf(run.inner)]);
}

const classHashOf = ({ recorded: { info, call } }: RecordedRun): FeltKey | undefined =>
  info?.call.classHash ?? call.classHash;

/** The classes of the calls that were recorded. */
export const classesOf = ({ recorder }: DebugRecording): ReadonlySet<FeltKey> =>
  new Set(runsOf(recorder.roots).flatMap((run) => classHashOf(run) ?? []));

/** The most memory of compiled classes that one debugger keeps: two of the largest. */
const MAX_CLASS_BYTES = 256 << 20;

/** Makes a debugger of what was recorded. `before` is the state that it ran on. */
export async function debuggerOf(
  { recorder, preimages }: DebugRecording,
  find: FindClass,
  before: StateReader,
): Promise<RecordedDebugger> {
  if (recorder.isTooLarge)
    throw failed(
      'The calls of this transaction use more than 256 MB of memory, which is more than the debugger keeps.',
    );
  const runs = runsOf(recorder.roots).filter(({ program }) => program);
  if (runs.length === 0) throw failed('Nothing ran: the transaction failed before its first call.');
  const classes = new Map<RecordedRun['program'], DebugClass>();
  let bytes = 0;
  for (const run of runs) {
    const { program } = run;
    if (classes.has(program)) continue;
    const classHash = classHashOf(run);
    const facts = classHash && find(classHash);
    const name = (facts && nameOfContract(facts)) ?? (classHash ? shortHex(feltOf(classHash)) : 'class');
    // It compiles the class, which may take seconds; other requests are served meanwhile.
    const prepared = await debugClass(name, facts, program!);
    classes.set(program, prepared);
    bytes += prepared.bytes;
    if (bytes > MAX_CLASS_BYTES)
      throw failed(
        'The classes that this transaction calls take more than 256 MB in the debugger, which is more than it keeps.',
      );
  }
  const timeline = new Timeline(recorder.roots, ({ program }) => classes.get(program)!);
  const explained = new Map<RecordedRun, ExplainedCall>();
  const pair = (run: RecordedRun, call: ExplainedCall): void => {
    explained.set(run, call);
    for (const [i, inner] of run.inner.entries()) pair(inner, call.inner[i]!);
  };
  for (const root of recorder.roots) pair(root, explainCall(root.recorded, find));
  const source = { before: (contract: FeltKey, key: FeltKey) => before.storageAt(contract, key), find, preimages };
  return new RecordedDebugger(timeline, new Effects(timeline, source, explained), explained, recorder.missingFacts);
}
