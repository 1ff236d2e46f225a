import { finish, type Steps } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { hex, hexKey } from './hex.ts';

const ENTRIES_AT_ONCE = 1024;

// Every list is sorted by its first felt, so the same diff is always the same text.
const sorted = <V>(entries: Iterable<readonly [FeltKey, V]>): readonly (readonly [Felt, V])[] =>
  [...entries].map(([key, value]) => [feltOf(key), value] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A state diff; `only` keeps what belongs to these contracts, and all declarations. */
export const formatStateDiff = (diff: StateDiff, only?: ReadonlySet<Felt>): object =>
  finish(formatStateDiffSteps(diff, only));

/** The same, with pauses. */
export function* formatStateDiffSteps(diff: StateDiff, only?: ReadonlySet<Felt>): Steps<object> {
  const kept = <V>(entries: Iterable<readonly [FeltKey, V]>) => {
    const all = sorted(entries);
    return only ? all.filter(([address]) => only.has(address)) : all;
  };
  const storageDiffs: object[] = [];
  for (const [address, cells] of kept(diff.storage)) {
    const entries: object[] = [];
    for (const [key, value] of sorted(cells)) {
      entries.push({ key: hex(key), value: hexKey(value) });
      if (entries.length % ENTRIES_AT_ONCE === 0) yield;
    }
    storageDiffs.push({ address: hex(address), storage_entries: entries });
    yield;
  }
  return {
    deployed_contracts: kept(diff.deployed).map(([address, classHash]) => ({
      address: hex(address),
      class_hash: hexKey(classHash),
    })),
    storage_diffs: storageDiffs,
    declared_classes: sorted(diff.declared).map(([classHash, compiled]) => ({
      class_hash: hex(classHash),
      compiled_class_hash: hexKey(compiled),
    })),
    deprecated_declared_classes: sorted([...diff.deprecatedDeclared].map((key) => [key, null] as const)).map(
      ([classHash]) => hex(classHash),
    ),
    nonces: kept(diff.nonces).map(([address, nonce]) => ({ contract_address: hex(address), nonce: hexKey(nonce) })),
    replaced_classes: kept(diff.replaced).map(([address, classHash]) => ({
      contract_address: hex(address),
      class_hash: hexKey(classHash),
    })),
  };
}
