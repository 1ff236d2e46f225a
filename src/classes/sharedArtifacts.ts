import type { FeltKey } from '../felt/key.ts';
import { linesAround, type SourceFile, type SourcePlace, splitLines } from '../text/sourceLines.ts';
import { ArtifactStore } from './artifactStore.ts';

/** What the build output of a class adds to what the chain knows of it, with its sources, to be taken to another machine. */
export interface SharedClass {
  readonly classHash: FeltKey;
  readonly contractName: string | undefined;
  readonly debugInfo: unknown;
  /** Cairo source files that are about storage. */
  readonly sources: readonly string[];
  /** The texts of source files, by the names that the debug information has for them. */
  readonly files: ReadonlyMap<string, string>;
}

const STAMP = 'shared';

/** The build output of classes that came with a file. There are no folders to look for others. */
export function sharedArtifacts(classes: readonly SharedClass[]): ArtifactStore {
  const byPath = new Map(classes.map((each, i) => [`shared/${i}`, each]));
  const split = new Map<string, readonly string[] | undefined>();
  const linesOf = (path: string, file: string): readonly string[] | undefined => {
    const key = `${path} ${file}`;
    if (!split.has(key)) {
      const text = byPath.get(path)?.files.get(file);
      split.set(key, text === undefined ? undefined : splitLines(text));
    }
    return split.get(key);
  };
  const store = new ArtifactStore({
    list: async () => [...byPath.keys()].map((path) => ({ path, stamp: STAMP })),
    read: () => Promise.reject(new Error('There are no class files here.')),
    sourceLines: async (path, places) => places.map((place) => around(linesOf(path, place.file), place)),
    sourceFiles: async (path, files) =>
      files.map((file): SourceFile | undefined => {
        const lines = linesOf(path, file);
        return lines && { path: file, lines, isChanged: false };
      }),
  });
  for (const [path, { classHash, contractName, debugInfo, sources }] of byPath)
    store.keep(classHash, { contractName, debugInfo, sources, path, isBuilt: true }, STAMP);
  return store;
}

function around(lines: readonly string[] | undefined, { line }: SourcePlace) {
  const shown = lines && linesAround(lines, line);
  return shown && { ...shown, isChanged: false };
}
