import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BegunTrial, begunLine } from '../../tools/mutants/verdict.ts';

/** The file in which the processes of a worker note each trial before it starts: one that has no verdict later has ended its process. */
export const begunFile = (folder: string, worker: number): string => join(folder, `begun-${worker}.ndjson`);

/** Notes a trial. */
export const noteBegun = (path: string, trial: BegunTrial): void => appendFileSync(path, begunLine(trial));

/** Whether a trial was noted. */
export const hasBegun = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
