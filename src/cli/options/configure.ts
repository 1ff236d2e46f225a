import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeConfig, SystemClasses } from '../../chain/config.ts';
import { readClassText } from '../../classes/readClassText.ts';
import type { Options } from '../../options/options.ts';
import { ValueError } from '../../options/values.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import { defaultRestricted, findMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import { StartError } from '../start/startError.ts';
import { wrongValue } from './parseOptions.ts';

/** How the node is served, as the options describe it. */
export function configureServer(options: Options): ServerConfig {
  const restricted = options['restrictive-mode'];
  return {
    host: options.host!,
    port: options.port!,
    timeoutSeconds: options.timeout!,
    restrictedMethods: restricted && readRestricted(restricted),
    dumpOn: options['dump-on'],
    dumpPath: options['dump-path'],
    statePath: options.state,
  };
}

/** The chain's configuration that the options describe, with the files they name. */
export function configure(options: Options): NodeConfig {
  const fork = options['fork-network'];
  const forkBlock = options['fork-block'];
  const caching = options['fork-upstream-caching'];
  return {
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 32),
    accounts: options.accounts!,
    accountClass: options['account-class']!,
    accountClassCustom: readAccountClass(options['account-class-custom']),
    predeclareArgent: options['predeclare-argent']!,
    systemClasses: readSystemClasses(options['system-classes']),
    initialBalance: options['initial-balance']!,
    startTimeSeconds: options['start-time'],
    gasPrices: {
      l1Gas: { wei: options['gas-price']!, fri: options['gas-price-fri']! },
      l1DataGas: { wei: options['data-gas-price']!, fri: options['data-gas-price-fri']! },
      l2Gas: { wei: options['l2-gas-price']!, fri: options['l2-gas-price-fri']! },
    },
    chainId: options['chain-id']!,
    journal: options['dump-on'] !== undefined,
    blockGeneration: options['block-generation-on']!,
    protocol: NEWEST_PROTOCOL,
    liteMode: options['lite-mode']!,
    proofMode: options['proof-mode']!,
    stateArchive: options['state-archive-capacity']!,
    fork:
      fork === undefined
        ? undefined
        : {
            url: fork,
            blockNumber: forkBlock === undefined ? undefined : Number(forkBlock),
            cachingEnabled: caching === undefined ? undefined : caching === 'true',
          },
    l1: { url: options['l1-url'] ?? (options['l1-auto'] ? 'mock' : undefined), auto: options['l1-auto']! },
    maximumContractClassSize: Number(options['maximum-contract-class-size']!),
    maximumContractBytecodeSize: Number(options['maximum-contract-bytecode-size']!),
    maximumSierraLength: Number(options['maximum-sierra-length']!),
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
function readAccountClass(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const wrong = (reason: string) => wrongValue('account-class-custom', path, new ValueError(reason));
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
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

function readSystemClasses(folder: string | undefined): SystemClasses {
  if (folder === undefined) return {};
  if (!existsSync(folder)) throw wrongValue('system-classes', folder, new ValueError('there is no such folder'));
  const found: { -readonly [K in keyof SystemClasses]: string } = {};
  for (const [kind, file] of Object.entries(classFiles) as [keyof SystemClasses, string][]) {
    const path = join(folder, file);
    if (existsSync(path)) found[kind] = readFileSync(path, 'utf8');
  }
  if (Object.keys(found).length === 0)
    throw wrongValue(
      'system-classes',
      folder,
      new ValueError(`none of ${Object.values(classFiles).join(', ')} is there`),
    );
  return found;
}
