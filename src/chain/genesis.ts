import { storageAddress } from '../execution/hash/address.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import { State } from '../state/state.ts';
import type { StateBase } from '../state/stateBase.ts';
import { EMPTY_DIFF, type StateDiff } from '../state/stateDiff.ts';
import { CHARGEABLE_ACCOUNT } from './accounts.ts';
import type { ChainValue } from './chainValue.ts';
import { clockAt, WALL_CLOCK } from './clock.ts';
import type { NodeConfig } from './config.ts';
import { emptyHistory } from './history.ts';
import { emptyMessaging } from './messaging.ts';
import type { PredeployedAccount } from './node.ts';
import { type Sealing, sealBlock } from './seal.ts';
import { type SystemClassSet, WELL_KNOWN } from './systemClasses.ts';
import { balanceAddress, describingCells, ETH, STRK, supplyAddress, type Token, u256Cells } from './token.ts';

// What wallets ask an account for: SRC-6.
const ISRC6 = toFelt(0x2ceccef7f994940b3962a6c67e0ba4fcd37df7d131417c604f91e03caecc1cdn);

/** The deployers' addresses. */
export const UDC_LEGACY_ADDRESS = toFelt(0x41a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bfn);
export const UDC_ADDRESS = toFelt(0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125n);

/** What a chain starts from. */
export interface GenesisParts {
  readonly config: NodeConfig;
  readonly accounts: readonly PredeployedAccount[];
  readonly classes: SystemClassSet;
  readonly base: StateBase;
  /** The number of genesis: 0, or the one after a fork's origin block. */
  readonly firstNumber: number;
  readonly sealing: Sealing;
  /** Seconds since 1970 on the wall clock. */
  readonly now: number;
}

/**
 * The chain at its start: tokens, deployers and accounts in place, genesis sealed. Contracts, balances and keys lie
 * below the diff of block 0; what describes the tokens is in it.
 */
export function genesis({ config, accounts, classes, base, firstNumber, sealing, now }: GenesisParts): ChainValue {
  const all = [...accounts, CHARGEABLE_ACCOUNT];
  const below = State.over(base).apply(groundDiff(all, classes), classes.declared);
  const diff = describingDiff(below);
  const start = config.startTimeSeconds;
  const value: ChainValue = {
    history: emptyHistory(firstNumber),
    open: {
      number: firstNumber,
      header: undefined,
      executed: [],
      initial: below,
      state: below.apply(diff),
      diffs: [diff],
    },
    clock: start === undefined ? WALL_CLOCK : clockAt(Number(start), now),
    prices: config.gasPrices,
    blockGeneration: config.blockGeneration,
    l1AcceptedNumber: undefined,
    impersonated: PersistentMap.empty(),
    autoImpersonate: false,
    messaging: emptyMessaging(firstNumber),
    journal: PersistentVector.empty(),
  };
  return sealBlock(value, now, sealing);
}

/** Contracts, keys and balances. */
function groundDiff(accounts: readonly PredeployedAccount[], classes: SystemClassSet): StateDiff {
  const deployed = new Map<FeltKey, FeltKey>();
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const deploy = (address: Felt, { classHash }: { readonly classHash: Felt }) =>
    deployed.set(keyOf(address), keyOf(classHash));
  deploy(ETH.address, classes.eth);
  deploy(STRK.address, classes.strk);
  deploy(UDC_ADDRESS, classes.udc);
  deploy(UDC_LEGACY_ADDRESS, classes.udcLegacy);

  const supply = accounts.reduce((sum, account) => sum + account.initialBalance, 0n) % 2n ** 256n;
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
        [keyOf(storageAddress('SRC5_supported_interfaces', ISRC6)), keyOf(toFelt(1n))],
      ]),
    );
  }
  return { ...EMPTY_DIFF, deployed, storage };
}

/** What block 0 shows as its changes. */
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

/** Cells that a fork's origin has already do not change. */
function changedCells(below: State, token: Token): Map<FeltKey, FeltKey> {
  const address = keyOf(token.address);
  return new Map(
    describingCells(token, CHARGEABLE_ACCOUNT.address).filter(
      ([key, value]) => below.storageAt(address, key) !== value,
    ),
  );
}
