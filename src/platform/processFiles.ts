// Files that processes write to a shared folder, one each, for a command that joins them: `starbox coverage`, `starbox gas` and `starbox mutate`.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { randomHex } from './randomHex.ts';

/** What the files contain. */
export type ProcessFileKind = 'coverage' | 'gas' | 'mutants';

const NAME = /^starbox-\d+-[0-9a-f]+\.(\w+)\.json$/;

/** Returns a function that writes a text to a file of its own in a folder, again and again to the same one. */
export function processFileSaver(folder: string, kind: ProcessFileKind): (json: string) => Promise<void> {
  const path = join(folder, `starbox-${process.pid}-${randomHex(6)}.${kind}.json`);
  return async (json) => {
    await mkdir(folder, { recursive: true });
    await atomicWrite(path, json, { mode: 0o666, durable: false });
  };
}

/** The files that processes have written to a folder. */
export const processFilesIn = async (folder: string, kind: ProcessFileKind): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => NAME.exec(name)?.[1] === kind).map((name) => join(folder, name));

/** Removes them. */
export async function removeProcessFiles(folder: string, kind: ProcessFileKind): Promise<void> {
  const files = await processFilesIn(folder, kind).catch(() => []);
  await Promise.all(files.map((file) => rm(file, { force: true })));
}
