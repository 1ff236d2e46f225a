import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { cairoSources } from './cairoSources.ts';
import { stampOf } from './fileStamp.ts';
import { readRegular } from './regularFile.ts';
import { sourceFiles } from './sourceFiles.ts';
import { sourceLines } from './sourceLines.ts';
import { watchFolders } from './watchFolders.ts';

const SUFFIX = '.contract_class.json';
const MAX_FILES = 1000;
const MAX_BYTES = 64 * 2 ** 20;
const MAX_LEVELS = 32;

/**
 * The class files in folders of build output. If the folders are undefined, these are `target/dev` and `target/release` beside
 * every Scarb.toml of the working folder and the folders above it, which may appear later.
 */
export function artifactFolders(folders: readonly string[] | undefined, workingFolder: string) {
  const current = async () =>
    folders?.map((folder) => resolve(workingFolder, folder)) ?? (await buildFolders(workingFolder));
  return {
    async list(): Promise<readonly { readonly path: string; readonly stamp: string }[]> {
      const found: { path: string; stamp: string; time: bigint }[] = [];
      for (const folder of await current()) {
        const names = await readdir(folder).catch(() => []);
        for (const name of names) {
          if (!name.endsWith(SUFFIX) || found.length >= MAX_FILES) continue;
          const path = join(folder, name);
          const stats = await stat(path, { bigint: true }).catch(() => undefined);
          if (stats?.isFile() && stats.size <= MAX_BYTES)
            found.push({ path, stamp: stampOf(stats), time: stats.mtimeNs });
        }
      }
      return found.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
    },

    read: (path: string): Promise<Uint8Array> => readRegular(path, MAX_BYTES, 'the artifact store'),

    sources: cairoSources,

    sourceLines,

    sourceFiles,

    watch: (changed: () => void): (() => void) => watchFolders(current, changed),
  };
}

/** The folders that Scarb builds into, for packages and workspaces around a folder. */
async function buildFolders(start: string): Promise<string[]> {
  const folders: string[] = [];
  let folder = resolve(start);
  for (let level = 0; level < MAX_LEVELS; level++) {
    const isPackage = await access(join(folder, 'Scarb.toml')).then(
      () => true,
      () => false,
    );
    if (isPackage) folders.push(join(folder, 'target/dev'), join(folder, 'target/release'));
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return folders;
}
