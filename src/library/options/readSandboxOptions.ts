// Reads the options of a sandbox by the same table as the command line.
import { defaultConfig, type NodeConfig, type SystemClasses } from '../../chain/config.ts';
import { FaultError } from '../../faults/faultError.ts';
import type { FaultSettings } from '../../faults/faultRule.ts';
import { readFaults } from '../../faults/readFaults.ts';
import type { GatewayMode } from '../../gateway/gateway.ts';
import { withGatewayPrice } from '../../gateway/gatewayPrice.ts';
import type { Json } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { withMarketPrice } from '../../market/startPrice.ts';
import { type ChainOptionName, chainRow, chainRows } from '../../options/chainOptions.ts';
import { libraryName } from '../../options/libraryName.ts';
import { putValues } from '../../options/putValues.ts';
import { ValueError } from '../../options/values.ts';
import { defaultServerConfig } from '../../rpc/serverConfig.ts';
import type { Overrides } from '../../stateFile/overrides.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { isPromise, PROMISE } from '../../text/givenPromise.ts';
import { snakeCase } from '../snakeCase.ts';
import {
  type ClassJson,
  type ForkOptions,
  type L1Options,
  SandboxOptionError,
  type SandboxOptions,
  type SystemClassOptions,
} from './sandboxOptions.ts';

/** The options that set a member of the node's configuration, by their names here. */
const chainOptions: ReadonlyMap<string, ChainOptionName> = new Map(
  (Object.keys(chainRows) as ChainOptionName[])
    .filter((name) => chainRow(name).chain !== undefined)
    .map((name) => [libraryName(name), name]),
);

/** The others, which have a form of their own. */
const OWN: readonly string[] = [
  'accountClassCustom',
  'systemClasses',
  'artifacts',
  'classCache',
  'gasReport',
  'coverage',
  'fork',
  'l1',
  'fetch',
  'state',
  'journal',
  'strictAnswers',
  'gatewayRules',
  'stateSchedule',
  'faults',
  'paymaster',
  'dump',
] satisfies readonly (keyof SandboxOptions)[];

const NAMES: readonly string[] = [...chainOptions.keys(), ...OWN];

/** What users of the command know under these names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  forkNetwork: 'write fork: { url }',
  forkBlock: 'write fork: { url, block }',
  l1Url: 'write l1: { url }',
  l1Auto: 'write l1: { auto: true }',
  port: 'a sandbox has no port; box.listen({ port }) serves it on one',
  host: 'a sandbox has no port; box.listen({ host }) serves it on one',
};

/** The configuration that the options of a sandbox describe, and the values that were given expressly. */
export function readSandboxOptions(given: SandboxOptions): {
  readonly config: Omit<NodeConfig, 'seed'> & { readonly seed?: number };
  readonly overrides: Overrides;
  readonly strictAnswers: boolean;
  readonly gatewayRules: GatewayMode;
  readonly faults: FaultSettings | undefined;
} {
  if (typeof given !== 'object' || given === null || isPromise(given))
    throw new SandboxOptionError(
      `The options must be an object, such as { accounts: 3 }${isPromise(given) ? `, not ${PROMISE}` : '.'}`,
    );
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    checkName(name, NAMES, 'option', OTHER_NAMES[name]);
    const option = chainOptions.get(name);
    if (option !== undefined && value !== undefined) values[option] = readBy(option, value, name);
  }
  const classes = {
    ...(given.accountClassCustom !== undefined && {
      accountClassCustom: classText(given.accountClassCustom, 'accountClassCustom'),
    }),
    ...(given.systemClasses && { systemClasses: readSystemClasses(given.systemClasses) }),
  };
  const gatewayRules = readGatewayRules(given.gatewayRules);
  const config = putValues(chainRows, defaultConfig, 'chain', values);
  const isPriceGiven = 'l2-gas-price-fri' in values;
  return {
    config: {
      ...withGatewayPrice(withMarketPrice(config, isPriceGiven), gatewayRules, isPriceGiven),
      ...classes,
      ...(given.fork && { fork: readFork(given.fork) }),
      ...(given.l1 && { l1: readL1(given.l1) }),
      journal: readFlag(given.journal, 'journal') ?? true,
    },
    overrides: { ...putValues<Overrides>(chainRows, {}, 'chain', values), ...classes },
    strictAnswers: readFlag(given.strictAnswers, 'strictAnswers') ?? defaultServerConfig.strictAnswers,
    gatewayRules,
    faults: readFaultOption(given.faults),
  };
}

