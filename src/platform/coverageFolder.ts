import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { randomHex } from './randomHex.ts';

const NAME = /^starbox-\d+-[0-9a-f]+\.coverage\.json$/;

/** Returns a function that writes a coverage to a file of its own in a folder, again and again to the same one. */
export function coverageSaver(folder: string): (json: string) => Promise<void> {
  const path = join(folder, `starbox-${process.pid}-${randomHex(6)}.coverage.json`);
  return async (json) => {
    await mkdir(folder, { recursive: true });
    await atomicWrite(path, json, { mode: 0o666, durable: false });
  };
}

/** The files that processes have written to a folder. */
export const coverageFilesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).map((name) => join(folder, name));

/** Removes them. */
export async function removeCoverageFiles(folder: string): Promise<void> {
  const files = await coverageFilesIn(folder).catch(() => []);
  await Promise.all(files.map((file) => rm(file, { force: true })));
}
