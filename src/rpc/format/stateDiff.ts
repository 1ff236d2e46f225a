import { sortSteps } from '../../async/sortSteps.ts';
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
function* sorted<V>(entries: Iterable<readonly [FeltKey, V]>): Steps<readonly (readonly [Felt, V])[]> {
  const pairs: [Felt, V][] = [];
  for (const [key, value] of entries) {
    pairs.push([feltOf(key), value]);
    if (pairs.length % ENTRIES_AT_ONCE === 0) yield;
  }
  return yield* sortSteps(pairs, ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Writes each pair of a sorted list. */
function* written<V, T>(pairs: readonly (readonly [Felt, V])[], write: (key: Felt, value: V) => T): Steps<T[]> {
  const items: T[] = [];
  for (const [key, value] of pairs) {
    items.push(write(key, value));
    if (items.length % ENTRIES_AT_ONCE === 0) yield;
  }
  return items;
}

/** A state diff. `only` restricts it to these contracts and all declarations. */
export const formatStateDiff = (diff: StateChanges, only?: ReadonlySet<Felt>): StateDiff =>
  finish(formatStateDiffSteps(diff, only));

/** Writes a state diff with pauses. `only` restricts it to these contracts and all declarations. */
export function* formatStateDiffSteps(diff: StateChanges, only?: ReadonlySet<Felt>): Steps<StateDiff> {
  function* selected<V>(entries: Iterable<readonly [FeltKey, V]>): Steps<readonly (readonly [Felt, V])[]> {
    const all = yield* sorted(entries);
    return only ? all.filter(([address]) => only.has(address)) : all;
  }
  const storageDiffs: StorageDiff[] = [];
  for (const [address, cells] of yield* selected(diff.storage)) {
    const entries = yield* written(yield* sorted(cells), (key, value) => ({ key: hex(key), value: hexKey(value) }));
    storageDiffs.push({ address: hex(address), storage_entries: entries });
    yield;
  }
  const deprecated = [...diff.deprecatedDeclared].map((key) => [key, null] as const);
  return {
    deployed_contracts: yield* written(yield* selected(diff.deployed), (address, classHash) => ({
      address: hex(address),
      class_hash: hexKey(classHash),
    })),
    storage_diffs: storageDiffs,
    declared_classes: yield* written(yield* sorted(diff.declared), (classHash, compiled) => ({
      class_hash: hex(classHash),
      compiled_class_hash: hexKey(compiled),
    })),
    deprecated_declared_classes: yield* written(yield* sorted(deprecated), hex),
    nonces: yield* written(yield* selected(diff.nonces), (address, nonce) => ({
      contract_address: hex(address),
      nonce: hexKey(nonce),
    })),
    replaced_classes: yield* written(yield* selected(diff.replaced), (address, classHash) => ({
      contract_address: hex(address),
      class_hash: hexKey(classHash),
    })),
  };
}
