import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { artifactFolders } from './artifactFolders.ts';

/** What a word may name, seen from a folder: a file there, or one of the class files that Scarb built, newest first. */
export async function filesNamed(word: string, folder: string) {
  const isFile = await stat(resolve(folder, word)).then(
    (found) => found.isFile(),
    () => false,
  );
  const built = isFile ? [] : (await artifactFolders(undefined, folder).list()).map(({ path }) => path);
  return { folder, isFile, built };
}
