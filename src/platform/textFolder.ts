import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { readRegular } from './regularFile.ts';

/** The most files that are read of a folder. */
const MAX_FILES = 10_000;
/** The largest of them. */
const MAX_BYTES = 1 << 20;

/** A text, and the path of its file. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The texts of the JSON files in a folder whose names begin with something, by name; none if there is no such folder. What is no file, or too large, is left out. */
export async function textsIn(folder: string, prefix: string): Promise<readonly FileText[]> {
  const names = await readdir(folder).catch(() => []);
  const wanted = names.filter((name) => name.startsWith(prefix) && name.endsWith('.json')).sort();
  const texts: FileText[] = [];
  for (const name of wanted.slice(0, MAX_FILES)) {
    const path = join(folder, name);
    const bytes = await readRegular(path, MAX_BYTES, 'the largest file of a corpus').catch(() => undefined);
    if (bytes) texts.push({ path, text: bytes.toString() });
  }
  return texts;
}

/** The text of a file; undefined if there is none. */
export const textAt = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Writes a file, and makes its folder if there is none. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await atomicWrite(path, text, { mode: 0o666, durable: false });
}
