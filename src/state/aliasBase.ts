import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { FeltKey } from '../felt/key.ts';
import type { StateBase } from './stateBase.ts';

/** A base that also has classes under these hashes, unless it has a class of its own under the same hash. */
export function withAliases(base: StateBase, aliases: Iterable<readonly [FeltKey, DeclaredClass]>): StateBase {
  const known = new Map(aliases);
  return {
    classHashAt: (address) => base.classHashAt(address),
    nonceAt: (address) => base.nonceAt(address),
    storageAt: (address, key) => base.storageAt(address, key),
    classAt: (classHash) => {
      const own = base.classAt(classHash);
      return own === null ? (known.get(classHash) ?? null) : own;
    },
    fetch: (items, isAhead) => base.fetch(items, isAhead),
  };
}
