import { storageAddress } from '../../execution/hash/address.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { startMarket } from '../../market/priceMarket.ts';
import { Pool } from '../../mempool/pool.ts';
import { withAliases } from '../../state/aliasBase.ts';
import type { StateItem } from '../../state/need.ts';
import { netDiff } from '../../state/netDiff.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { fetchNeeds, finishReads } from '../../state/retryRead.ts';
import { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import type { NodeConfig } from '../config.ts';
import type { Origin } from '../origin.ts';
import type { ChainValue } from '../value/chainValue.ts';
import { NO_CHEATS } from '../value/cheatList.ts';
import { setTime, WALL_CLOCK } from '../value/clock.ts';
import { emptyHistory } from '../value/history.ts';
import { emptyMessaging } from '../value/messaging.ts';
import { type OpenValue, withChange } from '../value/openBlock.ts';
import { firstOpenBlock, sealBlock, sealingOver } from '../value/seal.ts';
import { aliasedNumbers, newAliases } from '../value/stateAliases.ts';
import { balanceAddress, describingCells, ETH, STRK, supplyAddress, type Token, u256Cells } from '../value/token.ts';
import type { PredeployedAccount } from './accounts.ts';
import { CHARGEABLE_ACCOUNT } from './accounts.ts';
import { type SystemClassSet, WELL_KNOWN } from './systemClasses.ts';

// The ids of the interfaces that accounts say they have: SRC-6, which wallets check, and SRC-9 version 2, which paymasters check.
const INTERFACES = [
  0x2ceccef7f994940b3962a6c67e0ba4fcd37df7d131417c604f91e03caecc1cdn,
  0x1d1144bb2138366ff28d8e9ab57456b1d332ac42196230c3a602003c89872n,
].map(toFelt);

/** The addresses of the universal deployers. */
export const UDC_LEGACY_ADDRESS = toFelt(0x41a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bfn);
export const UDC_ADDRESS = toFelt(0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125n);

/** The inputs of genesis. */
export interface GenesisParts {
  readonly config: NodeConfig;
  readonly accounts: readonly PredeployedAccount[];
  readonly classes: SystemClassSet;
  /** The origin, if the chain is a fork. */
  readonly origin: Origin | undefined;
  /** Seconds since 1970 on the wall clock. */
  readonly now: number;
}

/**
 * The chain at its start, with tokens, deployers, accounts and the sealed genesis block. Contracts, balances and keys are
 * below the diff of block 0; the descriptions of the tokens are in it.
 */
export function genesis({ config, accounts, classes, origin, now }: GenesisParts): ChainValue {
  const ground = groundState(origin, classes);
  const below = ground.apply(groundDiff(ground, accounts, classes), origin ? classes.declared : []);
  const diff = describingDiff(below);
  const start = config.startTime;
  const sealing = sealingOver(config, origin);
  const firstNumber = origin ? origin.block.number + 1 : 0;
  const open = firstOpenBlock(firstNumber, below, config.gasPrices, sealing);
  const value: ChainValue = {
    origin,
    history: emptyHistory(firstNumber, below),
    open: config.stateAliases ? withAliasesOf(withChange(open, diff, []), below) : withChange(open, diff, []),
    clock: start === undefined ? WALL_CLOCK : setTime(WALL_CLOCK, start, now),
    prices: config.gasPrices,
    market: startMarket(config.priceSchedule, config.gasPrices, firstNumber),
    scheduledCells: undefined,
    blockGeneration: config.blockGenerationOn,
    l1AcceptedNumber: undefined,
    originAcceptedNumber: undefined,
    impersonated: PersistentMap.empty(),
    autoImpersonate: false,
    cheats: NO_CHEATS,
    pool: Pool.empty({
      ordering: config.mempoolOrdering,
      randomSeed: config.mempoolRandomSeed,
      maxTransactionsPerBlock: config.mempoolMaxTransactionsPerBlock,
      rules: config.mempoolRules,
    }),
    messaging: emptyMessaging(firstNumber),
    journal: PersistentVector.empty(),
  };
  return sealBlock(value, now, sealing);
}

/** The first block with the aliases that it gives. */
function withAliasesOf(open: OpenValue, before: State): OpenValue {
  const net = finishReads(netDiff(open.stateDiff, before));
  const aliases = finishReads(newAliases(finishReads(aliasedNumbers(net, open.protocol)), open.state));
  return aliases ? withChange(open, aliases, []) : open;
}

/** Makes the chain at its start. On a fork, it first fetches the values that genesis needs. */
export async function fetchedGenesis(parts: GenesisParts): Promise<ChainValue> {
  const { base } = groundState(parts.origin, parts.classes);
  await base.fetch(groundItems());
  return fetchNeeds(() => genesis(parts), base);
}

/** The values that genesis needs from an origin. */
export function groundItems(): StateItem[] {
  const contracts = [ETH.address, STRK.address, UDC_ADDRESS, UDC_LEGACY_ADDRESS, CHARGEABLE_ACCOUNT.address];
  return [
    ...contracts.map((address): StateItem => ({ kind: 'classHash', address: keyOf(address) })),
    ...[ETH, STRK].flatMap((token) =>
      describingCells(token, CHARGEABLE_ACCOUNT.address).map(
        ([key]): StateItem => ({ kind: 'storage', address: keyOf(token.address), key }),
      ),
    ),
  ];
}

/** Most origins have the real classes of the well-known hashes for which we use our own. */
function groundState(origin: Origin | undefined, classes: SystemClassSet): State {
  if (origin) return State.over(withAliases(origin.base, classes.aliases));
  return State.over().apply(EMPTY_DIFF, [...classes.aliases, ...classes.declared]);
}

/** Contracts, keys and balances. Tokens, deployers and the minting account stay as an origin has them. */
function groundDiff(ground: State, predeployed: readonly PredeployedAccount[], classes: SystemClassSet): StateDiff {
  const deployed = new Map<FeltKey, FeltKey>();
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const deploy = (address: Felt, { classHash }: { readonly classHash: Felt }) =>
    deployed.set(keyOf(address), keyOf(classHash));
  const isFree = (address: Felt) => ground.classHashAt(keyOf(address)) === ZERO_KEY;
  if (isFree(ETH.address)) deploy(ETH.address, classes.eth);
  if (isFree(STRK.address)) deploy(STRK.address, classes.strk);
  if (isFree(UDC_ADDRESS)) deploy(UDC_ADDRESS, classes.udc);
  if (isFree(UDC_LEGACY_ADDRESS)) deploy(UDC_LEGACY_ADDRESS, classes.udcLegacy);

  const accounts = isFree(CHARGEABLE_ACCOUNT.address) ? [...predeployed, CHARGEABLE_ACCOUNT] : predeployed;
  const supply =
    [...predeployed, CHARGEABLE_ACCOUNT].reduce((sum, account) => sum + account.initialBalance, 0n) % 2n ** 256n;
  for (const token of [ETH, STRK])
    storage.set(
      keyOf(token.address),
      new Map([
        ...u256Cells(supplyAddress(), supply),
        ...accounts.flatMap((account) => u256Cells(balanceAddress(account.address), account.initialBalance)),
      ]),
    );
  for (const { address, publicKey } of accounts) {
    deploy(address, address === CHARGEABLE_ACCOUNT.address ? classes.minter : classes.account);
    storage.set(
      keyOf(address),
      new Map([
        [keyOf(storageAddress('Account_public_key')), keyOf(publicKey)],
        ...INTERFACES.map((id) => [keyOf(storageAddress('SRC5_supported_interfaces', id)), keyOf(toFelt(1n))] as const),
      ]),
    );
  }
  return { ...EMPTY_DIFF, deployed, storage };
}

/** The state diff of block 0. */
function describingDiff(below: State): StateDiff {
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const token of [ETH, STRK]) {
    const cells = changedCells(below, token);
    if (cells.size) storage.set(keyOf(token.address), cells);
  }
  return {
    ...EMPTY_DIFF,
    storage,
    deprecatedDeclared: new Set([keyOf(WELL_KNOWN.accountCairo0), keyOf(WELL_KNOWN.udcLegacy)]),
  };
}

/** Leaves out cells that the origin already has. */
function changedCells(below: State, token: Token): Map<FeltKey, FeltKey> {
  const address = keyOf(token.address);
  return new Map(
    describingCells(token, CHARGEABLE_ACCOUNT.address).filter(
      ([key, value]) => below.storageAt(address, key) !== value,
    ),
  );
}