/** Reads a value as the command line reads its text. */
function readBy(option: ChainOptionName, value: unknown, name: string): unknown {
  const row = chainRow(option);
  if ('flag' in row) return readFlag(value, name);
  const isJson = row.json && typeof value === 'object';
  if ((typeof value === 'object' && !isJson) || typeof value === 'boolean' || typeof value === 'function')
    throw new SandboxOptionError(`invalid value for '${name}': expected text or a number`);
  const text = isJson ? writeJson(snakeCase(value)) : String(value);
  try {
    return row.read(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const reason = error.words
      ? `expected one of ${error.words.map((word) => `'${word}'`).join(', ')}`
      : (error.plain ?? error.message);
    throw new SandboxOptionError(`invalid value '${text}' for '${name}': ${reason}`);
  }
}

function readFlag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new SandboxOptionError(`invalid value for '${name}': expected true or false`);
}

function readFaultOption(value: SandboxOptions['faults']): FaultSettings | undefined {
  if (value === undefined) return undefined;
  try {
    return readFaults(value as unknown as Json);
  } catch (error) {
    throw error instanceof FaultError ? wrongFaults(error.message) : error;
  }
}

/** The error of faults that a sandbox cannot start with. */
export const wrongFaults = (reason: string): SandboxOptionError =>
  new SandboxOptionError(`invalid value for 'faults': ${reason}`);

const GATEWAY_MODES: readonly GatewayMode[] = ['off', 'warn', 'refuse'];

function readGatewayRules(value: GatewayMode = defaultServerConfig.gatewayRules): GatewayMode {
  if (GATEWAY_MODES.includes(value)) return value;
  const words = GATEWAY_MODES.map((word) => `'${word}'`).join(', ');
  throw new SandboxOptionError(`invalid value for 'gatewayRules': expected one of ${words}`);
}

function readFork(fork: ForkOptions): NodeConfig['fork'] {
  checkMembers(fork, ['url', 'record', 'block'], 'fork', "{ url: 'https://…' } or { record: 'mainnet.record' }");
  const { url, record } = fork;
  if (url !== undefined && record !== undefined)
    throw new SandboxOptionError(
      "fork takes a url or a record, not both: { url: 'https://…' } or { record: 'mainnet.record' }",
    );
  return {
    url: record === undefined ? (readBy('fork-network', url, 'fork.url') as string) : recordName(record),
    blockNumber: fork.block === undefined ? undefined : (readBy('fork-block', fork.block, 'fork.block') as number),
    cachingEnabled: undefined,
  };
}

/** How messages name a record. */
const recordName = (record: NonNullable<ForkOptions['record']>): string =>
  ArrayBuffer.isView(record) ? 'of the option fork' : String(record);

function readL1(given: L1Options): NodeConfig['l1'] {
  // As with `--l1-auto` alone.
  const l1 = given.auto === true && given.url === undefined ? { ...given, url: 'mock' } : given;
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
  const { url, record } = value as { url?: unknown; record?: unknown };
  if (members.includes('url') && typeof url !== 'string' && record === undefined)
    throw new SandboxOptionError(`'${name}' needs a 'url', such as ${example}`);
}

function checkName(name: string, names: readonly string[], what: string, advice?: string): void {
  if (names.includes(name)) return;
  const meant = didYouMean(name, names);
  const words = advice === undefined ? meant && `. ${meant}` : `; ${advice}`;
  throw new SandboxOptionError(`unknown ${what} '${name}'${words}`);
}
