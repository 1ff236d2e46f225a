import { toFelt } from '../felt/felt.ts';
import { pedersenKeys, starknetKeccak } from '../felt/hash.ts';
import { type FeltKey, feltOf, keyOf } from '../felt/key.ts';
import type { StateReader } from '../state/stateReader.ts';
import { ADDRESS_BOUND, selectorOf } from './hash/address.ts';

export const TRANSFER_SELECTOR = keyOf(selectorOf('transfer'));
const BALANCES = keyOf(starknetKeccak('ERC20_balances'));

const cellCache = new Map<FeltKey, readonly [low: FeltKey, high: FeltKey]>();
/** COST: an entry takes about 200 bytes. */
const MAX_CACHED = 4096;

/** The two storage cells of a token that contain an account's balance. */
export function balanceCellsOf(account: FeltKey): readonly [low: FeltKey, high: FeltKey] {
  let cells = cellCache.get(account);
  if (!cells) {
    const low = feltOf(pedersenKeys(BALANCES, account)) % ADDRESS_BOUND;
    cells = [keyOf(toFelt(low)), keyOf(toFelt(low + 1n))];
    if (cellCache.size >= MAX_CACHED) cellCache.clear();
    cellCache.set(account, cells);
  }
  return cells;
}

/** An account's balance of a token, as two limbs of 128 bits. */
export function balanceOf(state: StateReader, token: FeltKey, account: FeltKey): { low: bigint; high: bigint } {
  const [low, high] = balanceCellsOf(account);
  return { low: feltOf(state.storageAt(token, low)), high: feltOf(state.storageAt(token, high)) };
}
