import type { Node } from '../chain/node.ts';
import type { CodeCollector } from '../chain/surroundings.ts';
import type { ArtifactFiles } from '../classes/artifactStore.ts';
import type { BuiltinTexts } from '../classes/builtinClasses.ts';
import type { ClassCache } from '../classes/classCache.ts';
import type { ClassLibrary } from '../classes/classLibrary.ts';
import type { LoadEvm } from '../l1evm/loadEvm.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { WatchedContract, WatchReports } from '../sandbox/watch/rebuild.ts';
import type { SaveFile } from '../tools/saveFile.ts';
import type { LoadTools } from '../tools/tools.ts';

/** Where a sandbox can be reached by other processes. */
export interface ListenOptions {
  /** The port. Default: a free one. */
  readonly port?: number | undefined;
  /** The IP address. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** Origins of web pages that may use it, such as `http://localhost:3000`, or `'*'` for all; pages of this machine may anyway. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Host names that requests may use to reach it, beside this machine's own. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Serves the explorer page at `/ui`, as the option `--ui` of the command does. Default: off. */
  readonly ui?: boolean | undefined;
  /**
   * Serves a wallet to pages at `/wallet.js`, as the option `--wallet` of the command does: `true`, or what `wallet(box)` of `starbox/wallet`
   * returned, whose requests the test decides and sees. Default: off.
   */
  readonly wallet?: boolean | object | undefined;
}

/** A sandbox that other processes can reach. */
export interface ListeningSandbox {
  /** The address for HTTP requests, such as `http://127.0.0.1:5050`. */
  readonly url: string;
  /** The address for WebSocket connections, such as `ws://127.0.0.1:5050/ws`. */
  readonly webSocketUrl: string;
  readonly port: number;
  /** The address of the explorer page, such as `http://127.0.0.1:5050/ui/`; undefined if `ui` is off. */
  readonly pageUrl: string | undefined;
  /** The address of the script for pages, such as `http://127.0.0.1:5050/wallet.js`; undefined if `wallet` is off. */
  readonly walletUrl: string | undefined;
  /** Stops listening; the sandbox goes on. */
  close(): Promise<void>;
}

/** What Node.js gives and browsers do not. */
export interface LibraryPlatform {
  readBytes(path: string | URL): Promise<Uint8Array>;
  /** A text that changes with a file; undefined where that is not certain, because the file has just been written or cannot be read. */
  fileMark(path: string | URL): Promise<string | undefined>;
  /** Writes a file atomically. */
  writeBytes(path: string | URL, bytes: Uint8Array): Promise<void>;
  /** The path of a file: URL. */
  pathOf(url: URL): string;
  listen(hub: Hub, options: ListenOptions): Promise<ListeningSandbox>;
  /** How to debug a transaction that reverted, if the user wants to. */
  debugHint(saveState: () => Promise<Uint8Array>, hash: string): Promise<string | undefined>;
  /** The answer to a request; if an estimate failed and the user wants to debug it, with how to do that. */
  hintedAnswer(request: string, answer: string, saveState: () => Promise<Uint8Array>): Promise<string>;
  /** The texts of the classes that come with the package. */
  readonly classTexts: BuiltinTexts;
  /** The compiled classes of earlier runs in a folder, or in the user's own one; undefined if it is turned off. */
  classCache(folder: string | undefined): ClassCache | undefined;
  /** Loads what measures contracts. */
  readonly tools: LoadTools;
  /** Loads the EVM of an L1 in this process. */
  readonly loadEvm: LoadEvm;
  /** Returns a function that writes what was counted or measured to its own file in a folder. */
  fileSaver(folder: string, kind: 'coverage' | 'gas'): SaveFile;
  /** What a run of mutants wants of a new sandbox; undefined if there is none. `isFixture`: whether a fixture for tests makes it. */
  mutants(isFixture: boolean): Promise<MutantParts | undefined>;
  /** The class files in folders of build output; those around the working folder if the folders are undefined. */
  artifactFiles(folders: readonly string[] | undefined): ArtifactFiles;
  /** The class file of a contract of this name in the build output around the working folder, or the file of this name. */
  classNamed(name: string): Promise<string>;
  /** Follows the builds in these folders; the same if they are undefined. */
  watch(
    hub: Hub,
    folders: readonly string[] | undefined,
    contracts: readonly WatchedContract[],
    reports: WatchReports,
  ): Promise<{ close(): Promise<void> }>;
}

/** How a sandbox takes part in a run of mutants. */
export interface MutantParts {
  /** The library of its node: classes can run as mutants. */
  library(inner: ClassLibrary): ClassLibrary;
  /** Counts what code runs, in the first run. */
  readonly collector: CodeCollector | undefined;
  /** What is written when the sandbox is closed. */
  file(node: Node): FileAtEnd | undefined;
}

/** A file that is written when a sandbox is closed. */
export interface FileAtEnd {
  readonly text: () => Promise<string>;
  readonly save: SaveFile;
}

let current: LibraryPlatform | undefined;

/** Called by the entry point for Node.js. */
export function providePlatform(given: LibraryPlatform): void {
  current = given;
}

/** Whether this is Node.js. */
export const hasPlatform = (): boolean => current !== undefined;

/** The platform's files and network; `what` is what a browser cannot do. */
export function platform(what: string): LibraryPlatform {
  if (!current) throw new Error(`${what} needs Node.js; it is not possible in a browser.`);
  return current;
}

let pageTools: LoadTools | undefined;

/** Called by a page that is built with the tools. */
export function provideTools(load: LoadTools): void {
  pageTools = load;
}

/** The way to the tools; undefined in a page that is built without them. */
export const toolsOfPlatform = (): LoadTools | undefined => current?.tools ?? pageTools;

/** The way to an EVM; undefined in a browser. */
export const evmOfPlatform = (): LoadEvm | undefined => current?.loadEvm;
