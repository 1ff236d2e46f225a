// Every option: what it takes, what it means, and where its value goes. The command line, the environment, a configuration file
// and the options of the library are read by this table, and --help is written from it.
import { limits } from '../protocol/limits.ts';
import { chainSections, classLimits } from './chainOptions.ts';
import { flag, many, type Option, option, repeated, serverFlag, serverOption, type ValueOption } from './option.ts';
import { anything, host, range, trueOrFalse, watchedContract, word } from './values.ts';

const u16 = range(0, 65_535);

/** The options by the sections of --help. */
const sections = {
  ...chainSections,
  Files: {
    state: serverOption(
      'statePath',
      'FILE',
      anything,
      'State file with the whole chain: loaded at start if it exists, written at exit',
      {
        own: true,
      },
    ),
    'dump-on': serverOption(
      'dumpOn',
      'EVENT',
      word('exit', 'block', 'request'),
      'When to write a dump, the list of requests that changed the chain, to --dump-path',
    ),
    'dump-path': serverOption('dumpPath', 'DUMP_PATH', anything, 'File for the dump; loaded at start if it exists'),
    'dump-dir': option(
      'DIR',
      anything,
      'Folder that dump and load requests may use in addition to the working folder',
      { own: true },
    ),
    artifacts: repeated(
      'DIR',
      anything,
      "Folder with Scarb's build output, for names and source lines in explanations; can be repeated [default: target/dev and target/release of the nearest Scarb.toml]",
    ),
    watch: flag(
      'Declare classes when they are built again, and move the contracts that run an earlier build to them, with their storage; the command watch does the same',
      { own: true },
    ),
    'watch-contract': repeated(
      'NAME=ADDRESS',
      watchedContract,
      'Contract that always runs the newest build of a contract name, also one of a fork; only these are moved then; turns on --watch; can be repeated',
    ),
    'class-cache': option(
      'DIR|off',
      anything,
      'Folder for the disk cache of compiled classes; off disables the cache',
      { own: true },
    ),
    coverage: option(
      'DIR',
      anything,
      'Folder for what ran of your Cairo code: lines, functions and branches; written at exit, and the command coverage makes reports of it',
      { own: true },
    ),
    'gas-report': option(
      'FILE|DIR',
      anything,
      'File for the gas report, written at exit: what each function used in all transactions and calls; a table, or JSON or Markdown if it ends with .json or .md; in a folder, a file that the command gas joins with those of others',
      { own: true },
    ),
    config: option(
      'FILE',
      anything,
      'JSON, JavaScript or TypeScript file with options; the command line and the environment take precedence [default: starbox.config.json, .js, .mjs or .ts in the working folder]',
      { own: true },
    ),
  },
  Server: {
    host: serverOption('host', 'HOST', host, 'IP address to listen on'),
    ui: serverFlag('ui', 'Serve the explorer page at /ui'),
    mcp: serverFlag(
      'mcp',
      'Let coding agents of this machine use and change this chain, over the Model Context Protocol at /mcp; they read class files of the working folder and write none',
      { own: true },
    ),
    wallet: serverOption(
      'wallet',
      'MODE',
      word('approve', 'ask'),
      'Serve a wallet for tests at /wallet.js, which signs with the predeployed accounts for pages that may use the server: it approves by itself (approve), or asks in a window (ask, which turns on --ui); without a value it means approve',
      { own: true, bare: 'approve', fallback: undefined },
    ),
    port: serverOption('port', 'PORT', u16, 'Port to listen on; 0 chooses a free port'),
    'allow-host': repeated('NAME', anything, 'Host name that requests may use to reach the server; can be repeated'),
    'allow-origin': repeated(
      'ORIGIN',
      anything,
      "Origin of web pages that may use the server, '*' for all; can be repeated",
    ),
    timeout: serverOption('timeoutSeconds', 'SECONDS', u16, 'Maximum time for an HTTP request'),
    'ws-ping': serverOption(
      'pingSeconds',
      'SECONDS',
      range(1, 86_400),
      'Time between pings to the clients of WebSockets; a client that does not answer one before the next is disconnected; no pings if not given',
      { own: true },
    ),
    'restrictive-mode': many(
      'METHOD',
      anything,
      'Methods to forbid; without names, a default list of methods that change the chain or use files',
    ),
    'strict-answers': serverOption(
      'strictAnswers',
      'BOOL',
      trueOrFalse,
      'Answer exactly as starknet-devnet does, without our help in the data of errors; the log has it; without a value it means true [default: true for the command starknet-devnet, false for starbox]',
      { own: true, bare: 'true', fallback: undefined },
    ),
    'gateway-rules': serverOption(
      'gatewayRules',
      'MODE',
      word('off', 'warn', 'refuse'),
      'What to do with transactions that the networks refuse before they run, because of their price, gas, size or class: nothing (off), a line in the log for each kind (warn), or an error (refuse) [default: warn, and off for the command starknet-devnet]',
      { own: true, fallback: undefined },
    ),
    faults: option(
      'FILE|JSON',
      anything,
      'Rules by which requests and notifications of clients go wrong: late, cut, refused, lost, evicted, reorganised; a file, or its JSON; off if not given, and never for control methods (docs/faults.md)',
      { own: true, type: 'string | object', json: true },
    ),
    paymaster: option(
      'FILE|JSON',
      anything,
      'Serve a paymaster (SNIP-29) at /paymaster, which pays for transactions of others; a file with its settings, or their JSON; without a value it sponsors everybody (docs/paymaster.md)',
      { own: true, bare: '{}', type: 'string | object', json: true },
    ),
    'warm-up': option(
      'on|off',
      word('on', 'off'),
      'Run sample transactions in a second node while the process is idle, so that the first real ones are faster; costs half a second of processor time and 56 MB',
      { own: true, fallback: 'on' },
    ),
    'metrics-host': option(
      'METRICS_HOST',
      host,
      'IP address of the metrics server; there is no metrics server if not given',
    ),
    'metrics-port': option('METRICS_PORT', u16, 'Port of the metrics server', { fallback: '9090' }),
  },
  Limits: {
    'request-body-size-limit': option('BYTES', range(1, 1_073_741_824), 'Maximum size of an HTTP request body', {
      fallback: String(limits.bodyBytes),
    }),
    'memory-limit': option(
      'BYTES',
      range(2 ** 20, 2 ** 40),
      'Maximum memory for all work under way together: requests and answers in transit, executions, recordings of the debugger, compiles; the chain itself does not count',
      { own: true, fallback: String(limits.workBytes) },
    ),
    'max-boxes': option(
      'NUMBER',
      u16,
      'Maximum number of boxes, the independent chains that createBox makes for parallel clients',
      { own: true, fallback: String(limits.boxes) },
    ),
    'box-timeout': option(
      'SECONDS',
      range(1, 1_000_000),
      'Time without a request or an open WebSocket after which a box is dropped',
      { own: true, fallback: String(limits.boxIdleSeconds) },
    ),
    ...classLimits,
  },
  Log: {
    'log-level': option(
      'LEVEL',
      word('error', 'warn', 'info', 'debug', 'trace'),
      'The least important messages that are logged; trace adds the bodies of requests and answers; RUST_LOG decides if not given',
      { own: true },
    ),
    verbose: flag('Log at level debug', { own: true, short: 'v' }),
    quiet: flag('Print no start-up text and log only errors; with --port 0 the address is printed all the same', {
      own: true,
      short: 'q',
    }),
    log: option(
      'FORMAT',
      word('text', 'json'),
      'Format of everything that is printed: text, or one JSON object per line',
      {
        own: true,
        fallback: 'text',
      },
    ),
  },
} as const;

