// Every option: what it takes, what it means. The command line, the environment and a configuration file are read by this table.
import { limits, NETWORK_CLASS_LIMITS } from '../protocol/limits.ts';
import {
  anything,
  balance,
  blockGeneration,
  chainId,
  host,
  integer,
  l1Url,
  price,
  range,
  url,
  word,
} from './values.ts';

interface OptionBase {
  /** As shown in help. */
  readonly about: string;
  readonly short?: string;
  readonly fallback?: string;
}

/** An option that takes a value. */
export interface ValueOption<T> extends OptionBase {
  readonly value: string;
  readonly read: (text: string) => T;
  /** Accepts any number of values, or none. */
  readonly many?: boolean;
  /** The value that is used if the option is given without one. */
  readonly bare?: string;
  /** May be given more than once. */
  readonly repeats?: boolean;
}

/** An option without a value. */
export interface FlagOption extends OptionBase {
  readonly flag: true;
}

const option = <T>(value: string, read: (text: string) => T, about: string, more: Partial<ValueOption<T>> = {}) =>
  ({ value, read, about, ...more }) as ValueOption<T>;
const many = <T>(value: string, read: (text: string) => T, about: string) =>
  ({ value, read, about, many: true }) as const;
const repeated = <T>(value: string, read: (text: string) => T, about: string) =>
  ({ value, read, about, repeats: true }) as const;
const flag = (about: string): FlagOption => ({ flag: true, about });
const u16 = range(0, 65_535);
const GWEI = '1000000000';

export const options = {
  accounts: option('NUMBER', range(0, 255), 'Number of predeployed accounts', { fallback: '10' }),
  'account-class': option('ACCOUNT_CLASS', word('cairo0', 'cairo1'), 'Class of the predeployed accounts', {
    fallback: 'cairo1',
  }),
  'account-class-custom': option('PATH', anything, 'Sierra class file to use for the predeployed accounts instead'),
  'predeclare-argent': flag(
    'Declare the Argent account classes at start; needs their files in the folder given by --system-classes',
  ),
  'system-classes': option(
    'DIR',
    anything,
    'Folder with class files that replace the built-in classes: account.json, account_cairo0.json, eth.json, strk.json, udc.json, udc_legacy.json, argent.json, argent_multisig.json',
  ),
  'initial-balance': option('DECIMAL_VALUE', balance, 'Initial balance of each account, in WEI and FRI', {
    short: 'e',
    fallback: '1000000000000000000000',
  }),
  seed: option('SEED', range(0, 4_294_967_295), 'Seed for the keys of the predeployed accounts; random if not given'),
  host: option('HOST', host, 'IP address to listen on', { fallback: '127.0.0.1' }),
  port: option('PORT', u16, 'Port to listen on; 0 chooses a free port', { fallback: '5050' }),
  'start-time': option('SECONDS', integer(64), 'Unix time of the genesis block; the current time if not given'),
  timeout: option('SECONDS', u16, 'Maximum time for an HTTP request', { fallback: '120' }),
  'gas-price': option('WEI_PER_GAS_UNIT', price, 'L1 gas price in wei', { fallback: GWEI }),
  'data-gas-price': option('WEI_PER_GAS_UNIT', price, 'L1 data gas price in wei', { fallback: GWEI }),
  'l2-gas-price': option('WEI_PER_GAS_UNIT', price, 'L2 gas price in wei', { fallback: GWEI }),
  'gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L1 gas price in fri', { fallback: GWEI }),
  'data-gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L1 data gas price in fri', { fallback: GWEI }),
  'l2-gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L2 gas price in fri', { fallback: GWEI }),
  'chain-id': option('CHAIN_ID', chainId, 'Chain ID: MAINNET, TESTNET, or any other name of up to 31 characters', {
    fallback: 'TESTNET',
  }),
  'dump-on': option(
    'EVENT',
    word('exit', 'block', 'request'),
    'When to write a dump, the list of requests that changed the chain, to --dump-path',
  ),
  'dump-path': option('DUMP_PATH', anything, 'File for the dump; loaded at start if it exists'),
  'dump-dir': option('DIR', anything, 'Folder that dump and load requests may use in addition to the working folder'),
  state: option('FILE', anything, 'State file with the whole chain: loaded at start if it exists, written at exit'),
  'lite-mode': flag('Do not compute block hashes and commitments'),
  'proof-mode': option('PROOF_MODE', word('full', 'devnet', 'none'), 'How to handle the proofs of transactions', {
    fallback: 'devnet',
  }),
  'block-generation-on': option(
    'BLOCK_GENERATION_ON',
    blockGeneration,
    'When to make blocks: transaction (one per transaction), demand (on request), or an interval in seconds',
    { fallback: 'transaction' },
  ),
  'state-archive-capacity': option(
    'STATE_ARCHIVE_CAPACITY',
    word('none', 'full'),
    'Keep the state of old blocks for queries (full), or only the latest state (none)',
    { fallback: 'none' },
  ),
  'fork-network': option('URL', url, 'URL of the node to fork'),
  'fork-block': option('BLOCK_NUMBER', integer(64), 'Block to fork at; the latest block if not given'),
  'fork-upstream-caching': option(
    'FORK_UPSTREAM_CACHING',
    word('true', 'false'),
    'Cache answers of the forked node on disk between runs; without a value it means true',
    { bare: 'true' },
  ),
  'l1-url': option(
    'URL',
    l1Url,
    'URL of the L1 node to exchange messages with, or mock for a mock L1 inside this process',
  ),
  'l1-auto': flag('Exchange messages with L1 after each block; uses the mock L1 if --l1-url is not given'),
  'fork-cache': option(
    'DIR|off',
    anything,
    'Folder for the disk cache of answers of forked nodes; off disables the cache',
  ),
  'fork-offline': flag('Send no request to the forked node; read everything from the cache'),
  'class-cache': option('DIR|off', anything, 'Folder for the disk cache of compiled classes; off disables the cache'),
  'restrictive-mode': many(
    'METHOD',
    anything,
    'Methods to forbid; without names, a default list of methods that change the chain or use files',
  ),
  'maximum-contract-class-size': option('BYTES', integer(64), 'Maximum size of a class that can be declared', {
    fallback: String(NETWORK_CLASS_LIMITS.maxCompiledJsonBytes),
  }),
  'maximum-contract-bytecode-size': option(
    'FELTS',
    integer(64),
    'Maximum length of the bytecode of a class that can be declared',
    {
      fallback: String(NETWORK_CLASS_LIMITS.maxCasmFelts),
    },
  ),
  'maximum-sierra-length': option(
    'FELTS',
    integer(64),
    'Maximum length of the Sierra program of a class that can be declared',
    {
      fallback: String(NETWORK_CLASS_LIMITS.maxSierraFelts),
    },
  ),
  'request-body-size-limit': option('BYTES', range(1, 1_073_741_824), 'Maximum size of an HTTP request body', {
    fallback: String(limits.bodyBytes),
  }),
  'request-memory-limit': option(
    'BYTES',
    range(2 ** 20, 2 ** 40),
    'Maximum memory for all requests, answers and notifications in transit together',
    { fallback: String(limits.memoryBytes) },
  ),
  'max-boxes': option(
    'NUMBER',
    u16,
    'Maximum number of boxes, the independent chains that createBox makes for parallel clients',
    { fallback: String(limits.boxes) },
  ),
  'box-timeout': option(
    'SECONDS',
    range(1, 1_000_000),
    'Time without a request or an open WebSocket after which a box is dropped',
    { fallback: String(limits.boxIdleSeconds) },
  ),
  'allow-host': repeated('NAME', anything, 'Host name that requests may use to reach the server; can be repeated'),
  'allow-origin': repeated(
    'ORIGIN',
    anything,
    "Origin of web pages that may use the server, '*' for all; can be repeated",
  ),
  'metrics-host': option(
    'METRICS_HOST',
    host,
    'IP address of the metrics server; there is no metrics server if not given',
  ),
  'metrics-port': option('METRICS_PORT', u16, 'Port of the metrics server', { fallback: '9090' }),
  'warm-up': option(
    'on|off',
    word('on', 'off'),
    'Run sample transactions in a second node while the process is idle, so that the first real ones are faster; costs half a second of processor time and 27 MB',
    { fallback: 'on' },
  ),
  quiet: flag('Print no start-up text and log only errors'),
  log: option('FORMAT', word('text', 'json'), 'Format of the log lines', { fallback: 'text' }),
  config: option('FILE', anything, 'JSON file with options; the command line and the environment take precedence'),
} as const;

