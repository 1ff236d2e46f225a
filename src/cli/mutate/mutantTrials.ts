import { MUTANT_MODE, MUTANT_WORKER, MUTANTS_FOLDER } from '../../libraryNode/mutants/mutantSession.ts';
import type { CandidateMutant } from './planMutants.ts';
import type { Progress } from './progress.ts';
import { type Division, processLimit } from './workers.ts';

/** A run of mutants. */
export interface MutantTrials {
  /** The absolute path of the folder of the run. */
  readonly folder: string;
  readonly command: readonly string[];
  readonly mutants: readonly CandidateMutant[];
  /** When nothing more is tried, in milliseconds since 1970; 0 for never. */
  readonly deadline: number;
  /** How long a run with one mutant, or one trial of a longer run, may take. */
  readonly patienceMs: number;
  readonly division: Division;
  readonly progress: Progress;
}

/** The variables of a run of the command. `mode`: the id of a mutant, or `each`. */
export const environment = ({ folder, division }: MutantTrials, mode: string, worker: number) => ({
  [MUTANTS_FOLDER]: folder,
  [MUTANT_MODE]: mode,
  [MUTANT_WORKER]: String(worker),
  ...processLimit(division.processes),
});

export const isOver = ({ deadline }: MutantTrials): boolean => deadline !== 0 && Date.now() >= deadline;

/** The longest time that timers take. */
const LONGEST_MS = 2 ** 31 - 1;
/** How long a trial that has begun may take after the end of the time limit. */
const ENDING_MS = 30_000;

/** How long a run that starts now may take because of the time limit. */
export const timeLeft = ({ deadline }: MutantTrials): number =>
  deadline === 0 ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(0, deadline - Date.now()) + ENDING_MS);
