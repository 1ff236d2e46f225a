// The options of a sandbox: those of the command line that mean something in process, read by the same table.
import { defaultConfig, type NodeConfig, type SystemClasses } from '../chain/config.ts';
import type { Overrides } from '../chain/stateFile/overrides.ts';
import type { FetchLike } from '../fork/transport.ts';
import { libraryName, type OptionName, optionNames, optionOf, type options } from '../options/options.ts';
import { putValues } from '../options/putValues.ts';
import { ValueError } from '../options/values.ts';
import type { JournalEntry } from '../rpc/journal/journalEntry.ts';
import { nearest } from '../text/nearest.ts';
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

/** The members of the node's configuration that an option sets. */
type ChainMember = {
  [K in OptionName]: (typeof options)[K] extends { readonly chain: infer M extends keyof NodeConfig } ? M : never;
}[OptionName];

/** A value of the configuration as a caller may write it. */
type Written<V> = V extends bigint | number ? AmountLike : V extends { readonly intervalSeconds: number } ? number : V;

/** Options have the names and the documentation of the members that they set. */
type OptionsFor<C> = { readonly [K in keyof C]?: Written<C[K]> | undefined };
type ChainOptions = OptionsFor<Pick<NodeConfig, ChainMember>>;

/**
 * How a sandbox starts. The options are those of the command line in camelCase, with the same defaults and the same
 * checks; an option that does not exist is an error.
 *
 * @example
 * const box = await Sandbox.create({ accounts: 3, seed: 7, blockGenerationOn: 'demand' });
 */
export interface SandboxOptions extends ChainOptions {
  /** The chain id: `'TESTNET'` (the default), `'MAINNET'`, or any other name of up to 31 characters. */
  readonly chainId?: 'TESTNET' | 'MAINNET' | (string & {}) | undefined;
  /** A Sierra class for the predeployed accounts instead of the class that `accountClass` names. */
  readonly accountClassCustom?: ClassJson | undefined;
  /** Classes that replace the built-in ones. */
  readonly systemClasses?: SystemClassOptions | undefined;
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

/** The options that set a member of the node's configuration, by their names here. */
const chainOptions: ReadonlyMap<string, OptionName> = new Map(
  optionNames.filter((name) => optionOf(name).chain !== undefined).map((name) => [libraryName(name), name]),
);

/** The others, which have a form of their own. */
const OWN: readonly string[] = [
  'accountClassCustom',
  'systemClasses',
  'fork',
  'l1',
  'fetch',
  'state',
  'journal',
  'dump',
] satisfies readonly (keyof SandboxOptions)[];

const NAMES: readonly string[] = [...chainOptions.keys(), ...OWN];

/**
 * An option that cannot be used. The message names the option and what it can be.
 *
 * @example
 * await Sandbox.create({ acounts: 3 }); // SandboxOptionError: unknown option 'acounts'; did you mean 'accounts'?
 */
export class SandboxOptionError extends TypeError {
  override readonly name = 'SandboxOptionError';
}

/** The configuration that the options of a sandbox describe, and the values that were given expressly. */
export function readSandboxOptions(given: SandboxOptions): {
  readonly config: Omit<NodeConfig, 'seed'> & { readonly seed?: number };
  readonly overrides: Overrides;
} {
  if (typeof given !== 'object' || given === null)
    throw new SandboxOptionError('The options must be an object, such as { accounts: 3 }.');
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    checkName(name, NAMES, 'option');
    const option = chainOptions.get(name);
    if (option !== undefined && value !== undefined) values[option] = readBy(option, value, name);
  }
  const classes = {
    ...(given.accountClassCustom !== undefined && {
      accountClassCustom: classText(given.accountClassCustom, 'accountClassCustom'),
    }),
    ...(given.systemClasses && { systemClasses: readSystemClasses(given.systemClasses) }),
  };
  return {
    config: {
      ...putValues(defaultConfig, 'chain', values),
      ...classes,
      ...(given.fork && { fork: readFork(given.fork) }),
      ...(given.l1 && { l1: readL1(given.l1) }),
      journal: readFlag(given.journal, 'journal') ?? true,
    },
    overrides: { ...putValues<Overrides>({}, 'chain', values), ...classes },
  };
}

/** Reads a value as the command line reads its text. */
function readBy(option: OptionName, value: unknown, name: string): unknown {
  const row = optionOf(option);
  if ('flag' in row) return readFlag(value, name);
  if (typeof value === 'object' || typeof value === 'boolean' || typeof value === 'function')
    throw new SandboxOptionError(`invalid value for '${name}': expected text or a number`);
  const text = String(value);
  try {
    return row.read(text);
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
    blockNumber: fork.block === undefined ? undefined : (readBy('fork-block', fork.block, 'fork.block') as number),
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