export type OptionName = keyof typeof options;

/** The sections of --help. Every option is in exactly one of them. */
export const optionGroups: Readonly<Record<string, readonly OptionName[]>> = {
  Accounts: [
    'accounts',
    'seed',
    'initial-balance',
    'account-class',
    'account-class-custom',
    'predeclare-argent',
    'system-classes',
  ],
  Chain: [
    'chain-id',
    'start-time',
    'block-generation-on',
    'state-archive-capacity',
    'lite-mode',
    'proof-mode',
    'gas-price',
    'data-gas-price',
    'l2-gas-price',
    'gas-price-fri',
    'data-gas-price-fri',
    'l2-gas-price-fri',
  ],
  Forking: ['fork-network', 'fork-block', 'fork-upstream-caching', 'fork-cache', 'fork-offline'],
  'Messages between L1 and L2': ['l1-url', 'l1-auto'],
  Files: ['state', 'dump-on', 'dump-path', 'dump-dir', 'class-cache', 'config'],
  Server: [
    'host',
    'port',
    'allow-host',
    'allow-origin',
    'timeout',
    'restrictive-mode',
    'warm-up',
    'metrics-host',
    'metrics-port',
  ],
  Limits: [
    'request-body-size-limit',
    'request-memory-limit',
    'max-boxes',
    'box-timeout',
    'maximum-contract-class-size',
    'maximum-contract-bytecode-size',
    'maximum-sierra-length',
  ],
  Log: ['quiet', 'log'],
};

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
  const spec: FlagOption | ValueOption<unknown> = options[name];
  if ('flag' in spec) return `--${name}`;
  return spec.many ? `--${name} [<${spec.value}>...]` : `--${name} <${spec.value}>`;
}

const ownVariables: ReadonlySet<string> = new Set([
  'system-classes',
  'dump-dir',
  'state',
  'l1-url',
  'l1-auto',
  'fork-cache',
  'fork-offline',
  'class-cache',
  'request-memory-limit',
  'max-boxes',
  'box-timeout',
  'warm-up',
  'allow-host',
  'allow-origin',
  'quiet',
  'log',
  'config',
]);

/** The environment variable of an option. Options that starknet-devnet does not have use our name as a prefix. */
export function variableOf(name: OptionName): string {
  return `${ownVariables.has(name) ? 'STARBOX_' : ''}${name.toUpperCase().replaceAll('-', '_')}`;
}
