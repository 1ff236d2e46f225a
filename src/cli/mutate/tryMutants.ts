import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MUTANT_MODE, MUTANTS_FOLDER, PLAN_FILE, VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { encodePlan } from '../../tools/mutants/plan.ts';
import { verdictLine } from '../../tools/mutants/verdict.ts';
import { StartError } from '../start/startError.ts';
import { type CandidateMutant, planOf } from './planMutants.ts';
import type { Progress } from './progress.ts';
import { runQuietly } from './runQuietly.ts';
import { Verdicts } from './verdicts.ts';

/** A run of mutants. */
export interface MutantTrials {
  /** The absolute path of the folder of the run. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly mutants: readonly CandidateMutant[];
  /** When nothing more is tried, in milliseconds since 1970; 0 for never. */
  readonly deadline: number;
  /** How long the command took without a mutant. */
  readonly usualMs: number;
  readonly progress: Progress;
}

/** How much longer a command may take with a mutant than without one. */
const SLOWER = 3;
const PATIENCE_MS = 30_000;
/** The longest time that timers take. */
const LONGEST_MS = 2 ** 31 - 1;

/** Tries mutants: first all that fixtures can try, in one run of the command, and then the others, with a run for each. */
export async function tryMutants(trials: MutantTrials): Promise<Verdicts> {
  const { folder, mutants, deadline, progress } = trials;
  const path = join(folder, VERDICTS_FILE);
  const before = await Verdicts.read(path);
  const plan = planOf(mutants, deadline, (id, test) => before.isDone(id, test));
  await atomicWrite(join(folder, PLAN_FILE), encodePlan(plan), { mode: 0o666, durable: false });
  if (plan.tests.length > 0) {
    const watch = progress.follow(path);
    const { status, output } = await runQuietly(
      trials.command,
      environment(folder, 'each'),
      limitUntil(deadline),
    ).finally(watch);
    const after = await Verdicts.read(path);
    if (after.size === before.size && (deadline === 0 || Date.now() < deadline))
      throw new StartError(
        `The second run of ${trials.command[0]} tried no mutant; it ended with ${status ?? 'no status'}. Does the command run the same tests every time? The end of what it wrote:\n${output}`,
      );
  }
  const fromFixtures = await Verdicts.read(path);
  const left = mutants.filter(({ id, whole }) => whole.size > 0 && !fromFixtures.isDone(id, ''));
  progress.whole(left.length);
  for (const { id } of left) {
    if (deadline !== 0 && Date.now() >= deadline) break;
    const limit = Math.min(limitUntil(deadline), SLOWER * trials.usualMs + PATIENCE_MS);
    const { status } = await runQuietly(trials.command, environment(folder, id), limit);
    // What the end of the time limit interrupted says nothing.
    if (status === undefined && deadline !== 0 && Date.now() >= deadline) break;
    const result = status === 0 ? 'passed' : status === undefined ? 'timeout' : 'killed';
    await appendFile(path, verdictLine({ id, result, test: '' }));
    progress.tried();
  }
  progress.end();
  return Verdicts.read(path);
}

const environment = (folder: string, mode: string) => ({ [MUTANTS_FOLDER]: folder, [MUTANT_MODE]: mode });

const limitUntil = (deadline: number): number =>
  deadline === 0 ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(0, deadline - Date.now()) + PATIENCE_MS);
