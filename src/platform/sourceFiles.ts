import { stat } from 'node:fs/promises';
import type { SourceFile } from '../text/sourceLines.ts';
import { packageOf, readSource } from './sourceLines.ts';

/** Reads whole Cairo files that a class was built from, by the same rule as `sourceLines`. */
export async function sourceFiles(
  classFile: string,
  files: readonly string[],
): Promise<readonly (SourceFile | undefined)[]> {
  const folder = await packageOf(classFile);
  if (folder === undefined) return [];
  const builtAt = (await stat(classFile)).mtimeMs;
  const found: (SourceFile | undefined)[] = [];
  for (const file of files) {
    const text = await readSource(folder, file).catch(() => undefined);
    found.push(text && { path: text.path, lines: text.lines, isChanged: text.changedAt > builtAt });
  }
  return found;
}

/** Reads a Cairo file of any Scarb package. `ranAt`: milliseconds since 1970. */
export async function sourceFile(path: string, ranAt: number): Promise<SourceFile | undefined> {
  const folder = await packageOf(path);
  const text = folder === undefined ? undefined : await readSource(folder, path).catch(() => undefined);
  return text && { path: text.path, lines: text.lines, isChanged: text.changedAt > ranAt };
}
