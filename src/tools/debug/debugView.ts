import { doLater } from '../../async/eitherWay.ts';
import { workMemory } from '../../budget/workMemory.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { executedAt, type TransactionPlace } from '../../chain/run/rerun.ts';
import type { ArtifactStore } from '../../classes/artifactStore.ts';
import { keyOf } from '../../felt/key.ts';
import { debugTransaction } from './debugChain.ts';
import type { DebugClass } from './debugClass.ts';
import { type DebugMoment, debugMoment } from './debugMoment.ts';
import type { DebugRequest, ShownSource } from './debugRequest.ts';
import { KeptDebuggers } from './keptDebuggers.ts';
import { sierraListing } from './listing.ts';
import type { RecordedDebugger } from './recordedDebugger.ts';

/** More lines are not shown at once. */
const MAX_LINES = 600;
const MAX_COLUMNS = 400;

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
  const make = () => debugTransaction(view, place);
  return kept.use(executedAt(view.value, place), make, async (debug) => {
    await move(debug, request, view);
    return debugMoment(debug, await sourceOf(debug, request.frame, view.surroundings.artifacts), request);
  });
}

async function move(debug: RecordedDebugger, request: DebugRequest, view: ChainView): Promise<void> {
  const { moment, move: where, breakpoints, breakOn } = request;
  debug.goTo(moment ?? 0);
  if (moment === undefined) debug.pauseAt(0);
  if (where === undefined) return;
  if (where === 'line') {
    debug.pauseAt(debug.moment);
    return;
  }
  // Other clients may have had other breakpoints.
  debug.clearBreakpoints();
  for (const { file, line, condition } of breakpoints) debug.breakAt(file, line, { condition });
  debug.breakOn(...breakOn);
  const search = debug.moving(where);
  while (!search.next().done) await view.rest();
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

function around(lines: readonly string[], line: number): Pick<ShownSource, 'firstLine' | 'lines'> {
  const first = lines.length <= MAX_LINES ? 1 : Math.max(1, line - MAX_LINES / 2);
  const shown = lines.slice(first - 1, first - 1 + MAX_LINES);
  return { firstLine: first, lines: shown.map((text) => text.slice(0, MAX_COLUMNS)) };
}
