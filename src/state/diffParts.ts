import type { FeltKey } from '../felt/key.ts';
import { type DiffEntries, EMPTY_DIFF, type StateDiff } from './stateDiff.ts';

/** The number of entries of a part. COST: adding a part to a state takes some milliseconds. */
const ENTRIES = 1024;

/** The number of entries in a diff; every storage cell counts. */
export function diffSize(diff: StateDiff): number {
  const { deployed, replaced, declared, deprecatedDeclared, nonces, storage } = diff;
  let size = deployed.size + replaced.size + declared.size + deprecatedDeclared.size + nonces.size;
  for (const cells of storage.values()) size += cells.size;
  return size;
}

/** A diff in parts of a limited size, which have its effect if they are applied one after the other. A small diff is its only part. */
export function* diffParts(diff: StateDiff): Generator<StateDiff> {
  if (diffSize(diff) <= ENTRIES) {
    yield diff;
    return;
  }
  // There are at most as many declarations as classes.
  yield { ...EMPTY_DIFF, declared: diff.declared, deprecatedDeclared: diff.deprecatedDeclared };
  for (const deployed of pairsInParts(diff.deployed)) yield { ...EMPTY_DIFF, deployed };
  for (const replaced of pairsInParts(diff.replaced)) yield { ...EMPTY_DIFF, replaced };
  for (const nonces of pairsInParts(diff.nonces)) yield { ...EMPTY_DIFF, nonces };
  let storage = new Map<FeltKey, DiffEntries<FeltKey>>();
  let size = 0;
  for (const [address, cells] of diff.storage)
    for (const part of pairsInParts(cells)) {
      storage.set(address, part);
      size += part.size;
      if (size < ENTRIES) continue;
      yield { ...EMPTY_DIFF, storage };
      storage = new Map();
      size = 0;
    }
  if (size > 0) yield { ...EMPTY_DIFF, storage };
}

/** Pairs in maps of a limited size. */
function* pairsInParts(pairs: DiffEntries<FeltKey>): Generator<DiffEntries<FeltKey>> {
  if (pairs.size <= ENTRIES) {
    if (pairs.size > 0) yield pairs;
    return;
  }
  let part = new Map<FeltKey, FeltKey>();
  for (const [key, value] of pairs) {
    part.set(key, value);
    if (part.size < ENTRIES) continue;
    yield part;
    part = new Map();
  }
  if (part.size > 0) yield part;
}
