import { nextTurn } from '../../async/turns.ts';
import type { ArtifactFile, WatchedFiles } from '../../classes/artifactStore.ts';
import { isTooLarge } from '../../classes/classLimits.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import { layoutChanges, type StorageLayout, storageLayout } from '../../tools/storage/storageLayout.ts';
import type { Hub } from '../hub.ts';
import { applyBuilds, earlierOnChain, type NewBuild } from './applyBuilds.ts';
import { type Build, constructorText, factsOfBuild, hasName, isTestBuild, readBuild } from './build.ts';
import { formatRebuild } from './formatRebuild.ts';
import type { Rebuild, WatchedContract, WatchReports } from './rebuild.ts';

export interface WatcherOptions {
  readonly hub: Hub;
  readonly files: WatchedFiles;
  /** The contracts to move; all that run an earlier build if the list is empty. */
  readonly contracts?: readonly WatchedContract[] | undefined;
  readonly reports: WatchReports;
}

/** What was read from a file last. */
interface SeenFile {
  readonly stamp: string;
  readonly classHash: FeltKey;
  readonly layout: StorageLayout;
  readonly constructorText: string;
  /** The class hashes of earlier builds. */
  readonly earlier: ReadonlySet<FeltKey>;
}

/** A file that could not be read. */
interface UnreadFile {
  readonly stamp: string;
  /** When it was first tried. */
  readonly since: number;
  readonly isReported: boolean;
}

/** A compiler may be writing the file: an unreadable one is read again and again, and reported after a while. */
const RETRY_MS = 50;
const REPORT_MS = 1000;
const MAX_SEEN = 2000;
const MAX_EARLIER = 100;

