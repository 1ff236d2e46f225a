import { invalidParams } from '../../protocol/errors.ts';
import { isObject } from '../envelope.ts';
import type { Json, JsonObject } from '../json.ts';
import { type Decoder, list, optional, struct, wrongType } from './decoder.ts';
import { address, felt, storageKey } from './felt.ts';

const orEmpty = <T>(item: Decoder<T>): Decoder<readonly T[]> => {
  const items = list(item);
  return Object.assign((value: Json) => items(value), { optional: true });
};

const named = { namedOnly: true } as const;
const contractClass = struct('ContractClass', { contract_address: address, class_hash: felt }, named);

const stateDiff = struct(
  'StateDiff',
  {
    storage_diffs: orEmpty(
      struct(
        'StorageDiff',
        { address, storage_entries: list(struct('StorageEntry', { key: storageKey, value: felt }, named)) },
        named,
      ),
    ),
    nonces: orEmpty(struct('NonceUpdate', { contract_address: address, nonce: felt }, named)),
    deployed_contracts: orEmpty(struct('DeployedContract', { address, class_hash: felt }, named)),
    replaced_classes: orEmpty(contractClass),
    declared_classes: orEmpty(struct('DeclaredClass', { class_hash: felt, compiled_class_hash: felt }, named)),
    deprecated_declared_classes: orEmpty(felt),
    migrated_compiled_classes: optional(
      list(struct('MigratedClass', { class_hash: felt, compiled_class_hash: felt }, named)),
    ),
  },
  named,
);

const classBody: Decoder<JsonObject> = (value) => {
  if (!isObject(value)) throw wrongType(value, 'a contract class');
  return value;
};

/** The parameters of `applyStateDiff`; class bodies are read later, since a Cairo 0 one has to be unpacked. */
export const stateEdit = struct('ApplyStateDiffRequest', {
  state_diff: stateDiff,
  classes: orEmpty(
    struct(
      'ClassDefinition',
      { contract_class: classBody, class_hash: optional(felt), compiled_class_hash: optional(felt) },
      named,
    ),
  ),
});

type Edit = ReturnType<typeof stateEdit>['stateDiff'];

/** What contradicts itself within a state diff, whatever the chain holds. */
export function checkStateEdit(edit: Edit): void {
  if ((edit.migratedCompiledClasses ?? []).length > 0)
    throw invalidParams('state_diff.migrated_compiled_classes is unsupported');
  const deployed = (edit.deployedContracts ?? []).map(({ address }) => address);
  const replaced = (edit.replacedClasses ?? []).map(({ contractAddress }) => contractAddress);
  const declared = (edit.declaredClasses ?? []).map(({ classHash }) => classHash);
  const deprecated = edit.deprecatedDeclaredClasses ?? [];
  unique(
    'storage_diffs.address',
    (edit.storageDiffs ?? []).map(({ address }) => address),
  );
  for (const { storageEntries } of edit.storageDiffs ?? [])
    unique(
      'storage_entries.key',
      storageEntries.map(({ key }) => key),
    );
  unique(
    'nonces.contract_address',
    (edit.nonces ?? []).map(({ contractAddress }) => contractAddress),
  );
  unique('deployed_contracts.address', deployed);
  unique('replaced_classes.contract_address', replaced);
  unique('declared_classes.class_hash', declared);
  unique('deprecated_declared_classes', deprecated);
  disjoint('deployed_contracts and replaced_classes overlap', deployed, replaced);
  disjoint('declared_classes and deprecated_declared_classes overlap', declared, deprecated);
}

function unique(field: string, felts: readonly bigint[]): void {
  if (new Set(felts).size < felts.length) throw invalidParams(`state_diff.${field}: duplicate entry`);
}

function disjoint(message: string, some: readonly bigint[], others: readonly bigint[]): void {
  const known = new Set(some);
  if (others.some((felt) => known.has(felt))) throw invalidParams(message);
}
