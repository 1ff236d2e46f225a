import type { FeltKey } from '../felt/key.ts';
import { type FetchingSteps, retryRead } from './retryRead.ts';
import type { State } from './state.ts';
import type { DiffEntries, StateDiff } from './stateDiff.ts';

/** The entries that are compared between two pauses. */
const ENTRIES_AT_ONCE = 1024;

/** The changes of a block without what it changed back: cells and classes that are the same as in the state before the block. */
export function* netDiff(diff: StateDiff, before: State): FetchingSteps<StateDiff> {
  let seen = 0;
  function* changed(
    entries: DiffEntries<FeltKey>,
    valueBefore: (key: FeltKey) => FeltKey,
  ): FetchingSteps<Map<FeltKey, FeltKey>> {
    const kept = new Map<FeltKey, FeltKey>();
    for (const [key, value] of entries) {
      if (++seen % ENTRIES_AT_ONCE === 0) yield;
      if ((yield* retryRead(() => valueBefore(key))) !== value) kept.set(key, value);
    }
    return kept;
  }
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const [address, cells] of diff.storage) {
    const kept = yield* changed(cells, (key) => before.storageAt(address, key));
    if (kept.size > 0) storage.set(address, kept);
  }
  return { ...diff, storage, replaced: yield* changed(diff.replaced, (address) => before.classHashAt(address)) };
}
