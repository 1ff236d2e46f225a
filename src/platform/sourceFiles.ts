import { resolve } from 'node:path';
import { doLater, type EitherWay } from '../async/eitherWay.ts';
import type { SourceFile } from '../text/sourceLines.ts';
import { ifPossible, statsOf } from './fileSteps.ts';
import { packageOf, readSource } from './sourceLines.ts';

/** Reads whole Cairo files that a class was built from, by the same rule as `sourceLines`. */
export function* sourceFiles(
  classFile: string,
  files: readonly string[],
): EitherWay<readonly (SourceFile | undefined)[]> {
  const folder = yield* packageOf(classFile);
  if (folder === undefined) return [];
  const builtAt = (yield* statsOf(classFile)).mtimeMs;
  // A class file may name a file in many ways, such as src/./lib.cairo. It is read once.
  const texts = new Map<string, SourceFile | undefined>();
  for (const path of new Set(files.map((file) => resolve(folder, file)))) {
    const text = yield* ifPossible(readSource(folder, path));
    texts.set(path, text && { path: text.path, lines: text.lines, isChanged: text.changedAt > builtAt });
  }
  return files.map((file) => texts.get(resolve(folder, file)));
}

/** A path such as \\\\server\\share. On Windows, to look for a file there is already a request to that server. */
const isOnServer = (path: string): boolean => /^[\\/]{2}/.test(path);

/**
 * Reads a Cairo file of any Scarb package. `ranAt`: milliseconds since 1970. A class may have named the file, so one on a server is only
 * read if the command runs in a folder there.
 */
export async function sourceFile(path: string, ranAt: number): Promise<SourceFile | undefined> {
  if (isOnServer(path) && !isOnServer(process.cwd())) return undefined;
  const folder = await doLater(packageOf(path));
  const text = folder === undefined ? undefined : await doLater(ifPossible(readSource(folder, path)));
  return text && { path: text.path, lines: text.lines, isChanged: text.changedAt > ranAt };
}
