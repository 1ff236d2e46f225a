import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { readNamedFile } from './regularFile.ts';

/** The most files that are read of a folder. */
const MAX_FILES = 10_000;

/** The texts of the JSON files in a folder whose names begin with something, by name; none if there is no such folder. */
export async function textsIn(folder: string, prefix: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const wanted = names.filter((name) => name.startsWith(prefix) && name.endsWith('.json')).sort();
  const texts: string[] = [];
  for (const name of wanted.slice(0, MAX_FILES)) texts.push((await readNamedFile(join(folder, name))).toString());
  return texts;
}

/** Writes a file, and makes its folder if there is none. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await atomicWrite(path, text, { mode: 0o666, durable: false });
}
