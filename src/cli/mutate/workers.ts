import { availableParallelism } from 'node:os';
import { UsageError } from '../options/usageError.ts';

/** Each worker is a test runner with a process for its tests, which may take a gigabyte for a large contract. */
const MOST_BY_DEFAULT = 4;
const MOST = 64;

/** How many runs of the command work at the same time: the value of `--workers`, or one for each core, up to four. */
export function readWorkers(text: string | undefined): number {
  if (text === undefined) return Math.min(MOST_BY_DEFAULT, availableParallelism());
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= MOST) return value;
  throw new UsageError(`--workers must be a whole number from 1 to ${MOST}, not '${text}'`);
}

/** From this many test processes for each worker on, their starts cost more than an even share of the mutants gains. */
const MANY = 4;

/** How the work of a run is divided: into runs of the command at the same time, and the test processes that vitest may have in each. */
export interface Division {
  readonly runs: number;
  readonly processes: number;
}

/**
 * Divides the work among some workers. Mutants are divided if the tests are in a few processes, since one of them may have most of the tests.
 * If they are in many, the test runner divides those: each run of the command would start all of them.
 */
export const dividedAmong = (workers: number, testProcesses: number): Division =>
  testProcesses >= MANY * workers ? { runs: 1, processes: workers } : { runs: workers, processes: 1 };

/** The variables that limit the processes of vitest: version 4 reads the first one, version 3 the others. */
export const processLimit = (processes: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['VITEST_MAX_WORKERS', 'VITEST_MIN_FORKS', 'VITEST_MAX_FORKS', 'VITEST_MIN_THREADS', 'VITEST_MAX_THREADS'].map(
      (name) => [name, String(processes)],
    ),
  );

/** How much longer a command may take with a mutant than without one, on a machine that does nothing else. */
const SLOWER = 3;
const PATIENCE_MS = 30_000;

/**
 * How long a run of the whole command with a mutant may take before it counts as endless, from how long the run without one took. That one
 * had all cores for its test processes; now several runs share them, and each may have fewer processes.
 */
export const patienceMs = (
  usualMs: number,
  testProcesses: number,
  { runs, processes }: Division,
  cores = availableParallelism(),
): number => runs * SLOWER * usualMs * Math.max(1, Math.min(testProcesses, cores) / processes) + PATIENCE_MS;
