import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import { verdictLine } from '../../tools/mutants/verdict.ts';
import { begunTrials, removeBegun } from './begunTrials.ts';
import { environment, isOver, type MutantTrials, timeLeft } from './mutantTrials.ts';
import { howItEnded, runQuietly } from './runQuietly.ts';
import { tryWithFixtures } from './tryWithFixtures.ts';
import { Verdicts } from './verdicts.ts';

/** What trials found. */
export interface TriedMutants {
  readonly verdicts: Verdicts;
  /** Why some mutants were not tried, though there was time. */
  readonly problem: string | undefined;
}

/** Tries mutants: first all that fixtures can try, in one run of the command for each worker, and then the others, with a run for each. */
export async function tryMutants(trials: MutantTrials): Promise<TriedMutants> {
  const { folder, mutants, progress, division } = trials;
  const path = join(folder, VERDICTS_FILE);
  const before = await Verdicts.read(path);
  let problem = await tryWithFixtures(trials);
  await removeBegun(folder, division.runs);
  const fromFixtures = await Verdicts.read(path);
  const left = mutants.filter(({ id, whole }) => whole.size > 0 && !fromFixtures.isDone(id, ''));
  progress.whole(left.length);
  // One is tried, however late it is: else a run with a short limit would never get on.
  let hasTried = fromFixtures.size > before.size;
  const next = left.values();
  const tryNext = async (): Promise<void> => {
    // The workers take them from one list.
    for (const { id } of next) {
      if (hasTried && isOver(trials)) return;
      const limit = hasTried ? Math.min(timeLeft(trials), trials.patienceMs) : trials.patienceMs;
      hasTried = true;
      const attempt = () => runQuietly(trials.command, environment(trials, id, 0), limit);
      let run = await attempt();
      // The system may have ended it, as when memory is short.
      if (run.signal && run.endedBy === 'itself') run = await attempt();
      const { status } = run;
      // What the end of the time limit interrupted says nothing.
      if (status === undefined && limit < trials.patienceMs) return;
      if (!(await begunTrials(folder, 0)).some((begun) => begun.id === id)) {
        problem ??= `A run of ${trials.command[0]} ${howItEnded(run)} before it made a sandbox with its mutant. The end of what it wrote:\n${run.output}`;
        continue;
      }
      const result = status === 0 ? 'passed' : status === undefined ? 'timeout' : 'killed';
      await appendFile(path, verdictLine({ id, result, test: '' }));
      progress.tried();
    }
  };
  await Promise.all(Array.from({ length: division.runs }, tryNext));
  progress.end();
  await removeBegun(folder, division.runs);
  return { verdicts: await Verdicts.read(path), problem };
}
