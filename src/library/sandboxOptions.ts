// The options of a sandbox: those of the command line that mean something in process, read by the same table.
import { type BlockGeneration, defaultConfig, type NodeConfig, type SystemClasses } from '../chain/config.ts';
import type { FetchLike } from '../fork/transport.ts';
import { options as commandOptions, type OptionName, type ValueOption } from '../options/options.ts';
import { ValueError } from '../options/values.ts';
import type { JournalEntry } from '../rpc/journal/journalEntry.ts';
import type { AmountLike } from './values.ts';

/** A class: the parsed JSON of a class file, or its text. */
export type ClassJson = string | object;

/** The node that a sandbox forks. */
export interface ForkOptions {
  /** The URL of its JSON-RPC. */
  readonly url: string;
  /** The block to fork at; the latest one unless it is given. */
  readonly block?: AmountLike | undefined;
}

/** The L1 that messages are exchanged with. */
export interface L1Options {
  /** The URL of an L1 node, or `'mock'` for an L1 inside this process. */
  readonly url: string;
  /** Exchange messages after each block; false unless it is given. */
  readonly auto?: boolean | undefined;
}

/** Classes that replace the built-in ones. */
export type SystemClassOptions = { readonly [K in keyof SystemClasses]?: ClassJson | undefined };

/**
 * How a sandbox starts. The options are those of the command line in camelCase, with the same defaults and the same
 * checks; an option that does not exist is an error.
 *
 * @example
 * const box = await Sandbox.create({ accounts: 3, seed: 7, blockGenerationOn: 'demand' });
 */
export interface SandboxOptions {
  /** The number of predeployed accounts, from 0 to 255; 10 unless it is given. */
  readonly accounts?: number | undefined;
  /** The seed of the keys of predeployed accounts, from 0 to 2^32 - 1; random unless it is given. */
  readonly seed?: number | undefined;
  /** What each account has at the start, in WEI and in FRI; 10^21 unless it is given. */
  readonly initialBalance?: AmountLike | undefined;
  /** The class of the predeployed accounts: `'cairo1'` unless it is given. */
  readonly accountClass?: 'cairo0' | 'cairo1' | undefined;
  /** A Sierra class for the predeployed accounts instead. */
  readonly accountClassCustom?: ClassJson | undefined;
  /** Declares the Argent account classes at the start; needs them in `systemClasses`. */
  readonly predeclareArgent?: boolean | undefined;
  /** Classes that replace the built-in ones. */
  readonly systemClasses?: SystemClassOptions | undefined;
  /** The chain id: `'TESTNET'` (the default), `'MAINNET'`, or any other name of up to 31 characters. */
  readonly chainId?: 'TESTNET' | 'MAINNET' | (string & {}) | undefined;
  /** The time of the first block in seconds since 1970; the current time unless it is given. */
  readonly startTime?: AmountLike | undefined;
  /** When blocks are made: with each `'transaction'` (the default), on `'demand'`, or every so many seconds. */
  readonly blockGenerationOn?: 'transaction' | 'demand' | number | undefined;
  /** Whether the states of old blocks can be read: `'full'`, or `'none'` (the default), which keeps the latest only. */
  readonly stateArchiveCapacity?: 'none' | 'full' | undefined;
  /** Leaves out block hashes and commitments. */
  readonly liteMode?: boolean | undefined;
  /** What is done with the proofs of transactions; `'devnet'` unless it is given. */
  readonly proofMode?: 'full' | 'devnet' | 'none' | undefined;
  /** The price of L1 gas in wei; 10^9 unless it is given, as for the five prices below. */
  readonly gasPrice?: AmountLike | undefined;
  /** The price of L1 data gas in wei. */
  readonly dataGasPrice?: AmountLike | undefined;
  /** The price of L2 gas in wei. */
  readonly l2GasPrice?: AmountLike | undefined;
  /** The price of L1 gas in fri. */
  readonly gasPriceFri?: AmountLike | undefined;
  /** The price of L1 data gas in fri. */
  readonly dataGasPriceFri?: AmountLike | undefined;
  /** The price of L2 gas in fri. */
  readonly l2GasPriceFri?: AmountLike | undefined;
  /** The largest class that can be declared, in bytes. */
  readonly maximumContractClassSize?: AmountLike | undefined;
  /** The longest bytecode of a class that can be declared, in felts. */
  readonly maximumContractBytecodeSize?: AmountLike | undefined;
  /** The longest Sierra program of a class that can be declared, in felts. */
  readonly maximumSierraLength?: AmountLike | undefined;
  /** The node to fork: `{ url }` is enough. */
  readonly fork?: ForkOptions | undefined;
  /** The L1 to exchange messages with: `{ url }` is enough. */
  readonly l1?: L1Options | undefined;
  /** Used instead of the platform's `fetch` to reach the fork's origin: another sandbox's `fetch`, for example. */
  readonly fetch?: FetchLike | undefined;
  /**
   * A state file to start from, as `saveState` makes it. Its chain id, seed, accounts and balances come with it, as do
   * prices and block mode unless they are given too. An option that contradicts the file is an error.
   */
  readonly state?: Uint8Array | undefined;
  /** Keeps the list of requests that `dump` returns; true unless it is given. */
  readonly journal?: boolean | undefined;
  /** Requests to repeat on the new chain, as `dump` returns them. */
  readonly dump?: readonly JournalEntry[] | undefined;
}

