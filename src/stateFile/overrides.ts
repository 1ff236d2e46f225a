// Overrides: options that are given expressly together with a state file. Prices, their schedule, the mempool's settings and the block mode
// take effect on the loaded chain. Options that decide how a chain begins are refused if the chain of the file began otherwise.

import type { BlockGeneration, NodeConfig } from '../chain/config.ts';
import type { PredeployedAccount } from '../chain/genesis/accounts.ts';
import { UDC_ADDRESS, UDC_LEGACY_ADDRESS } from '../chain/genesis/genesis.ts';
import type { SystemClassSet } from '../chain/genesis/systemClasses.ts';
import type { Block } from '../chain/value/block.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import type { GasPriceChanges, JournalRecord } from '../chain/value/journal.ts';
import { ETH, STRK } from '../chain/value/token.ts';
import type { GasPrices } from '../execution/blockContext.ts';
import { type Felt, formatFelt } from '../felt/felt.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import type { PriceSchedule } from '../market/priceSchedule.ts';
import type { MempoolConfig } from '../mempool/mempoolConfig.ts';
import type { State } from '../state/state.ts';
import { type MismatchedOption, StateMismatch } from './stateFileError.ts';

/** What a chain was made of: a node must be started with the same to load it. */
export type Ingredients = Pick<NodeConfig, 'chainId' | 'seed' | 'accounts' | 'initialBalance' | 'liteMode'>;

const INGREDIENTS = [
  'chainId',
  'seed',
  'accounts',
  'initialBalance',
  'liteMode',
] as const satisfies readonly (keyof Ingredients)[];

type OfGenesis = 'startTime' | 'accountClass' | 'accountClassCustom' | 'predeclareArgent' | 'systemClasses';

type OfMempool = 'mempoolOrdering' | 'mempoolRandomSeed' | 'mempoolMaxTransactionsPerBlock' | 'mempoolRules';

/** The overrides of a start. What is undefined comes from the file. */
export type Overrides = Partial<
  Ingredients & Pick<NodeConfig, OfGenesis | OfMempool | 'blockGenerationOn' | 'priceSchedule'>
> & {
  readonly gasPrices?: { readonly [K in keyof GasPrices]?: Partial<GasPrices[K]> };
  /** Whether a connection to L1 is left out. The file of somebody else does not decide whom this node sends requests to. */
  readonly withoutL1?: boolean | undefined;
};

/** Throws if the chain of a file was started with other values than the wanted ones. */
export function checkIngredients(held: Ingredients, wanted: Partial<Ingredients>): void {
  for (const name of INGREDIENTS) {
    const value = wanted[name];
    if (value !== undefined && value !== held[name]) throw new StateMismatch(name, String(held[name]), String(value));
  }
}

/** Throws when the first block of a loaded chain is not the one that the overrides describe. */
export function checkGenesis(
  loaded: ChainValue,
  started: ChainValue,
  accounts: readonly PredeployedAccount[],
  { argent }: SystemClassSet,
  overrides: Overrides,
): void {
  const first = firstState(loaded);
  const { startTime, accountClassCustom, accountClass, systemClasses, predeclareArgent } = overrides;
  if (startTime !== undefined && startTime !== first.block.timestamp)
    throw new StateMismatch('startTime', String(first.block.timestamp), String(startTime));
  const wanted = firstState(started);
  const checkClass = (option: MismatchedOption, address: Felt) => {
    const has = first.state.classHashAt(keyOf(address));
    const needs = wanted.state.classHashAt(keyOf(address));
    if (has !== needs) throw new StateMismatch(option, `class ${formatFelt(feltOf(has))}`, formatFelt(feltOf(needs)));
  };
  const hasSystemClasses = Object.keys(systemClasses ?? {}).length > 0;
  const accountOption =
    (accountClassCustom !== undefined && 'accountClassCustom') ||
    (accountClass !== undefined && 'accountClass') ||
    (hasSystemClasses && 'systemClasses');
  if (accountOption && accounts.length > 0) checkClass(accountOption, accounts[0]!.address);
  if (hasSystemClasses)
    for (const address of [ETH.address, STRK.address, UDC_ADDRESS, UDC_LEGACY_ADDRESS])
      checkClass('systemClasses', address);
  if (predeclareArgent && argent && !first.state.isLocalClass(keyOf(argent.classHash)))
    throw new StateMismatch('predeclareArgent', 'none of its classes', formatFelt(argent.classHash));
}

