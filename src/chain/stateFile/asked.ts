// What a start asks for expressly, beside a state file: it takes effect where a chain that is there can follow it, and
// is refused where the chain was made otherwise.
import type { GasPrices } from '../../execution/blockContext.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { feltOf, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import type { BlockGeneration, NodeConfig } from '../config.ts';
import { UDC_ADDRESS, UDC_LEGACY_ADDRESS } from '../genesis/genesis.ts';
import type { SystemClassSet } from '../genesis/systemClasses.ts';
import type { ChainDraft, GasPriceChanges, JournalEntry, PredeployedAccount } from '../node.ts';
import type { Block } from '../value/block.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { ETH, STRK } from '../value/token.ts';
import { StateMismatch } from './stateFileError.ts';

/** What a chain was made of: a node must be started with the same to load it. */
export type Ingredients = Pick<NodeConfig, 'chainId' | 'seed' | 'accounts' | 'initialBalance' | 'liteMode'>;

/** How the ingredients are called where they are given. */
const INGREDIENT_OPTIONS = {
  chainId: 'chain-id',
  seed: 'seed',
  accounts: 'accounts',
  initialBalance: 'initial-balance',
  liteMode: 'lite-mode',
} as const satisfies Record<keyof Ingredients, string>;

type OfGenesis = 'startTimeSeconds' | 'accountClass' | 'accountClassCustom' | 'predeclareArgent' | 'systemClasses';

/** What was asked for; what is undefined comes from the file. */
export type Asked = Partial<Ingredients & Pick<NodeConfig, OfGenesis | 'blockGeneration'>> & {
  readonly gasPrices?: { readonly [K in keyof GasPrices]?: Partial<GasPrices[K]> };
};

/** Throws when the chain of a file was made of something else than what is wanted. */
export function checkIngredients(held: Ingredients, wanted: Partial<Ingredients>): void {
  for (const name of Object.keys(INGREDIENT_OPTIONS) as (keyof Ingredients)[]) {
    const value = wanted[name];
    if (value !== undefined && value !== held[name])
      throw new StateMismatch(INGREDIENT_OPTIONS[name], String(held[name]), String(value));
  }
}

/** Throws when the first block of a loaded chain is not the one that was asked for. */
export function checkGenesis(
  loaded: ChainValue,
  started: ChainValue,
  accounts: readonly PredeployedAccount[],
  { argent }: SystemClassSet,
  asked: Asked,
): void {
  const first = firstState(loaded);
  const { startTimeSeconds, accountClassCustom, accountClass, systemClasses, predeclareArgent } = asked;
  if (startTimeSeconds !== undefined && startTimeSeconds !== first.block.timestamp)
    throw new StateMismatch('start-time', String(first.block.timestamp), String(startTimeSeconds));
  const wanted = firstState(started);
  const checkClass = (option: string, address: Felt) => {
    const has = first.state.classHashAt(keyOf(address));
    const needs = wanted.state.classHashAt(keyOf(address));
    if (has !== needs) throw new StateMismatch(option, `class ${formatFelt(feltOf(has))}`, formatFelt(feltOf(needs)));
  };
  const hasSystemClasses = Object.keys(systemClasses ?? {}).length > 0;
  const accountOption =
    (accountClassCustom !== undefined && 'account-class-custom') ||
    (accountClass !== undefined && 'account-class') ||
    (hasSystemClasses && 'system-classes');
  if (accountOption && accounts.length > 0) checkClass(accountOption, accounts[0]!.address);
  if (hasSystemClasses)
    for (const address of [ETH.address, STRK.address, UDC_ADDRESS, UDC_LEGACY_ADDRESS])
      checkClass('system-classes', address);
  if (predeclareArgent && argent && !first.state.isLocalClass(keyOf(argent.classHash)))
    throw new StateMismatch('predeclare-argent', 'none of its classes', formatFelt(argent.classHash));
}

/** The first block of a chain, which keeps its state. */
function firstState({ history }: ChainValue): { readonly block: Block; readonly state: State } {
  const { block, state } = history.records.at(0)!;
  return { block, state: state! };
}

const entry = (method: string, params: unknown): JournalEntry => ({ jsonrpc: '2.0', method, params, id: 0 });

/** Gives a loaded chain the prices and the mode that were asked for; the journal, if one is kept, tells of the change. */
export function applyAsked(draft: ChainDraft, mode: BlockGeneration, { gasPrices = {}, blockGeneration }: Asked): void {
  const { l1Gas, l1DataGas, l2Gas } = draft.setGasPrices(NO_CHANGES, false);
  const changed = (asked: bigint | undefined, now: bigint) => (asked === now ? undefined : asked);
  const changes: GasPriceChanges = {
    gasPriceWei: changed(gasPrices.l1Gas?.wei, l1Gas.wei),
    dataGasPriceWei: changed(gasPrices.l1DataGas?.wei, l1DataGas.wei),
    gasPriceFri: changed(gasPrices.l1Gas?.fri, l1Gas.fri),
    dataGasPriceFri: changed(gasPrices.l1DataGas?.fri, l1DataGas.fri),
    l2GasPriceWei: changed(gasPrices.l2Gas?.wei, l2Gas.wei),
    l2GasPriceFri: changed(gasPrices.l2Gas?.fri, l2Gas.fri),
  };
  const params = Object.entries(changes).filter(([, price]) => price !== undefined);
  if (params.length > 0) {
    draft.setGasPrices(changes, false);
    draft.record(
      entry('devnet_setGasPrice', Object.fromEntries(params.map(([name, price]) => [snake(name), jsonNumber(price!)]))),
    );
  }
  if (blockGeneration === undefined || modeText(blockGeneration) === modeText(mode)) return;
  draft.setBlockGeneration(blockGeneration);
  draft.record(entry('devnet_setBlockMode', { mode: modeText(blockGeneration) }));
}

const NO_CHANGES: GasPriceChanges = {
  gasPriceWei: undefined,
  dataGasPriceWei: undefined,
  gasPriceFri: undefined,
  dataGasPriceFri: undefined,
  l2GasPriceWei: undefined,
  l2GasPriceFri: undefined,
};

const jsonNumber = (value: bigint) => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const modeText = (mode: BlockGeneration) => (typeof mode === 'object' ? mode.intervalSeconds : mode);