/** Options that are read by the table of the command line: their names here and there. */
const FLAT = {
  accounts: 'accounts',
  seed: 'seed',
  initialBalance: 'initial-balance',
  accountClass: 'account-class',
  chainId: 'chain-id',
  startTime: 'start-time',
  blockGenerationOn: 'block-generation-on',
  stateArchiveCapacity: 'state-archive-capacity',
  proofMode: 'proof-mode',
  gasPrice: 'gas-price',
  dataGasPrice: 'data-gas-price',
  l2GasPrice: 'l2-gas-price',
  gasPriceFri: 'gas-price-fri',
  dataGasPriceFri: 'data-gas-price-fri',
  l2GasPriceFri: 'l2-gas-price-fri',
  maximumContractClassSize: 'maximum-contract-class-size',
  maximumContractBytecodeSize: 'maximum-contract-bytecode-size',
  maximumSierraLength: 'maximum-sierra-length',
} as const satisfies Partial<Record<keyof SandboxOptions, OptionName>>;

/** The others, which have a form of their own. */
const OWN = [
  'liteMode',
  'predeclareArgent',
  'accountClassCustom',
  'systemClasses',
  'fork',
  'l1',
  'fetch',
  'state',
  'journal',
  'dump',
] as const;

const NAMES: readonly string[] = [...Object.keys(FLAT), ...OWN];

/** An option that cannot be used. */
export class SandboxOptionError extends TypeError {
  override readonly name = 'SandboxOptionError';
}

/** The part of a configuration that the given options say. */
export function readSandboxOptions(given: SandboxOptions): Partial<NodeConfig> {
  if (typeof given !== 'object' || given === null)
    throw new SandboxOptionError('The options must be an object, such as { accounts: 3 }.');
  for (const name of Object.keys(given)) checkName(name, NAMES, 'option');
  const flat = <K extends keyof typeof FLAT>(name: K) => readFlat(name, given[name]);
  const prices = (wei: keyof typeof FLAT, fri: keyof typeof FLAT, fallback: { wei: bigint; fri: bigint }) => ({
    wei: (flat(wei) as bigint | undefined) ?? fallback.wei,
    fri: (flat(fri) as bigint | undefined) ?? fallback.fri,
  });
  const { gasPrices } = defaultConfig;
  const hasPrices = Object.keys(given).some((name) => /gasPrice/i.test(name));
  return withoutUndefined({
    accounts: flat('accounts') as number | undefined,
    seed: flat('seed') as number | undefined,
    initialBalance: flat('initialBalance') as bigint | undefined,
    accountClass: flat('accountClass') as NodeConfig['accountClass'] | undefined,
    accountClassCustom:
      given.accountClassCustom === undefined ? undefined : classText(given.accountClassCustom, 'accountClassCustom'),
    predeclareArgent: readFlag(given.predeclareArgent, 'predeclareArgent'),
    systemClasses: given.systemClasses && readSystemClasses(given.systemClasses),
    chainId: flat('chainId') as string | undefined,
    startTimeSeconds: flat('startTime') as bigint | undefined,
    blockGeneration: flat('blockGenerationOn') as BlockGeneration | undefined,
    stateArchive: flat('stateArchiveCapacity') as NodeConfig['stateArchive'] | undefined,
    liteMode: readFlag(given.liteMode, 'liteMode'),
    proofMode: flat('proofMode') as NodeConfig['proofMode'] | undefined,
    gasPrices: hasPrices
      ? {
          l1Gas: prices('gasPrice', 'gasPriceFri', gasPrices.l1Gas),
          l1DataGas: prices('dataGasPrice', 'dataGasPriceFri', gasPrices.l1DataGas),
          l2Gas: prices('l2GasPrice', 'l2GasPriceFri', gasPrices.l2Gas),
        }
      : undefined,
    maximumContractClassSize: numberOf(flat('maximumContractClassSize')),
    maximumContractBytecodeSize: numberOf(flat('maximumContractBytecodeSize')),
    maximumSierraLength: numberOf(flat('maximumSierraLength')),
    fork: given.fork && readFork(given.fork),
    l1: given.l1 && readL1(given.l1),
    journal: readFlag(given.journal, 'journal') ?? true,
  });
}