/** The first block of a chain, which keeps its state. */
function firstState({ history }: ChainValue): { readonly block: Block; readonly state: State } {
  const { block, state } = history.records.at(0)!;
  return { block, state: state! };
}

/** A draft of the loaded chain. */
interface LoadedDraft {
  setGasPrices(changes: GasPriceChanges, createBlock: boolean): Promise<GasPrices>;
  setPriceSchedule(schedule: PriceSchedule, createBlock: boolean): Promise<void>;
  setBlockGeneration(mode: BlockGeneration): Promise<void>;
  readonly pool: { configure(changes: Partial<MempoolConfig>): MempoolConfig };
  record(record: JournalRecord): void;
}

/** Gives a loaded chain the prices, their schedule, the rules of the mempool and the block mode of the overrides, and records the change in its journal. */
export async function applyOverrides(draft: LoadedDraft, mode: BlockGeneration, overrides: Overrides): Promise<void> {
  const { gasPrices = {}, priceSchedule, blockGenerationOn } = overrides;
  const { l1Gas, l1DataGas, l2Gas } = await draft.setGasPrices(NO_CHANGES, false);
  const changed = (wanted: bigint | undefined, now: bigint) => (wanted === now ? undefined : wanted);
  const prices: GasPriceChanges = {
    gasPriceWei: changed(gasPrices.l1Gas?.wei, l1Gas.wei),
    dataGasPriceWei: changed(gasPrices.l1DataGas?.wei, l1DataGas.wei),
    gasPriceFri: changed(gasPrices.l1Gas?.fri, l1Gas.fri),
    dataGasPriceFri: changed(gasPrices.l1DataGas?.fri, l1DataGas.fri),
    l2GasPriceWei: changed(gasPrices.l2Gas?.wei, l2Gas.wei),
    l2GasPriceFri: changed(gasPrices.l2Gas?.fri, l2Gas.fri),
  };
  if (Object.values(prices).some((price) => price !== undefined)) {
    await draft.setGasPrices(prices, false);
    draft.record({ kind: 'pricesSet', prices });
  }
  if (priceSchedule !== undefined) {
    await draft.setPriceSchedule(priceSchedule, false);
    draft.record({ kind: 'scheduleSet', schedule: priceSchedule });
  }
  const changes = mempoolChanges(overrides);
  if (Object.keys(changes).length > 0) draft.record({ kind: 'mempoolSet', config: draft.pool.configure(changes) });
  if (blockGenerationOn === undefined || isSameMode(blockGenerationOn, mode)) return;
  await draft.setBlockGeneration(blockGenerationOn);
  draft.record({ kind: 'modeSet', mode: blockGenerationOn });
}

function mempoolChanges(overrides: Overrides): Partial<MempoolConfig> {
  const { mempoolOrdering, mempoolRandomSeed, mempoolMaxTransactionsPerBlock, mempoolRules } = overrides;
  return {
    ...(mempoolOrdering !== undefined && { ordering: mempoolOrdering }),
    ...(mempoolRandomSeed !== undefined && { randomSeed: mempoolRandomSeed }),
    ...(mempoolMaxTransactionsPerBlock !== undefined && { maxTransactionsPerBlock: mempoolMaxTransactionsPerBlock }),
    ...(mempoolRules !== undefined && { rules: mempoolRules }),
  };
}

const isSameMode = (a: BlockGeneration, b: BlockGeneration): boolean => JSON.stringify(a) === JSON.stringify(b);

const NO_CHANGES: GasPriceChanges = {
  gasPriceWei: undefined,
  dataGasPriceWei: undefined,
  gasPriceFri: undefined,
  dataGasPriceFri: undefined,
  l2GasPriceWei: undefined,
  l2GasPriceFri: undefined,
};
