import type { Steps } from '../async/steps.ts';
import type { FeltKey } from '../felt/key.ts';
import { EMPTY_DIFF, type StateDiff } from './stateDiff.ts';

/** The number of cells that are merged between two pauses. */
const CELLS_AT_ONCE = 4096;

/** Merges the diffs of several transactions into one, with the last value of each entry. */
export function* mergeDiffs(diffs: readonly StateDiff[]): Steps<StateDiff> {
  if (diffs.length === 1) return diffs[0]!;
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const nonces = new Map<FeltKey, FeltKey>();
  const deployed = new Map<FeltKey, FeltKey>();
  const replaced = new Map<FeltKey, FeltKey>();
  const declared = new Map<FeltKey, FeltKey>();
  const deprecatedDeclared = new Set<FeltKey>();
  let count = 0;
  for (const diff of diffs) {
    for (const [address, cells] of diff.storage) {
      let merged = storage.get(address);
      if (!merged) storage.set(address, (merged = new Map()));
      for (const [key, value] of cells) {
        merged.set(key, value);
        if (++count % CELLS_AT_ONCE === 0) yield;
      }
    }
    for (const [address, nonce] of diff.nonces) nonces.set(address, nonce);
    for (const [address, classHash] of diff.deployed) deployed.set(address, classHash);
    // A contract deployed and replaced in one block was deployed with its last class.
    for (const [address, classHash] of diff.replaced)
      (deployed.has(address) ? deployed : replaced).set(address, classHash);
    for (const [classHash, compiled] of diff.declared) declared.set(classHash, compiled);
    for (const classHash of diff.deprecatedDeclared) deprecatedDeclared.add(classHash);
  }
  // Most blocks change few kinds of things, and every block is stored, so empty maps are shared.
  return {
    storage,
    nonces: nonces.size ? nonces : EMPTY_DIFF.nonces,
    deployed: deployed.size ? deployed : EMPTY_DIFF.deployed,
    replaced: replaced.size ? replaced : EMPTY_DIFF.replaced,
    declared: declared.size ? declared : EMPTY_DIFF.declared,
    deprecatedDeclared: deprecatedDeclared.size ? deprecatedDeclared : EMPTY_DIFF.deprecatedDeclared,
  };
}
