import { parseFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { StateBase } from '../../state/stateBase.ts';
import type { StateBefore } from '../../tools/replay/replayer.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The state before a block with what its transactions read already known, as the origin's trace of the block says. Everything else is
 * fetched as usual.
 */
export function primedBy(origin: StateBefore, initialReads: unknown): StateBefore {
  if (typeof initialReads !== 'object' || initialReads === null) return origin;
  const { storage, nonces, class_hashes } = initialReads as Entry;
  const cells = mapOf(storage, ['contract_address', 'key'], 'value');
  const nonceMap = mapOf(nonces, ['contract_address'], 'nonce');
  const classes = mapOf(class_hashes, ['contract_address'], 'class_hash');
  const { base } = origin;
  const primed: StateBase = {
    classHashAt: (address) => classes.get(address) ?? base.classHashAt(address),
    nonceAt: (address) => nonceMap.get(address) ?? base.nonceAt(address),
    storageAt: (address, key) => cells.get(address + key) ?? base.storageAt(address, key),
    classAt: (classHash) => base.classAt(classHash),
    fetch: (items, isAhead) => base.fetch(items, isAhead),
  };
  return { chainId: origin.chainId, hashes: origin.hashes, base: primed };
}

/** The values of a list of entries by the members that name them. Entries that cannot be read are left out. */
function mapOf(list: unknown, names: readonly string[], value: string): ReadonlyMap<string, FeltKey> {
  const map = new Map<string, FeltKey>();
  for (const entry of Array.isArray(list) ? (list as readonly Entry[]) : []) {
    const keys = names.map((name) => parseFelt(entry[name]));
    const felt = parseFelt(entry[value]);
    if (felt !== undefined && keys.every((key) => key !== undefined))
      map.set(keys.map((key) => keyOf(key!)).join(''), keyOf(felt));
  }
  return map;
}