const numberOf = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}

function readFlat(name: keyof typeof FLAT, value: unknown): unknown {
  return value === undefined ? undefined : readBy(FLAT[name], value, name);
}

/** Reads a value as the command line reads its text. */
function readBy(option: OptionName, value: unknown, name: string): unknown {
  if (typeof value === 'object' || typeof value === 'boolean' || typeof value === 'function')
    throw new SandboxOptionError(`invalid value for '${name}': expected text or a number`);
  const text = String(value);
  try {
    return (commandOptions[option] as ValueOption<unknown>).read(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const reason = error.words ? `[possible values: ${error.words.join(', ')}]` : error.message;
    throw new SandboxOptionError(`invalid value '${text}' for '${name}': ${reason}`);
  }
}

function readFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new SandboxOptionError(`invalid value for '${name}': expected true or false`);
}

function readFork(fork: ForkOptions): NodeConfig['fork'] {
  checkMembers(fork, ['url', 'block'], 'fork', "{ url: 'https://…' }");
  return {
    url: readBy('fork-network', fork.url, 'fork.url') as string,
    blockNumber: fork.block === undefined ? undefined : Number(readBy('fork-block', fork.block, 'fork.block')),
    cachingEnabled: undefined,
  };
}

function readL1(l1: L1Options): NodeConfig['l1'] {
  checkMembers(l1, ['url', 'auto'], 'l1', "{ url: 'mock' }");
  return { url: readBy('l1-url', l1.url, 'l1.url') as string, auto: readFlag(l1.auto, 'l1.auto') ?? false };
}

const SYSTEM_CLASSES: Readonly<Record<keyof SystemClasses, true>> = {
  account: true,
  accountCairo0: true,
  eth: true,
  strk: true,
  udc: true,
  udcLegacy: true,
  argent: true,
  argentMultisig: true,
};

function readSystemClasses(classes: SystemClassOptions): SystemClasses {
  checkMembers(classes, Object.keys(SYSTEM_CLASSES), 'systemClasses', '{ strk: classJson }');
  return Object.fromEntries(
    Object.entries(classes).map(([name, value]) => [name, classText(value, `systemClasses.${name}`)]),
  );
}

function classText(value: ClassJson | undefined, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  throw new SandboxOptionError(`invalid value for '${name}': expected the JSON of a class file, parsed or as text`);
}

function checkMembers(value: unknown, members: readonly string[], name: string, example: string): void {
  if (typeof value !== 'object' || value === null)
    throw new SandboxOptionError(`invalid value for '${name}': expected an object, such as ${example}`);
  for (const member of Object.keys(value)) checkName(member, members, `member of '${name}'`);
  if (members.includes('url') && typeof (value as { url?: unknown }).url !== 'string')
    throw new SandboxOptionError(`'${name}' needs a 'url', such as ${example}`);
}

function checkName(name: string, names: readonly string[], what: string): void {
  if (names.includes(name)) return;
  const near = nearest(name, names);
  throw new SandboxOptionError(`unknown ${what} '${name}'${near === undefined ? '' : `; did you mean '${near}'?`}`);
}

/** The name that is closest to a misspelt one, if one is close. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let k = 1; k <= right.length; k++)
      next.push(Math.min(row[k]! + 1, next[k - 1]! + 1, row[k - 1]! + (left[i - 1] === right[k - 1] ? 0 : 1)));
    row = next;
  }
  return row[right.length]!;
}
