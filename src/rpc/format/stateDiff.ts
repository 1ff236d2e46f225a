import { finish, type Steps } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { StateDiff as StateChanges } from '../../state/stateDiff.ts';
import { type Hex, hex, hexKey } from './hex.ts';

/** What a block or a transaction changed. */
export interface StateDiff {
  readonly deployed_contracts: readonly { readonly address: Hex; readonly class_hash: Hex }[];
  readonly storage_diffs: readonly StorageDiff[];
  readonly declared_classes: readonly { readonly class_hash: Hex; readonly compiled_class_hash: Hex }[];
  readonly deprecated_declared_classes: readonly Hex[];
  readonly nonces: readonly { readonly contract_address: Hex; readonly nonce: Hex }[];
  readonly replaced_classes: readonly { readonly contract_address: Hex; readonly class_hash: Hex }[];
}

export interface StorageDiff {
  readonly address: Hex;
  readonly storage_entries: readonly { readonly key: Hex; readonly value: Hex }[];
}

/** What a block changed. That of the open block has no hash and no new root. */
export type StateUpdate =
  | { readonly block_hash: Hex; readonly new_root: Hex; readonly old_root: Hex; readonly state_diff: StateDiff }
  | { readonly old_root: Hex; readonly state_diff: StateDiff };

const ENTRIES_AT_ONCE = 1024;

// Every list is sorted by its first felt, so the same diff is always the same text.
const sorted = <V>(entries: Iterable<readonly [FeltKey, V]>): readonly (readonly [Felt, V])[] =>
  [...entries].map(([key, value]) => [feltOf(key), value] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A state diff. `only` restricts it to these contracts and all declarations. */
export const formatStateDiff = (diff: StateChanges, only?: ReadonlySet<Felt>): StateDiff =>
  finish(formatStateDiffSteps(diff, only));

/** The same, with pauses. */
export function* formatStateDiffSteps(diff: StateChanges, only?: ReadonlySet<Felt>): Steps<StateDiff> {
  const selected = <V>(entries: Iterable<readonly [FeltKey, V]>) => {
    const all = sorted(entries);
    return only ? all.filter(([address]) => only.has(address)) : all;
  };
  const storageDiffs: StorageDiff[] = [];
  for (const [address, cells] of selected(diff.storage)) {
    const entries: { key: Hex; value: Hex }[] = [];
    for (const [key, value] of sorted(cells)) {
      entries.push({ key: hex(key), value: hexKey(value) });
      if (entries.length % ENTRIES_AT_ONCE === 0) yield;
    }
    storageDiffs.push({ address: hex(address), storage_entries: entries });
    yield;
  }
  return {
    deployed_contracts: selected(diff.deployed).map(([address, classHash]) => ({
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
    nonces: selected(diff.nonces).map(([address, nonce]) => ({ contract_address: hex(address), nonce: hexKey(nonce) })),
    replaced_classes: selected(diff.replaced).map(([address, classHash]) => ({
      contract_address: hex(address),
      class_hash: hexKey(classHash),
    })),
  };
}
