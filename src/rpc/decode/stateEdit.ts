import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import type { ContractClass } from '../format/contractClass.ts';
import { invalidParams } from '../rpcError.ts';
import { largestClass } from './contractClass.ts';
import { type Decoder, decoder, likeness, list, optional, struct, wrongType } from './decoder.ts';
import { address, felt, storageKey } from './felt.ts';

const orEmpty = <T, W>(item: Decoder<T, W>): Decoder<readonly T[], readonly W[] | undefined> => {
  const items = list(item, 'editedItems');
  return Object.assign((value: Json) => items(value), { ...likeness(items), optional: true });
};

const named = { namedOnly: true } as const;
const replacedClass = struct('ReplacedClass', { contract_address: address, class_hash: felt }, named);

const migratedClass = struct('MigratedClass', { class_hash: felt, compiled_class_hash: felt }, named);
const noMigrations = decoder<undefined, readonly []>('empty list', [], (value) => {
  if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
  if (value.length === 0) return undefined;
  migratedClass(value[0]!);
  throw invalidParams('state_diff.migrated_compiled_classes is unsupported');
});

const stateDiff = struct(
  'StateDiff',
  {
    storage_diffs: orEmpty(
      struct(
        'StorageDiff',
        {
          address,
          storage_entries: list(struct('StorageEntry', { key: storageKey, value: felt }, named), 'editedItems'),
        },
        named,
      ),
    ),
    nonces: orEmpty(struct('NonceUpdate', { contract_address: address, nonce: felt }, named)),
    deployed_contracts: orEmpty(struct('DeployedContract', { address, class_hash: felt }, named)),
    replaced_classes: orEmpty(replacedClass),
    declared_classes: orEmpty(struct('DeclaredClass', { class_hash: felt, compiled_class_hash: felt }, named)),
    deprecated_declared_classes: orEmpty(felt),
    migrated_compiled_classes: optional(noMigrations),
  },
  named,
);

/** A class as `getClass` gives it, or any object of its form. */
export type ClassInput = ContractClass | { readonly [member: string]: unknown };
const classBody = decoder<JsonObject, ClassInput>('contract class, as `getClass` gives it', largestClass, (value) => {
  if (!isObject(value)) throw wrongType(value, 'a contract class');
  return value;
});

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