/** Declares classes when they are built again, and moves contracts to them. */
export class BuildWatcher {
  readonly #options: WatcherOptions;
  readonly #watched: readonly WatchedContract[];
  readonly #seen = new Map<string, SeenFile>();
  readonly #unread = new Map<string, UnreadFile>();
  #scanning: Promise<void> | undefined;
  #isScanDue = false;
  #isEnded = false;
  /** Why the last look failed. */
  #failure: string | undefined;
  #stopWatching: (() => void) | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  private constructor(options: WatcherOptions) {
    this.#options = options;
    this.#watched = options.contracts ?? [];
  }

  /** Starts to watch. Resolves when the builds that are there have been read: what is built from then on is noticed. */
  static async start(options: WatcherOptions): Promise<BuildWatcher> {
    const watcher = new BuildWatcher(options);
    await watcher.#scanNow(true);
    if (!watcher.#isEnded) watcher.#stopWatching = options.files.watch(() => watcher.#scan());
    return watcher;
  }

  /** Ends watching. A move that is under way is finished first. */
  async close(): Promise<void> {
    this.#isEnded = true;
    this.#stopWatching?.();
    clearTimeout(this.#retry);
    await this.#scanning;
  }

  /** Looks at the files, or once more after the look that is under way. */
  #scan(): void {
    if (this.#isEnded) return;
    if (this.#scanning) {
      this.#isScanDue = true;
      return;
    }
    this.#scanning = this.#scanNow(false).finally(() => {
      this.#scanning = undefined;
      if (!this.#isScanDue) return;
      this.#isScanDue = false;
      this.#scan();
    });
  }

  #scanLater(): void {
    if (this.#isEnded) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#scan(), RETRY_MS);
    (this.#retry as { unref?: () => void }).unref?.();
  }

  async #scanNow(isFirst: boolean): Promise<void> {
    try {
      const files = (await this.#options.files.list()).filter(({ path }) => !isTestBuild(path));
      await this.#take(files, isFirst);
      this.#failure = undefined;
    } catch (error) {
      const { message } = error as Error;
      // The next look tries again, so the same failure is reported once.
      if (this.#isEnded || message === this.#failure) return;
      this.#failure = message;
      this.#options.reports.problem(`The builds cannot be followed: ${message}`);
    }
  }

  async #take(files: readonly ArtifactFile[], isFirst: boolean): Promise<void> {
    const sources = new Map<string, Promise<readonly string[]>>();
    const news: (NewBuild & { readonly stamp: string; readonly isTooLarge: boolean })[] = [];
    for (const { path, stamp } of files) {
      const known = this.#seen.get(path);
      if (known?.stamp === stamp) continue;
      const build = await this.#read(path, stamp);
      if (this.#isEnded) return;
      if (!build) continue;
      if (known?.classHash === build.classHash) {
        this.#seen.set(path, { ...known, stamp });
        continue;
      }
      const isListed = this.#watched.some(({ name }) => hasName(build, name));
      const isRebuilt = known !== undefined || earlierOnChain(this.#options.hub.node.value, build).length > 0;
      // Files are listed newest first. If a contract was built in two profiles, its newest build counts.
      const isOld = news.some((other) => isSameContract(other.build, build));
      if (isOld || (isFirst ? !isListed : !isRebuilt && !isListed)) {
        await this.#remember(build, stamp, sources);
        continue;
      }
      const compiled = await this.#compile(build);
      if (compiled) news.push({ build, stamp, earlier: earlierOf(known, build), isTooLarge: compiled.isTooLarge });
      else await this.#remember(build, stamp, sources);
    }
    if (news.length === 0 || this.#isEnded) return;
    const applied = await applyBuilds(this.#options.hub, news, this.#watched);
    for (const [i, { contracts, missing }] of applied.entries()) {
      const { build, stamp, isTooLarge: tooLarge } = news[i]!;
      const before = this.#seen.get(build.path);
      const after = await this.#remember(build, stamp, sources);
      for (const address of missing)
        this.#options.reports.problem(
          `${build.contractName} was built, but there is no contract at 0x${address.toString(16)} to move to it. Deploy it, or correct the list of watched contracts.`,
        );
      const rebuild: Rebuild = {
        contractName: build.contractName,
        path: build.path,
        classHash: feltOf(build.classHash),
        contracts,
        storage: before ? layoutChanges(before.layout, after.layout) : { added: [], removed: [], changed: [] },
        isConstructorChanged: before !== undefined && before.constructorText !== after.constructorText,
        isTooLarge: tooLarge,
      };
      this.#options.hub.tell({ kind: 'rebuild', rebuild: formatRebuild(rebuild) });
      this.#options.reports.rebuilt(rebuild);
    }
  }

  /** Reads a file; undefined if it cannot be read now. */
  async #read(path: string, stamp: string): Promise<Build | undefined> {
    const known = this.#unread.get(path);
    const unread = known?.stamp === stamp ? known : { stamp, since: performance.now(), isReported: false };
    if (unread.isReported) return undefined;
    try {
      await nextTurn();
      const build = await readBuild(path, await this.#options.files.read(path));
      this.#unread.delete(path);
      return build;
    } catch (error) {
      if (this.#unread.size >= MAX_SEEN) this.#unread.clear();
      const isReported = performance.now() - unread.since >= REPORT_MS;
      this.#unread.set(path, { ...unread, isReported });
      if (isReported)
        this.#options.reports.problem(`${path} is not a class that can be used: ${(error as Error).message}`);
      else this.#scanLater();
      return undefined;
    }
  }

  /** Compiles a build; undefined if that fails, which is reported. */
  async #compile(build: Build): Promise<{ readonly isTooLarge: boolean } | undefined> {
    try {
      return { isTooLarge: isTooLarge(await this.#options.hub.node.compile(build.definition)) };
    } catch (error) {
      this.#options.reports.problem(
        `${build.contractName} was built, but its class does not compile, so contracts keep the class that they have: ${(error as Error).message} (${build.path})`,
      );
      return undefined;
    }
  }

  async #remember(build: Build, stamp: string, sources: Map<string, Promise<readonly string[]>>): Promise<SeenFile> {
    const seen: SeenFile = {
      stamp,
      classHash: build.classHash,
      layout: storageLayout(await factsOfBuild(build, this.#options.files, sources)),
      constructorText: constructorText(build),
      earlier: earlierOf(this.#seen.get(build.path), build),
    };
    if (this.#seen.size >= MAX_SEEN && !this.#seen.has(build.path)) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.set(build.path, seen);
    return seen;
  }
}

const isSameContract = (a: Build, b: Build): boolean =>
  a.contractPath === undefined ? a.path === b.path : a.contractPath === b.contractPath;

/** The classes that a file had before this one. */
function earlierOf(known: SeenFile | undefined, { classHash }: Build): ReadonlySet<FeltKey> {
  if (!known) return new Set();
  const all = new Set([...known.earlier, known.classHash]);
  all.delete(classHash);
  return new Set([...all].slice(-MAX_EARLIER));
}
