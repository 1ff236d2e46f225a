// Loads the state file of `--state` at start.
import type { NodeConfig } from '../../chain/config.ts';
import { withIngredients } from '../../chain/stateFile/decodeState.ts';
import type { Overrides } from '../../chain/stateFile/overrides.ts';
import { type MismatchedOption, StateFileError, StateMismatch } from '../../chain/stateFile/stateFileError.ts';
import type { OptionName } from '../../options/options.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { realPath } from '../../platform/requestPaths.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { StartError } from '../start/startError.ts';

/** The largest buffer of Node 20. */
const MAX_BYTES = 4 * 2 ** 30;

/** The bytes of the file; undefined if it does not exist yet. */
export async function readStateFile(path: string | undefined): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readRegular(await realPath(path), MAX_BYTES, 'the largest state file that can be loaded');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`The state file ${path} cannot be read: ${ioReason(error)}.`);
  }
}

/** The options that were given expressly, of those that a state file decides too. */
export function overridesOf(config: NodeConfig, given: ReadonlySet<OptionName>): Overrides {
  const { l1Gas, l1DataGas, l2Gas } = config.gasPrices;
  return {
    ...(given.has('seed') && { seed: config.seed }),
    ...(given.has('accounts') && { accounts: config.accounts }),
    ...(given.has('initial-balance') && { initialBalance: config.initialBalance }),
    ...(given.has('chain-id') && { chainId: config.chainId }),
    ...(given.has('lite-mode') && { liteMode: config.liteMode }),
    ...(given.has('start-time') && { startTimeSeconds: config.startTimeSeconds }),
    ...(given.has('account-class') && { accountClass: config.accountClass }),
    ...(given.has('account-class-custom') && { accountClassCustom: config.accountClassCustom }),
    ...(given.has('system-classes') && { systemClasses: config.systemClasses }),
    ...(given.has('predeclare-argent') && { predeclareArgent: config.predeclareArgent }),
    ...(given.has('block-generation-on') && { blockGeneration: config.blockGeneration }),
    gasPrices: {
      l1Gas: pricesGiven(given, l1Gas, 'gas-price', 'gas-price-fri'),
      l1DataGas: pricesGiven(given, l1DataGas, 'data-gas-price', 'data-gas-price-fri'),
      l2Gas: pricesGiven(given, l2Gas, 'l2-gas-price', 'l2-gas-price-fri'),
    },
  };
}

const pricesGiven = (
  given: ReadonlySet<OptionName>,
  price: { readonly wei: bigint; readonly fri: bigint },
  inWei: OptionName,
  inFri: OptionName,
) => ({ ...(given.has(inWei) && { wei: price.wei }), ...(given.has(inFri) && { fri: price.fri }) });

/** The configuration with the values that the chain of the file was created with, such as its random seed. */
export function configureFor(
  path: string,
  state: Uint8Array,
  config: NodeConfig,
  overrides: Overrides,
): Promise<NodeConfig> {
  return naming(path, () => withIngredients(config, state, overrides));
}

export function loadState(path: string, hub: Hub, state: Uint8Array, overrides: Overrides): Promise<void> {
  return naming(path, () => hub.loadState(state, overrides));
}

/** The options of the command line that a state file can contradict. */
const optionNames: Readonly<Record<MismatchedOption, OptionName>> = {
  chainId: 'chain-id',
  seed: 'seed',
  accounts: 'accounts',
  initialBalance: 'initial-balance',
  liteMode: 'lite-mode',
  startTimeSeconds: 'start-time',
  accountClass: 'account-class',
  accountClassCustom: 'account-class-custom',
  systemClasses: 'system-classes',
  predeclareArgent: 'predeclare-argent',
};

async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateMismatch) {
      const option = `--${optionNames[error.option]}`;
      throw new StartError(
        `${path}: the chain of the state file has ${option} ${error.values}. Leave ${option} out, or choose another file.`,
      );
    }
    if (error instanceof StateFileError) throw new StartError(`${path}: ${error.message}`);
    throw error;
  }
}
