import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { begunFile } from '../../libraryNode/mutants/begunFile.ts';
import { PLAN_FILE, VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { encodePlan } from '../../tools/mutants/plan.ts';
import { type BegunTrial, verdictLine } from '../../tools/mutants/verdict.ts';
import { StartError } from '../start/startError.ts';
import { begunTrials, removeBegun } from './begunTrials.ts';
import { environment, isOver, type MutantTrials, timeLeft } from './mutantTrials.ts';
import { planOf } from './planMutants.ts';
import { howItEnded, type QuietRun, runQuietly } from './runQuietly.ts';
import { Verdicts } from './verdicts.ts';

/** The run of a worker. */
interface WorkerRun extends QuietRun {
  readonly worker: number;
}

/** A process may end for another reason once: when the same trial was begun for the second time, it is the reason. */
const MOST_LOST = 2;

/** The trials that were begun without a verdict. */
interface LostTrials {
  /** How often, by mutant and test. */
  readonly times: Map<string, number>;
  /** Those that were lost together with others, whose mutants may be the reason: they are tried alone. */
  readonly suspects: BegunTrial[];
}

/**
 * Tries what fixtures can try, in one run of the command for each worker. A run that ended early, or stands still, is started again for what is
 * left. Returns why something is left.
 */
export async function tryWithFixtures(trials: MutantTrials): Promise<string | undefined> {
  const { folder, mutants, deadline, progress, division } = trials;
  const path = join(folder, VERDICTS_FILE);
  const lost: LostTrials = { times: new Map(), suspects: [] };
  const givenUp = new Set<string>();
  let problem: string | undefined;
  let idleRuns = 0;
  for (let isFirst = true; ; isFirst = false) {
    const before = await Verdicts.read(path);
    const isOut = (id: string, test: string) => before.isDone(id, test) || givenUp.has(`${id} ${test}`);
    const alone = lost.suspects.find(({ id, test }) => !isOut(id, test));
    const isLater = (id: string, test: string) => alone !== undefined && (alone.id !== id || alone.test !== test);
    const isLeftOut = (id: string, test: string) => isOut(id, test) || isLater(id, test);
    const plan = planOf(mutants, deadline, isLeftOut, division.runs);
    // Runs of the whole command find their mutants in it too.
    await atomicWrite(join(folder, PLAN_FILE), encodePlan(plan), { mode: 0o666, durable: false });
    if (plan.tests.length === 0) return problem;
    const workers = new Set(
      plan.tests.flatMap(({ trials }) => trials.map(({ mutant }) => plan.mutants[mutant]!.worker)),
    );
    await removeBegun(folder, division.runs);
    const watch = progress.follow(path);
    const runs = await Promise.all([...workers].map((worker) => runWorker(trials, worker))).finally(watch);
    const after = await Verdicts.read(path);
    const hasLost = await noteLost(folder, runs, after, lost);
    if (isOver(trials)) return undefined;
    if (after.size > before.size || hasLost) {
      idleRuns = 0;
      continue;
    }
    const ended = runs.find(({ status }) => status !== 0) ?? runs[0]!;
    const how = `it ${howItEnded(ended)}. Does the command run the same tests every time? The end of what it wrote:\n${ended.output}`;
    if (isFirst) throw new StartError(`The second run of ${trials.command[0]} tried no mutant; ${how}`);
    problem = `The last run of ${trials.command[0]} tried no mutant, though some are left; ${how}`;
    if (!alone) return problem;
    // What does not begin alone twice is not tried, so that the others are.
    if (++idleRuns < MOST_LOST) continue;
    idleRuns = 0;
    givenUp.add(`${alone.id} ${alone.test}`);
  }
}

async function runWorker(trials: MutantTrials, worker: number): Promise<WorkerRun> {
  // It ends at least one trial.
  const limit = Math.max(timeLeft(trials), trials.patienceMs);
  const watched = { path: begunFile(trials.folder, worker), stallMs: trials.patienceMs };
  const run = await runQuietly(trials.command, environment(trials, 'each', worker), limit, watched);
  return { ...run, worker };
}

/** Decides the mutants with which processes of tests ended again, or stood still. Returns whether a trial was begun that has no verdict. */
async function noteLost(
  folder: string,
  runs: readonly WorkerRun[],
  verdicts: Verdicts,
  { times, suspects }: LostTrials,
): Promise<boolean> {
  const path = join(folder, VERDICTS_FILE);
  let hasLost = false;
  for (const { worker, endedBy } of runs) {
    // What the end of the time limit interrupted says nothing.
    if (endedBy === 'limit') continue;
    const begun = await begunTrials(folder, worker);
    const lost = begun.filter(({ id, test }) => !verdicts.isDone(id, test));
    for (const trial of lost) {
      hasLost = true;
      const { id, test } = trial;
      const count = (times.get(`${id} ${test}`) ?? 0) + 1;
      times.set(`${id} ${test}`, count);
      if (endedBy !== 'stall' && count < MOST_LOST) continue;
      if (lost.length > 1) suspects.push(trial);
      else if (endedBy === 'stall') await appendFile(path, verdictLine({ id, result: 'timeout', test }));
      else await appendFile(path, verdictLine({ id, result: 'killed', test: `${test} (its process crashed)` }));
    }
  }
  return hasLost;
}
