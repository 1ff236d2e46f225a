import { dirname, join, resolve } from 'node:path';
import { doLater, doNow, type EitherWay } from '../async/eitherWay.ts';
import { CLASS_FILE_SUFFIX } from '../text/classFileName.ts';
import type { SourcePlace } from '../text/sourceLines.ts';
import { cairoSources } from './cairoSources.ts';
import { stampOf } from './fileStamp.ts';
import { entriesOf, exactStatsOf, ifPossible, statsOf } from './fileSteps.ts';
import { readRegularSteps } from './regularFile.ts';
import { sourceFiles } from './sourceFiles.ts';
import { sourceLines } from './sourceLines.ts';
import { watchFolders } from './watchFolders.ts';

const MAX_FILES = 1000;
const MAX_BYTES = 64 * 2 ** 20;
const MAX_LEVELS = 32;

/**
 * The class files in folders of build output. If the folders are undefined, these are `target/dev` and `target/release` beside
 * every Scarb.toml of the working folder and the folders above it, which may appear later.
 */
export function artifactFolders(folders: readonly string[] | undefined, workingFolder: string) {
  function* current(): EitherWay<readonly string[]> {
    return folders?.map((folder) => resolve(workingFolder, folder)) ?? (yield* buildFolders(workingFolder));
  }
  const read = (path: string): EitherWay<Uint8Array> => readRegularSteps(path, MAX_BYTES, 'the artifact store');
  return {
    list: () => doLater(listed(current())),
    read: (path: string) => doLater(read(path)),
    sources: (path: string) => doLater(cairoSources(path)),
    sourceLines: (path: string, places: readonly SourcePlace[]) => doLater(sourceLines(path, places)),
    sourceFiles: (path: string, names: readonly string[]) => doLater(sourceFiles(path, names)),
    atOnce: {
      list: () => doNow(listed(current())),
      read: (path: string) => doNow(read(path)),
      sources: (path: string) => doNow(cairoSources(path)),
      sourceLines: (path: string, places: readonly SourcePlace[]) => doNow(sourceLines(path, places)),
      sourceFiles: (path: string, names: readonly string[]) => doNow(sourceFiles(path, names)),
    },
    watch: (changed: () => void): (() => void) => watchFolders(() => doLater(current()), changed),
  };
}

/** The class files in folders, newest first. */
function* listed(
  folders: EitherWay<readonly string[]>,
): EitherWay<readonly { readonly path: string; readonly stamp: string }[]> {
  const found: { path: string; stamp: string; time: bigint }[] = [];
  for (const folder of yield* folders)
    for (const { name } of yield* entriesOf(folder)) {
      if (!name.endsWith(CLASS_FILE_SUFFIX) || found.length >= MAX_FILES) continue;
      const path = join(folder, name);
      const stats = yield* ifPossible(exactStatsOf(path));
      if (stats?.isFile() && stats.size <= MAX_BYTES) found.push({ path, stamp: stampOf(stats), time: stats.mtimeNs });
    }
  return found.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
}

/** The folders that Scarb builds into, for packages and workspaces around a folder. */
function* buildFolders(start: string): EitherWay<readonly string[]> {
  const folders: string[] = [];
  let folder = resolve(start);
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (yield* ifPossible(statsOf(join(folder, 'Scarb.toml'))))
      folders.push(join(folder, 'target/dev'), join(folder, 'target/release'));
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return folders;
}