/** All options by name. */
export const options = {
  ...sections['Predeployed accounts'],
  ...sections.Chain,
  ...sections.Forking,
  ...sections['Messages between L1 and L2'],
  ...sections.Files,
  ...sections.Server,
  ...sections.Limits,
  ...sections.Log,
};

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as readonly OptionName[];

/** The titles of the sections of --help, and the options in each. */
export const optionSections = Object.entries(sections).map(
  ([title, rows]) => [title, Object.keys(rows) as OptionName[]] as const,
);

/** The row of an option. */
export const optionOf = (name: OptionName): Option => options[name];

type ReadBy<O> =
  O extends ValueOption<infer T>
    ? O extends { readonly many: true } | { readonly repeats: true }
      ? readonly T[]
      : T
    : boolean;
/** Every option read; what was not given and has no fallback is undefined. */
export type Options = { readonly [K in OptionName]: ReadBy<(typeof options)[K]> | undefined };

/** The option as messages show it. */
export function display(name: OptionName): string {
  const row = optionOf(name);
  if ('flag' in row) return `--${name}`;
  return row.many ? `--${name} [<${row.value}>...]` : `--${name} <${row.value}>`;
}

/** The environment variable of an option. */
export function variableOf(name: OptionName): string {
  return `${optionOf(name).own ? 'STARBOX_' : ''}${name.toUpperCase().replaceAll('-', '_')}`;
}
