import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { invalidParams } from '../rpcError.ts';
import { type Decoder, list, optional, struct, wrongType } from './decoder.ts';
import { address, felt, storageKey } from './felt.ts';

const orEmpty = <T>(item: Decoder<T>): Decoder<readonly T[]> => {
  const items = list(item);
  return Object.assign((value: Json) => items(value), { optional: true });
};

const named = { namedOnly: true } as const;
const contractClass = struct('ContractClass', { contract_address: address, class_hash: felt }, named);

const migrations = list(struct('MigratedClass', { class_hash: felt, compiled_class_hash: felt }, named));
const noMigrations: Decoder<undefined> = (value) => {
  if (migrations(value).length > 0) throw invalidParams('state_diff.migrated_compiled_classes is unsupported');
  return undefined;
};

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
    migrated_compiled_classes: optional(noMigrations),
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
