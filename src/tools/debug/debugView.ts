import { doLater } from '../../async/eitherWay.ts';
import { workMemory } from '../../budget/workMemory.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { executedAt, type TransactionPlace } from '../../chain/run/rerun.ts';
import type { ArtifactStore } from '../../classes/artifactStore.ts';
import { keyOf } from '../../felt/key.ts';
import { debugSimulation, debugTransaction } from './debugChain.ts';
import type { DebugClass } from './debugClass.ts';
import { type DebugMoment, debugMoment } from './debugMoment.ts';
import type { DebugRequest, ShownSource } from './debugRequest.ts';
import { KeptDebuggers } from './keptDebuggers.ts';
import { sierraListing } from './listing.ts';
import type { RecordedDebugger } from './recordedDebugger.ts';
import { type Trial, trialKey } from './trial.ts';

/** More lines are not shown at once. */
const MAX_LINES = 600;
const MAX_COLUMNS = 400;
const MAX_MESSAGES = 100;
const MAX_MESSAGE_CHARS = 500;

const kept = new KeptDebuggers();
workMemory.addCache({
  get bytes() {
    return kept.bytes;
  },
  reclaim: () => kept.drop(),
});
const listings = new WeakMap<DebugClass, readonly string[]>();

/** Goes somewhere in a transaction, and shows what is there. */
export function debugView(view: ChainView, place: TransactionPlace, request: DebugRequest): Promise<DebugMoment> {
  return showMoment(view, executedAt(view.value, place), () => debugTransaction(view, place), request);
}

/** Goes somewhere in transactions that are only tried out, and shows what is there. */
export async function debugTrialView(view: ChainView, trial: Trial, request: DebugRequest): Promise<DebugMoment> {
  const key = await trialKey(view, trial);
  const { transactions, options, id } = trial;
  return showMoment(view, key, () => debugSimulation(view, transactions, options, id), request);
}

function showMoment(
  view: ChainView,
  key: object,
  make: () => Promise<RecordedDebugger>,
  request: DebugRequest,
): Promise<DebugMoment> {
  return kept.use(key, make, async (debug) => {
    const messages = await move(debug, request, view);
    const { artifacts } = view.surroundings;
    const { file, line = 1 } = request;
    // The frame of a variable is not the one in which it was written.
    const frame = request.move === 'lastWrite' ? 0 : request.frame;
    const source = await (file === undefined
      ? sourceOf(debug, frame, artifacts)
      : fileOf(debug, file, line, artifacts));
    return debugMoment(debug, source, messages, { ...request, frame });
  });
}

/** Moves, and returns what breakpoints had to say on the way. */
async function move(debug: RecordedDebugger, request: DebugRequest, view: ChainView): Promise<readonly string[]> {
  const { moment, move: where, breakpoints, breakOn, frame, written } = request;
  const messages: string[] = [];
  debug.goTo(moment ?? 0);
  if (moment === undefined) debug.pauseAt(0, 'start');
  if (where === undefined) return messages;
  if (where === 'line') {
    debug.goToLine(debug.moment);
    return messages;
  }
  // Other clients may have had other breakpoints.
  debug.clearBreakpoints();
  for (const { file, line, condition, log } of breakpoints) {
    debug.breakAt(file, line, { condition, log });
    await view.rest();
  }
  debug.breakOn(...breakOn);
  debug.onLog = (message) => {
    messages.push(message.slice(0, MAX_MESSAGE_CHARS));
    // What nobody will read is not written.
    if (messages.length >= MAX_MESSAGES) debug.onLog = undefined;
  };
  const search = where === 'lastWrite' ? debug.movingToWrite(written, frame) : debug.moving(where);
  while (!search.next().done) await view.rest();
  debug.onLog = undefined;
  return messages;
}

/** A source file of one of the classes that the transaction calls. */
async function fileOf(
  debug: RecordedDebugger,
  file: string,
  line: number,
  artifacts: ArtifactStore | undefined,
): Promise<ShownSource | undefined> {
  const classHash = debug.classWith(file);
  const [source] = (classHash && artifacts && (await doLater(artifacts.sourceFiles(classHash, [file])))) ?? [];
  return source && { name: file, ...around(source.lines, line), isListing: false, isChanged: source.isChanged };
}

/** The source of a frame, as far as the build output leads to it, or the listing of its class. */
async function sourceOf(
  debug: RecordedDebugger,
  frame: number,
  artifacts: ArtifactStore | undefined,
): Promise<ShownSource | undefined> {
  const [shown, own] = [debug.stack()[frame], debug.classOf(frame)];
  if (!shown || !own) return undefined;
  const { file, line } = shown;
  if (file === undefined) {
    let lines = listings.get(own);
    if (!lines) listings.set(own, (lines = sierraListing(own).split('\n')));
    return { name: `${own.name}.sierra`, ...around(lines, line), isListing: true, isChanged: false };
  }
  const classHash = debug.callOf(frame)?.classHash;
  const [source] =
    (classHash === undefined
      ? undefined
      : artifacts && (await doLater(artifacts.sourceFiles(keyOf(classHash), [file])))) ?? [];
  return source && { name: file, ...around(source.lines, line), isListing: false, isChanged: source.isChanged };
}

function around(lines: readonly string[], line: number): Pick<ShownSource, 'firstLine' | 'lines' | 'lineCount'> {
  const first = Math.max(1, Math.min(line - MAX_LINES / 2, lines.length - MAX_LINES + 1));
  const shown = lines.slice(first - 1, first - 1 + MAX_LINES);
  return { firstLine: first, lines: shown.map((text) => text.slice(0, MAX_COLUMNS)), lineCount: lines.length };
}
