import { choose, doLater, doNow, type EitherWay } from '../async/eitherWay.ts';
import { finish, finishInSlices } from '../async/steps.ts';
import { nextTurn, restIfDue } from '../async/turns.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { parseJson, parseJsonInSlices } from '../json/parseJson.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraClassHashSteps } from '../sierra/hash/sierraClassHash.ts';
import { contractNameOf } from '../text/classFileName.ts';
import type { SourceFile, SourceLines, SourcePlace } from '../text/sourceLines.ts';
import { ClassError } from './classError.ts';
import { readClass } from './readClass.ts';

/** What the build output of a class adds to what the chain knows of it. */
export interface Artifact {
  /** The name of the contract, from the name of its file. */
  readonly contractName: string | undefined;
  /** `sierra_program_debug_info` of the class file. */
  readonly debugInfo: unknown;
  /** Cairo source files of its package that are about storage. */
  readonly sources: readonly string[];
  /** The class file. */
  readonly path: string;
  /** Whether the file is in a folder that the user builds into; others may be somebody else's. */
  readonly isBuilt: boolean;
}

/** A class file that a compiler wrote. */
export interface ArtifactFile {
  readonly path: string;
  /** Changes when the file changes. */
  readonly stamp: string;
}

/** The folders of build output. */
export interface ArtifactFiles {
  /** The class files that are there now, newest first. */
  list(): Promise<readonly ArtifactFile[]>;
  /** The text of a class file, or its bytes. */
  read(path: string): Promise<string | Uint8Array>;
  /** The Cairo source files of the package that a class file was built from, as far as they are about storage. */
  sources?(path: string): Promise<readonly string[]>;
  /** Lines of the source of a class file; undefined where they cannot or must not be read. */
  sourceLines?(path: string, places: readonly SourcePlace[]): Promise<readonly (SourceLines | undefined)[]>;
  /** Whole source files of a class file; undefined for those that cannot or must not be read. */
  sourceFiles?(path: string, files: readonly string[]): Promise<readonly (SourceFile | undefined)[]>;
  /** Loads what reads the same without waiting for the disk. */
  loadAtOnce?(): Promise<ArtifactFilesAtOnce>;
}

/** The folders of build output, read without waiting for the disk. */
export interface ArtifactFilesAtOnce {
  list(): readonly ArtifactFile[];
  read(path: string): string | Uint8Array;
  sources(path: string): readonly string[];
  sourceLines(path: string, places: readonly SourcePlace[]): readonly (SourceLines | undefined)[];
  sourceFiles(path: string, files: readonly string[]): readonly (SourceFile | undefined)[];
}

/** Folders of build output that can be watched. */
export interface WatchedFiles extends ArtifactFiles {
  /** Calls the function soon after files in the folders may have changed. Returns a function that ends this. */
  watch(changed: () => void): () => void;
}

interface IndexedFile {
  readonly stamp: string;
  /** Undefined if the file is not a Sierra class. */
  readonly classHash: FeltKey | undefined;
}

/** Folders are listed again when a class is unknown, but for the same class not more often than this. */
const LIST_INTERVAL_MS = 500;
/** Scarb writes to target/PROFILE below the package. */
const SCARB_OUTPUT = /[/\\]target[/\\][^/\\]+[/\\][^/\\]+$/;
/** The classes whose debug information is kept. */
const MAX_KEPT = 256;

/** Finds the build output of classes by their class hash. Files are read when a class is asked for, each version once. */
export class ArtifactStore {
  readonly #files: ArtifactFiles;
  readonly #index = new Map<string, IndexedFile>();
  readonly #kept = new Map<FeltKey, Artifact>();
  readonly #now: () => number;
  readonly #added = new Map<string, ArtifactFile>();
  #lastStamp = 0;
  #listedAt = Number.NEGATIVE_INFINITY;
  /** The classes that were looked for when the folders were last listed. */
  readonly #wanted = new Set<FeltKey>();
  #lookup: Promise<void> = Promise.resolve();
  #lookups = 0;
  #atOnce: ArtifactFilesAtOnce | undefined;

  constructor(files: ArtifactFiles, now: () => number = () => performance.now()) {
    this.#files = files;
    this.#now = now;
  }

