import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { EitherWay } from '../async/eitherWay.ts';
import { linesAround, MAX_SOURCE_BYTES, type SourceLines, type SourcePlace, splitLines } from '../text/sourceLines.ts';
import { ifPossible, realPathOf, statsOf } from './fileSteps.ts';
import { readRegularSteps } from './regularFile.ts';

const MAX_LEVELS = 32;

/**
 * Reads lines of the Cairo files that a class was built from. The class file names them, and it may come from anywhere: only Cairo
 * files in the folder of its Scarb.toml are read, and links do not lead out of it.
 */
export function* sourceLines(
  classFile: string,
  places: readonly SourcePlace[],
): EitherWay<readonly (SourceLines | undefined)[]> {
  const folder = yield* packageOf(classFile);
  if (folder === undefined) return places.map(() => undefined);
  const builtAt = (yield* statsOf(classFile)).mtimeMs;
  const texts = new Map<string, SourceText | undefined>();
  const found: (SourceLines | undefined)[] = [];
  for (const { file, line } of places) {
    if (!texts.has(file)) texts.set(file, yield* ifPossible(readSource(folder, file)));
    const text = texts.get(file);
    const shown = text && linesAround(text.lines, line);
    found.push(shown && { ...shown, isChanged: text.changedAt > builtAt });
  }
  return found;
}

export interface SourceText {
  /** The path of the file. */
  readonly path: string;
  readonly lines: readonly string[];
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** The folder of the Scarb package or workspace that a file is in. */
export function* packageOf(path: string): EitherWay<string | undefined> {
  let folder = dirname(resolve(path));
  for (let level = 0; level < MAX_LEVELS; level++) {
    const stats = yield* ifPossible(statsOf(join(folder, 'Scarb.toml')));
    if (stats?.isFile()) return folder;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return undefined;
}

export function* readSource(folder: string, file: string): EitherWay<SourceText | undefined> {
  const realFolder = yield* realPathOf(folder);
  const path = resolve(folder, file);
  // Checked before anything is opened: to look for a file in a network folder of Windows is already a request to its server.
  if (!isCairoIn(folder, path) && !isCairoIn(realFolder, path)) return undefined;
  const realFile = yield* realPathOf(path);
  if (!isCairoIn(realFolder, realFile)) return undefined;
  const text = (yield* readRegularSteps(realFile, MAX_SOURCE_BYTES, 'the artifact store')).toString();
  return { path, lines: splitLines(text), changedAt: (yield* statsOf(realFile)).mtimeMs };
}

/** Whether a path is that of a Cairo file in a folder, which is not hidden. */
function isCairoIn(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  // A colon is for the drives and file streams of Windows. A name with a point before it is `..` or hidden.
  return inner.endsWith('.cairo') && !isAbsolute(inner) && !/(?:^|[/\\])\.|:/.test(inner);
}
