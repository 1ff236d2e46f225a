import type { FeltKey } from '../felt/key.ts';
import { PersistentMap } from './persistentMap.ts';
import type { DiffEntries, DiffKeys, StateDiff } from './stateDiff.ts';

type Pairs = PersistentMap<FeltKey, FeltKey>;

/**
 * The diff of several transactions, with the last value of each entry. It is persistent: adding a diff gives a new one, which
 * shares everything unchanged. `mergeDiffs` (mergeDiffs.ts) gives the same result for a whole list.
 */
export interface MergedDiff extends StateDiff {
  readonly storage: PersistentMap<FeltKey, Pairs>;
  readonly nonces: Pairs;
  readonly deployed: Pairs;
  readonly replaced: Pairs;
  readonly declared: Pairs;
  readonly deprecatedDeclared: KeySet;
}

/** A persistent set of keys. */
class KeySet implements DiffKeys {
  readonly #keys: PersistentMap<FeltKey, true>;

  constructor(keys: PersistentMap<FeltKey, true>) {
    this.#keys = keys;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: FeltKey): boolean {
    return this.#keys.has(key);
  }

  withAll(keys: DiffKeys): KeySet {
    return keys.size === 0 ? this : new KeySet(this.#keys.setAll([...keys].map((key) => [key, true])));
  }

  [Symbol.iterator](): Iterator<FeltKey> {
    return this.#keys.keys();
  }
}

const NO_PAIRS: Pairs = PersistentMap.empty();

export const EMPTY_MERGED_DIFF: MergedDiff = {
  storage: PersistentMap.empty(),
  nonces: NO_PAIRS,
  deployed: NO_PAIRS,
  replaced: NO_PAIRS,
  declared: NO_PAIRS,
  deprecatedDeclared: new KeySet(PersistentMap.empty()),
};

/** The merged diff with one more diff. COST: proportional to the new diff, whatever was merged before. */
export function withDiff(merged: MergedDiff, diff: StateDiff): MergedDiff {
  const deployed = withPairs(merged.deployed, diff.deployed);
  return {
    storage: withCells(merged.storage, diff.storage),
    nonces: withPairs(merged.nonces, diff.nonces),
    ...(diff.replaced.size === 0 ? { deployed, replaced: merged.replaced } : withReplaced(deployed, merged, diff)),
    declared: withPairs(merged.declared, diff.declared),
    deprecatedDeclared: merged.deprecatedDeclared.withAll(diff.deprecatedDeclared),
  };
}

const withPairs = (merged: Pairs, pairs: DiffEntries<FeltKey>): Pairs =>
  pairs.size === 0 ? merged : merged.setAll(pairs);

/** A contract that was deployed and replaced in one block was deployed with its last class. */
function withReplaced(
  deployed: Pairs,
  { replaced }: MergedDiff,
  diff: StateDiff,
): Pick<MergedDiff, 'deployed' | 'replaced'> {
  const pairs = [...diff.replaced];
  return {
    deployed: deployed.setAll(pairs.filter(([address]) => deployed.has(address))),
    replaced: replaced.setAll(pairs.filter(([address]) => !deployed.has(address))),
  };
}

function withCells(merged: MergedDiff['storage'], storage: StateDiff['storage']): MergedDiff['storage'] {
  if (storage.size === 0) return merged;
  const changed: (readonly [FeltKey, Pairs])[] = [];
  for (const [address, cells] of storage) changed.push([address, (merged.get(address) ?? NO_PAIRS).setAll(cells)]);
  return merged.setAll(changed);
}