  /** Looks at this file too, which is not in the folders. */
  add(path: string): void {
    // A file in a package may have sources that the same class elsewhere has not.
    if (!this.#added.delete(path))
      for (const [classHash, { sources }] of this.#kept) if (sources.length === 0) this.#kept.delete(classHash);
    this.#added.set(path, { path, stamp: `${++this.#lastStamp}` });
    if (this.#added.size > MAX_KEPT) this.#added.delete(this.#added.keys().next().value!);
    this.#listedAt = Number.NEGATIVE_INFINITY;
  }

  /** Knows the build output of a class without reading its file, which `list` gives with this stamp. */
  keep(classHash: FeltKey, artifact: Artifact, stamp: string): void {
    this.#index.set(artifact.path, { stamp, classHash });
    this.#kept.set(classHash, artifact);
  }

  /** What was found before. */
  get(classHash: FeltKey): Artifact | undefined {
    return this.#kept.get(classHash);
  }

  /** Lines of the source of a class, for places in its debug information; undefined where they cannot be read. */
  *sourceLines(classHash: FeltKey, places: readonly SourcePlace[]): EitherWay<readonly (SourceLines | undefined)[]> {
    const artifact = this.#kept.get(classHash);
    // Without debug information in the file, the places come from whoever declared the class.
    if (artifact?.debugInfo === undefined) return [];
    const { path } = artifact;
    const found = yield* orNone(
      () => this.#files.sourceLines?.(path, places),
      () => this.#atOnce!.sourceLines(path, places),
    );
    // The file may have a later build of the contract by now.
    const isOld = this.#index.get(artifact.path)?.classHash !== classHash;
    return isOld ? found.map((source) => source && { ...source, isChanged: true }) : found;
  }

  /** Source files that a class was built from, by their names in its debug information; undefined for those that are not of its package. */
  *sourceFiles(classHash: FeltKey, files: readonly string[]): EitherWay<readonly (SourceFile | undefined)[]> {
    const artifact = this.#kept.get(classHash);
    if (artifact?.debugInfo === undefined) return [];
    const { path } = artifact;
    return yield* orNone(
      () => this.#files.sourceFiles?.(path, files),
      () => this.#atOnce!.sourceFiles(path, files),
    );
  }

  /** Loads what `find` and the others need to be done at once. Returns whether they can be. */
  async loadAtOnce(): Promise<boolean> {
    this.#atOnce ??= await this.#files.loadAtOnce?.();
    return this.#atOnce !== undefined;
  }

  /** Looks for the build output of classes, for `get`. */
  find(classHashes: readonly FeltKey[]): EitherWay<void> {
    const later = (): Promise<void> => {
      this.#lookups++;
      // Files that cannot be read are as good as none.
      const found = this.#lookup.then(() => doLater(this.#find(new Set(classHashes), false))).catch(() => undefined);
      this.#lookup = found.finally(() => this.#lookups--);
      return this.#lookup;
    };
    return choose(later, () => doNow(this.#find(new Set(classHashes), this.#lookups > 0)));
  }

  /** `isAmong`: whether a lookup that has not ended may have begun to look for the same classes. */
  *#find(wanted: Set<FeltKey>, isAmong: boolean): EitherWay<void> {
    if (wanted.size === 0) return;
    const isRecent = !isAmong && this.#now() - this.#listedAt < LIST_INTERVAL_MS;
    if (isRecent && [...wanted].every((classHash) => this.#kept.has(classHash) || this.#wanted.has(classHash))) return;
    if (!isRecent) this.#wanted.clear();
    for (const classHash of wanted) this.#wanted.add(classHash);
    this.#listedAt = this.#now();
    const listed = yield* choose(
      () => this.#files.list(),
      () => this.#atOnce!.list(),
    );
    const built = new Set(listed.map(({ path }) => path));
    const files = [...[...this.#added.values()].reverse(), ...listed];
    const stamps = new Map(files.map(({ path, stamp }) => [path, stamp]));
    for (const path of this.#index.keys()) if (!stamps.has(path)) this.#index.delete(path);
    // The same class may be built again, with more debug information.
    for (const classHash of wanted) {
      const kept = this.#kept.get(classHash);
      if (kept && stamps.get(kept.path) === this.#index.get(kept.path)?.stamp) wanted.delete(classHash);
    }
    for (const { path, stamp } of files) {
      if (wanted.size === 0) break;
      const known = this.#index.get(path);
      if (known?.stamp === stamp && !(known.classHash && wanted.has(known.classHash))) continue;
      const read = yield* this.#read(path);
      this.#index.set(path, { stamp, classHash: read?.classHash });
      if (!read || !wanted.delete(read.classHash)) continue;
      if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
      const sources = yield* orNone(
        () => this.#files.sources?.(path),
        () => this.#atOnce!.sources(path),
      );
      const { classHash, debugInfo } = read;
      const isBuilt = built.has(path) || SCARB_OUTPUT.test(path);
      this.#kept.set(classHash, { contractName: contractNameOf(path), debugInfo, sources, path, isBuilt });
    }
  }

  /** Reads a class file; undefined if it is not a Sierra class. */
  *#read(path: string): EitherWay<ReadArtifact | undefined> {
    try {
      const source = yield* choose(
        () => this.#files.read(path),
        () => this.#atOnce!.read(path),
      );
      return yield* artifactSteps(source);
    } catch {
      return undefined;
    }
  }
}

/** A list that files give; an empty one if they cannot be read. */
function* orNone<T>(later: () => Promise<readonly T[]> | undefined, now: () => readonly T[]): EitherWay<readonly T[]> {
  try {
    return yield* choose(async () => (await later()) ?? [], now);
  } catch {
    return [];
  }
}

/** A Sierra class as a file has it. */
export interface ReadArtifact {
  readonly classHash: FeltKey;
  readonly definition: SierraClass;
  readonly debugInfo: unknown;
}

/** Reads a class file in several turns. Throws an error if it is not a Sierra class. */
export const parseArtifact = (source: string | Uint8Array): Promise<ReadArtifact> => doLater(artifactSteps(source));

function* artifactSteps(source: string | Uint8Array): EitherWay<ReadArtifact> {
  const json = (yield* choose(
    () => parseJsonInSlices(source, sourceLimits.fileJson, restIfDue),
    () => parseJson(source, sourceLimits.fileJson),
  )) as Readonly<Record<string, unknown>>;
  yield* choose(nextTurn, () => undefined);
  const definition = readClass(json);
  if (definition.kind !== 'sierra') throw new ClassError('It is a Cairo 0 class.');
  const info = json['sierra_program_debug_info'] as Record<string, unknown> | undefined;
  const debugInfo = info && { annotations: info['annotations'], user_func_names: info['user_func_names'] };
  yield* choose(nextTurn, () => undefined);
  const steps = sierraClassHashSteps(definition);
  const classHash = keyOf(
    yield* choose(
      () => finishInSlices(steps),
      () => finish(steps),
    ),
  );
  return { classHash, definition, debugInfo };
}
