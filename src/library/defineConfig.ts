import type { SandboxOptions } from './sandboxOptions.ts';
import type { AmountLike } from './values.ts';

/** Options that the command and the library share. */
type SharedOptions = Omit<
  SandboxOptions,
  'accountClassCustom' | 'systemClasses' | 'fork' | 'l1' | 'fetch' | 'state' | 'journal' | 'dump' | 'gasReport'
>;

/**
 * The options of the command, in camelCase, for `starbox.config.ts` or `starbox.config.js`. `starbox --help` describes them.
 *
 * @example
 * const config: StarboxConfig = { seed: 0, accounts: 3, port: 5051 };
 */
export interface StarboxConfig extends SharedOptions {
  /** A Sierra class file for the predeployed accounts. */
  readonly accountClassCustom?: string | undefined;
  /** A folder with class files that replace the built-in classes. */
  readonly systemClasses?: string | undefined;
  /** The URL of the node to fork. */
  readonly forkNetwork?: string | undefined;
  /** The block to fork at; the latest one unless it is given. */
  readonly forkBlock?: AmountLike | undefined;
  /** Whether answers of the forked node are cached on disk between runs. */
  readonly forkUpstreamCaching?: boolean | undefined;
  /** The folder for the disk cache of answers of forked nodes, or `'off'`. */
  readonly forkCache?: string | undefined;
  /** Sends no request to the forked node; everything is read from the cache. */
  readonly forkOffline?: boolean | undefined;
  /** The URL of the L1 node to exchange messages with, or `'mock'`. */
  readonly l1Url?: string | undefined;
  /** Exchanges messages with L1 after each block. */
  readonly l1Auto?: boolean | undefined;
  /** The state file: loaded at start if it exists, written at exit. */
  readonly state?: string | undefined;
  /** When a dump is written to `dumpPath`. */
  readonly dumpOn?: 'exit' | 'block' | 'request' | undefined;
  /** The file for the dump; loaded at start if it exists. */
  readonly dumpPath?: string | undefined;
  /** A folder that dump and load requests may use in addition to the working folder. */
  readonly dumpDir?: string | undefined;
  /** Declares classes when they are built again, and moves contracts to them. */
  readonly watch?: boolean | undefined;
  /** Contracts that always run the newest build of a contract name, as `NAME=ADDRESS`; turns on `watch`. */
  readonly watchContract?: readonly string[] | undefined;
  /** The folder for the disk cache of compiled classes, or `'off'`. */
  readonly classCache?: string | undefined;
  /** The file for the gas report, which is written at exit: `.json`, `.md`, or a table. */
  readonly gasReport?: string | undefined;
  /** The IP address to listen on; `'127.0.0.1'` unless it is given. */
  readonly host?: string | undefined;
  /** The port to listen on; 5050 unless it is given, and 0 chooses a free one. */
  readonly port?: number | undefined;
  /** Serves the explorer page at /ui. */
  readonly ui?: boolean | undefined;
  /** Host names that requests may use to reach the server. */
  readonly allowHost?: readonly string[] | undefined;
  /** Origins of web pages that may use the server; `'*'` for all. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** The maximum time for an HTTP request, in seconds. */
  readonly timeout?: number | undefined;
  /** Methods to forbid; an empty list forbids those that change the chain or use files. */
  readonly restrictiveMode?: readonly string[] | undefined;
  /** Whether the idle process prepares for the first transactions. */
  readonly warmUp?: 'on' | 'off' | undefined;
  /** The IP address of the metrics server; there is none unless it is given. */
  readonly metricsHost?: string | undefined;
  /** The port of the metrics server; 9090 unless it is given. */
  readonly metricsPort?: number | undefined;
  /** The maximum size of an HTTP request body, in bytes. */
  readonly requestBodySizeLimit?: number | undefined;
  /** The maximum memory for all requests, answers and notifications in transit together, in bytes. */
  readonly requestMemoryLimit?: number | undefined;
  /** The maximum number of boxes. */
  readonly maxBoxes?: number | undefined;
  /** The time without a request after which a box is dropped, in seconds. */
  readonly boxTimeout?: number | undefined;
  /** The least important messages that are logged. */
  readonly logLevel?: 'error' | 'warn' | 'info' | 'debug' | 'trace' | undefined;
  /** Logs at level debug. */
  readonly verbose?: boolean | undefined;
  /** Prints no text at start and logs only errors. */
  readonly quiet?: boolean | undefined;
  /** The format of everything that is printed. */
  readonly log?: 'text' | 'json' | undefined;
}

/**
 * Gives the configuration of the command its types. It returns what it is given.
 *
 * @example
 * // starbox.config.ts
 * export default defineConfig({ seed: 0, accounts: 3, port: 5051 });
 */
export function defineConfig(config: StarboxConfig): StarboxConfig {
  return config;
}
