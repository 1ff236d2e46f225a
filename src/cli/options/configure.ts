import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig, type NodeConfig, type SystemClasses } from '../../chain/config.ts';
import { readClassText } from '../../classes/readClassText.ts';
import { withGatewayPrice } from '../../gateway/gatewayPrice.ts';
import { withMarketPrice } from '../../market/startPrice.ts';
import { type OptionName, type Options, options as rows } from '../../options/options.ts';
import { putValues } from '../../options/putValues.ts';
import { ValueError } from '../../options/values.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { type LimitName, limits } from '../../protocol/limits.ts';
import { defaultRestricted, findMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { defaultServerConfig, type ServerConfig } from '../../rpc/serverConfig.ts';
import type { Overrides } from '../../stateFile/overrides.ts';
import { StartError } from '../start/startError.ts';
import { type Given, wrongValue } from './parseOptions.ts';

/** How the node is served, as the options describe it. The command starknet-devnet answers as its namesake does. */
export function configureServer(options: Options, asDevnet = false): ServerConfig {
  const restricted = options['restrictive-mode'];
  return {
    ...putValues(
      rows,
      { ...defaultServerConfig, strictAnswers: asDevnet, gatewayRules: asDevnet ? 'off' : 'warn' },
      'server',
      options,
    ),
    restrictedMethods: restricted && readRestricted(restricted),
    limits: changedLimits(options),
  };
}

/** The limits that options set. Those of classes and of time are elsewhere in the configuration. */
function changedLimits(options: Options): ServerConfig['limits'] {
  const given = {
    bodyBytes: options['request-body-size-limit'],
    workBytes: options['memory-limit'],
    boxes: options['max-boxes'],
    boxIdleSeconds: options['box-timeout'],
  };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && value !== limits[name as LimitName]),
  );
}

/**
 * The chain's configuration that the options describe, with the files they name. Most options say in their row which member
 * they set; here are the others.
 */
export function configure(options: Options, given: Given): NodeConfig {
  const caching = options['fork-upstream-caching'];
  const isAuto = options['l1-auto']!;
  const values = putValues(rows, defaultConfig, 'chain', options);
  const isPriceGiven = given.has('l2-gas-price-fri');
  return {
    ...withGatewayPrice(withMarketPrice(values, isPriceGiven), options['gateway-rules'], isPriceGiven),
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 32),
    accountClassCustom: readAccountClass(options['account-class-custom'], given),
    systemClasses: readSystemClasses(options['system-classes'], given),
    journal: options['dump-on'] !== undefined,
    fork:
      options['fork-network'] === undefined
        ? undefined
        : {
            url: options['fork-network'],
            blockNumber: options['fork-block'],
            cachingEnabled: caching === undefined ? undefined : caching === 'true',
          },
    l1: { url: options['l1-url'] ?? (isAuto ? 'mock' : undefined), auto: isAuto },
  };
}

/** The values of the configuration that were given expressly. With a state file they override those of the file. */
export function overridesOf(config: NodeConfig, options: Options, given: Given): Overrides {
  const expressly = Object.fromEntries(Object.entries(options).filter(([name]) => given.has(name as OptionName)));
  return {
    ...putValues<Overrides>(rows, {}, 'chain', expressly),
    ...(given.has('account-class-custom') && { accountClassCustom: config.accountClassCustom }),
    ...(given.has('system-classes') && { systemClasses: config.systemClasses }),
  };
}

function readRestricted(names: readonly string[]): readonly string[] {
  if (names.length === 0) return defaultRestricted(methods);
  const found = names.map((name) => findMethod(methods, name)?.method);
  const unknown = names.filter((_, i) => !found[i] || found[i].kind === 'subscription');
  if (unknown.length > 0)
    throw new StartError(`Restricted methods contain unsupported JSON-RPC methods: ${unknown.join(', ')}`);
  return found.map((method) => method!.name);
}

// The selectors of __execute__ and __validate__.
const EXECUTE = 0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5adn;
const VALIDATE = 0x162da33a4585851fe8d3af3c2a9c60b557814e221e0d4f30ff0b2189d9c7775n;

// Reads a class file, which must be a Sierra account.
function readAccountClass(path: string | undefined, given: Given): string | undefined {
  if (path === undefined) return undefined;
  const wrong = (reason: string) =>
    wrongValue('account-class-custom', path, new ValueError(reason), given.get('account-class-custom')?.source);
  let text: string;
  try {
    text = readTextSync(path);
  } catch (error) {
    throw wrong(`I/O error: ${ioReason(error)}`);
  }
  let external: ReadonlySet<bigint>;
  try {
    const definition = readClassText(text);
    if (definition.kind !== 'sierra') throw new Error('missing field `sierra_program`: this is no Sierra class');
    external = new Set(definition.entryPointsByType.EXTERNAL.map(({ selector }) => selector));
  } catch (error) {
    throw wrong(`Types error: ${(error as Error).message}`);
  }
  const [execute, validate] = [external.has(EXECUTE), external.has(VALIDATE)];
  if (!execute || !validate)
    throw wrong(
      `Failed to load ContractClass: Not a valid Sierra account artifact; has __execute__: ${execute}; has __validate__: ${validate}`,
    );
  return text;
}

/** The files of `--system-classes`. */
export const classFiles: Readonly<Record<keyof SystemClasses, string>> = {
  account: 'account.json',
  accountCairo0: 'account_cairo0.json',
  eth: 'eth.json',
  strk: 'strk.json',
  udc: 'udc.json',
  udcLegacy: 'udc_legacy.json',
  argent: 'argent.json',
  argentMultisig: 'argent_multisig.json',
};

/** The warning if `--predeclare-argent` is given without the class files; undefined if nothing is missing. */
export function missingArgent({ predeclareArgent, systemClasses }: NodeConfig): string | undefined {
  if (!predeclareArgent) return undefined;
  const missing = (['argent', 'argentMultisig'] as const).filter((kind) => systemClasses[kind] === undefined);
  if (missing.length === 0) return undefined;
  const files = missing.map((kind) => classFiles[kind]).join(' and ');
  return `--predeclare-argent: the Argent classes are not part of this package, so ${files} must come from you. Put the class files into a folder and name it with --system-classes. Starting without.`;
}

function classText(path: string, wrong: (reason: string) => Error): string {
  try {
    return readTextSync(path);
  } catch (error) {
    throw wrong(ioReason(error));
  }
}

function readSystemClasses(folder: string | undefined, given: Given): SystemClasses {
  if (folder === undefined) return {};
  const wrong = (reason: string) =>
    wrongValue('system-classes', folder, new ValueError(reason), given.get('system-classes')?.source);
  if (!existsSync(folder)) throw wrong('there is no such folder');
  const found: { -readonly [K in keyof SystemClasses]: string } = {};
  for (const [kind, file] of Object.entries(classFiles) as [keyof SystemClasses, string][]) {
    const path = join(folder, file);
    if (existsSync(path)) found[kind] = classText(path, wrong);
  }
  if (Object.keys(found).length === 0) throw wrong(`none of ${Object.values(classFiles).join(', ')} is there`);
  return found;
}
