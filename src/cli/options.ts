// Every option: what it takes, what it means. The command line, the environment and a configuration file are read by this table.
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
  /** Takes any number of values, also none. */
  readonly many?: boolean;
  /** What it means without a value; then the value may be left out. */
  readonly bare?: string;
  /** May be given more than once. */
  readonly repeats?: boolean;
}

/** An option that is there or not. */
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
  'account-class-custom': option('PATH', anything, 'Sierra artifact of an account class to use instead'),
  'predeclare-argent': flag(
    'Declare the Argent account classes at start; their files must be in the folder of --system-classes',
  ),
  'system-classes': option(
    'DIR',
    anything,
    'Folder of classes to use instead of the built-in ones: account.json, account_cairo0.json, eth.json, strk.json, udc.json, udc_legacy.json, argent.json, argent_multisig.json',
  ),
  'initial-balance': option('DECIMAL_VALUE', balance, 'Initial balance of each account, in WEI and FRI', {
    short: 'e',
    fallback: '1000000000000000000000',
  }),
  seed: option('SEED', range(0, 4_294_967_295), 'Seed of the account keys; random when not given'),
  host: option('HOST', host, 'Address to listen at', { fallback: '127.0.0.1' }),
  port: option('PORT', u16, 'Port to listen at; 0 takes a free one', { fallback: '5050' }),
  'start-time': option('SECONDS', integer(64), 'Unix time of the genesis block'),
  timeout: option('SECONDS', u16, 'Longest time for an HTTP request', { fallback: '120' }),
  'gas-price': option('WEI_PER_GAS_UNIT', price, 'L1 gas price in wei', { fallback: GWEI }),
  'data-gas-price': option('WEI_PER_GAS_UNIT', price, 'L1 data gas price in wei', { fallback: GWEI }),
  'l2-gas-price': option('WEI_PER_GAS_UNIT', price, 'L2 gas price in wei', { fallback: GWEI }),
  'gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L1 gas price in fri', { fallback: GWEI }),
  'data-gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L1 data gas price in fri', { fallback: GWEI }),
  'l2-gas-price-fri': option('FRI_PER_GAS_UNIT', price, 'L2 gas price in fri', { fallback: GWEI }),
  'chain-id': option('CHAIN_ID', chainId, 'MAINNET, TESTNET or any other name of up to 31 characters', {
    fallback: 'TESTNET',
  }),
  'dump-on': option('EVENT', word('exit', 'block', 'request'), 'When the journal is written'),
  'dump-path': option('DUMP_PATH', anything, 'File of the journal; it is loaded at start when it exists'),
  'dump-dir': option('DIR', anything, 'Folder that dump and load requests may use, besides the working folder'),
  state: option('FILE', anything, 'File of the whole chain: loaded at start when it exists, written at exit'),
  'lite-mode': flag('Make blocks without hashes and commitments'),
  'proof-mode': option('PROOF_MODE', word('full', 'devnet', 'none'), 'How transaction proofs are treated', {
    fallback: 'devnet',
  }),
  'block-generation-on': option(
    'BLOCK_GENERATION_ON',
    blockGeneration,
    'When blocks are made: transaction, demand, or every so many seconds',
    { fallback: 'transaction' },
  ),
  'state-archive-capacity': option(
    'STATE_ARCHIVE_CAPACITY',
    word('none', 'full'),
    'Whether the state of old blocks can be queried',
    { fallback: 'none' },
  ),
  'fork-network': option('URL', url, 'Node to fork from'),
  'fork-block': option('BLOCK_NUMBER', integer(64), 'Block to fork at; the latest when not given'),
  'fork-upstream-caching': option(
    'FORK_UPSTREAM_CACHING',
    word('true', 'false'),
    'Whether answers of the origin are kept between runs; without a value: true',
    { bare: 'true' },
  ),
  'l1-url': option('URL', l1Url, 'L1 node to exchange messages with; mock for one inside this process'),
  'l1-auto': flag('Exchange messages with L1 after each block; with the mock when no --l1-url is given'),
  'fork-cache': option('DIR|off', anything, 'Folder where answers of origins are kept between runs; off for none'),
  'fork-offline': flag('Ask the origin nothing: everything comes from the cache'),
  'class-cache': option('DIR|off', anything, 'Folder where compiled classes are kept between runs; off for none'),
  'restrictive-mode': many('METHOD', anything, 'Methods to forbid; a list of the dangerous ones when none is named'),
  'maximum-contract-class-size': option('BYTES', integer(64), 'Largest class that can be declared', {
    fallback: '4089446',
  }),
  'maximum-contract-bytecode-size': option('FELTS', integer(64), 'Longest bytecode that can be declared', {
    fallback: '81920',
  }),
  'maximum-sierra-length': option('FELTS', integer(64), 'Longest Sierra program that can be declared', {
    fallback: '81920',
  }),
  'request-body-size-limit': option('BYTES', range(1, 1_073_741_824), 'Largest HTTP request', { fallback: '67108864' }),
  'request-memory-limit': option(
    'BYTES',
    range(2 ** 20, 2 ** 40),
    'Most memory that requests, answers and notifications under way may take together',
    { fallback: '536870912' },
  ),
  'allow-host': repeated('NAME', anything, 'Host name under which the server may be reached'),
  'allow-origin': repeated('ORIGIN', anything, "Origin whose pages may use the server; '*' for all"),
  'metrics-host': option('METRICS_HOST', host, 'Address of the metrics server; none without it'),
  'metrics-port': option('METRICS_PORT', u16, 'Port of the metrics server', { fallback: '9090' }),
  quiet: flag('Print no start-up text and no log lines but errors'),
  log: option('FORMAT', word('text', 'json'), 'Form of the log lines', { fallback: 'text' }),
  config: option(
    'FILE',
    anything,
    'JSON file with the same options, for what is given neither here nor in the environment',
  ),
} as const;

export type OptionName = keyof typeof options;
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
  'allow-host',
  'allow-origin',
  'quiet',
  'log',
  'config',
]);

/** The environment variable of an option. Those of our own carry our name, since LOG or CONFIG may mean anything. */
export function variableOf(name: OptionName): string {
  return `${ownVariables.has(name) ? 'STARBOX_' : ''}${name.toUpperCase().replaceAll('-', '_')}`;
}
