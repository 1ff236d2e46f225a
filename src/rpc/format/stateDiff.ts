import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { hex, hexKey } from './hex.ts';

// Every list is sorted by its first felt, so the same diff is always the same text.
const sorted = <V>(entries: Iterable<readonly [FeltKey, V]>): readonly (readonly [Felt, V])[] =>
  [...entries].map(([key, value]) => [feltOf(key), value] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A state diff; `only` keeps what belongs to these contracts, and all declarations. */
export function formatStateDiff(diff: StateDiff, only?: ReadonlySet<Felt>): object {
  const kept = <V>(entries: Iterable<readonly [FeltKey, V]>) => {
    const all = sorted(entries);
    return only ? all.filter(([address]) => only.has(address)) : all;
  };
  return {
    deployed_contracts: kept(diff.deployed).map(([address, classHash]) => ({
      address: hex(address),
      class_hash: hexKey(classHash),
    })),
    storage_diffs: kept(diff.storage).map(([address, cells]) => ({
      address: hex(address),
      storage_entries: sorted(cells).map(([key, value]) => ({ key: hex(key), value: hexKey(value) })),
    })),
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
