import type { ChainView } from '../../chain/chainView.ts';
import { CHARGEABLE_ACCOUNT } from '../../chain/genesis/accounts.ts';
import { UDC_ADDRESS, UDC_LEGACY_ADDRESS } from '../../chain/genesis/genesis.ts';
import { executedAt } from '../../chain/run/rerun.ts';
import { ETH, STRK } from '../../chain/value/token.ts';
import type { Felt } from '../../felt/felt.ts';
import { pedersenKeys } from '../../felt/hash.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { lastWrites } from './cellWrites.ts';
import type { ClassVariables } from './classVariables.ts';
import type { openKey } from './openKey.ts';
import { addressOf, preimagesOf } from './preimages.ts';
import { recordAgain } from './storageReads.ts';

/** Transactions that are run again for one request. COST: about as much as when they were sent. */
const MAX_RERUNS = 256;
/** Hashes that are tried out for one request. COST: about 20 µs each. */
const MAX_TRIES = 2048;

/** Opens a key with what is known by now. */
export type OpenCell = (key: FeltKey) => ReturnType<typeof openKey>;

/**
 * Finds out what storage keys were hashed from. The transaction that wrote a cell computed its key, so it is run again; keys that no
 * transaction wrote are compared with hashes of known addresses.
 */
export async function learnKeys(
  view: ChainView,
  address: FeltKey,
  variables: ClassVariables,
  keys: readonly FeltKey[],
  open: OpenCell,
): Promise<void> {
  const { value } = view;
  const preimages = preimagesOf(view.surroundings);
  const unwritten = new Set(keys);
  let reruns = 0;
  for (const write of lastWrites(value, address, keys)) {
    await view.rest();
    if (write?.index === undefined) continue;
    const { blockNumber, index, keys: written } = write;
    for (const key of written) unwritten.delete(key);
    const place = { blockNumber, index };
    if (written.every(open) || preimages.hasLearned(executedAt(value, place))) continue;
    if (++reruns > MAX_RERUNS) break;
    await recordAgain(view, place);
  }
  if (unwritten.size > 0) await tryAddresses(view, variables, unwritten);
}

/** Hashes the entries that maps may have for known addresses, and looks for keys among those for constants of the class. */
async function tryAddresses(view: ChainView, variables: ClassVariables, keys: ReadonlySet<FeltKey>): Promise<void> {
  const { accounts } = view.surroundings;
  const preimages = preimagesOf(view.surroundings);
  const addresses: Felt[] = [
    ...[STRK.address, ETH.address, UDC_ADDRESS, UDC_LEGACY_ADDRESS, CHARGEABLE_ACCOUNT.address],
    ...accounts.map(({ address }) => address),
  ];
  const isNew = !preimages.hasLearned(variables);
  let tries = 0;
  for (const { base, type } of variables.byName.values()) {
    if (type && type.kind !== 'map') continue;
    const isPlain = type?.kind === 'map' && type.key.kind === 'felt' && type.key.name === 'felt252';
    for (const felt of isPlain ? [...variables.constants].map(feltOf) : isNew ? addresses : []) {
      if (++tries > MAX_TRIES) return;
      const hash = pedersenKeys(keyOf(base), keyOf(felt));
      if (!isPlain || keys.has(addressOf(hash))) preimages.addPair(keyOf(base), keyOf(felt), hash);
      const rest = view.rest();
      if (rest) await rest;
    }
  }
  preimages.setLearned(variables);
}
