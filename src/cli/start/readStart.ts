import type { NodeConfig } from '../../chain/config.ts';
import type { FaultSettings } from '../../faults/faultRule.ts';
import type { Options } from '../../options/options.ts';
import type { PaymasterSettings } from '../../paymaster/settings.ts';
import type { ExportedOrigin } from '../../rpc/record/exportedAnswers.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import type { Overrides } from '../../stateFile/overrides.ts';
import { configure, configureServer, overridesOf } from '../options/configure.ts';
import type { Given } from '../options/parseOptions.ts';
import { readFaultsOption } from '../options/readFaultsOption.ts';
import { readPaymasterOption } from '../options/readPaymasterOption.ts';
import { configureFor, originInFile, readStateFile } from '../save/stateFile.ts';
import { isCalledDevnet } from './programName.ts';

/** The configurations of the chain and of its server, and the state file that the chain is loaded from. */
export interface Start {
  readonly config: NodeConfig;
  /** The origin of a fork, if it came with the state file. */
  readonly origin: ExportedOrigin | undefined;
  readonly server: ServerConfig;
  readonly state: Uint8Array | undefined;
  readonly overrides: Overrides;
  readonly faults: FaultSettings | undefined;
  readonly paymaster: PaymasterSettings | undefined;
}

/** Reads the state file, and what the options and the file say together. */
export async function readStart(options: Options, given: Given): Promise<Start> {
  const { state, isExported = false, answers } = (await readStateFile(options.state)) ?? {};
  const configured = configure(options, given);
  const overrides = { ...overridesOf(configured, options, given), withoutL1: isExported };
  // A node that the options name answers in place of the file.
  const origin = answers && !configured.fork ? await originInFile(answers, options.state!) : undefined;
  const started = origin ? { ...configured, fork: origin.fork } : configured;
  const config = state ? await configureFor(options.state!, state, started, overrides) : configured;
  const faults = readFaultsOption(options.faults, config, given.get('faults')?.source);
  const paymaster = await readPaymasterOption(options.paymaster, given.get('paymaster')?.source);
  const server = configureServer(options, isCalledDevnet());
  return {
    config,
    origin,
    server: isExported ? { ...server, statePath: undefined } : server,
    state,
    overrides,
    faults,
    paymaster,
  };
}
