import { rm } from 'node:fs/promises';
import { begunFile } from '../../libraryNode/mutants/begunFile.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { type BegunTrial, readBegun } from '../../tools/mutants/verdict.ts';

const MAX_BYTES = 1 << 28;

/** The trials that the processes of a worker have begun since the file was removed. */
export async function begunTrials(folder: string, worker: number): Promise<readonly BegunTrial[]> {
  const text = await readRegular(begunFile(folder, worker), MAX_BYTES, 'the largest file of trials').then(
    (bytes) => bytes.toString(),
    () => '',
  );
  return [...new Set(text.split('\n'))].flatMap((line) => readBegun(line) ?? []);
}

/** Forgets what was begun by the workers of a run. */
export async function removeBegun(folder: string, workers: number): Promise<void> {
  for (let worker = 0; worker < workers; worker++) await rm(begunFile(folder, worker), { force: true });
}
