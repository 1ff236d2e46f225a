import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { ChainError, invalidParams } from '../../protocol/chainError.ts';
import { fetchNeeds } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { Environment } from '../environment.ts';
import type { StateEdit } from './broadcast.ts';
import type { RunOptions } from './executor.ts';

/** An edit that passed every check, as changes. */
export interface CheckedEdit {
  readonly diff: StateDiff;
  readonly declared: readonly (readonly [FeltKey, DeclaredClass])[];
  /** The hashes of the classes that came with it, in their order. */
  readonly classes: readonly { readonly classHash: Felt; readonly compiledClassHash: Felt | undefined }[];
}

/** Checks an edit of the state in the documented order. Nothing changes here: the caller applies the result whole. */
export async function checkStateEdit(
  edit: StateEdit,
  state: State,
  env: Environment,
  waitFor: NonNullable<RunOptions['waitFor']>,
): Promise<CheckedEdit> {
  checkDuplicates(edit);
  const classes = await compileClasses(edit, env);
  return fetchNeeds(() => apply(edit, classes, state), state.base, waitFor);
}

function checkDuplicates(edit: StateEdit): void {
  unique(
    'storage_diffs.address',
    edit.storage.map(({ address }) => address),
  );
  for (const { entries } of edit.storage)
    unique(
      'storage_entries.key',
      entries.map(({ key }) => key),
    );
  unique(
    'nonces.contract_address',
    edit.nonces.map(({ address }) => address),
  );
  unique(
    'deployed_contracts.address',
    edit.deployed.map(({ address }) => address),
  );
  unique(
    'replaced_classes.contract_address',
    edit.replaced.map(({ address }) => address),
  );
  unique(
    'declared_classes.class_hash',
    edit.declared.map(({ classHash }) => classHash),
  );
  unique('deprecated_declared_classes', edit.deprecatedDeclared);
  const deployed = new Set(edit.deployed.map(({ address }) => keyOf(address)));
  if (edit.replaced.some(({ address }) => deployed.has(keyOf(address))))
    throw invalidParams('deployed_contracts and replaced_classes overlap');
  const deprecated = new Set(edit.deprecatedDeclared.map(keyOf));
  if (edit.declared.some(({ classHash }) => deprecated.has(keyOf(classHash))))
    throw invalidParams('declared_classes and deprecated_declared_classes overlap');
}

function unique(field: string, felts: readonly Felt[]): void {
  if (new Set(felts.map(keyOf)).size !== felts.length) throw invalidParams(`state_diff.${field}: duplicate entry`);
}

/** The classes of the edit, compiled and compared with the given hashes. */
async function compileClasses(edit: StateEdit, env: Environment): Promise<DeclaredClass[]> {
  const compiled: DeclaredClass[] = [];
  for (const [index, given] of edit.classes.entries()) {
    const declared = await env.compile(given.definition).catch((error: unknown) => {
      throw new ChainError('invalidContractClass', { data: error instanceof Error ? error.message : String(error) });
    });
    if (compiled.some(({ classHash }) => classHash === declared.classHash))
      throw invalidParams(`classes[${index}]: duplicate class definition`);
    if (given.classHash !== undefined && given.classHash !== declared.classHash)
      throw invalidParams(`classes[${index}].class_hash does not match definition`);
    const isSierra = declared.definition.kind === 'sierra';
    if (given.compiledClassHash !== undefined && !(isSierra && given.compiledClassHash === declared.compiledClassHash))
      throw invalidParams(`classes[${index}].compiled_class_hash does not match definition`);
    compiled.push(declared);
  }
  return compiled;
}

function apply(edit: StateEdit, classes: readonly DeclaredClass[], state: State): CheckedEdit {
  const given = new Map(classes.map((declared) => [keyOf(declared.classHash), declared]));
  const known = (classHash: Felt): DeclaredClass => {
    const declared = given.get(keyOf(classHash)) ?? state.declaredClassAt(keyOf(classHash));
    if (!declared) throw new ChainError('classHashNotFound', { data: `There is no class ${formatFelt(classHash)}.` });
    return declared;
  };
  for (const { classHash, compiledClassHash } of edit.declared) {
    const declared = known(classHash);
    if (declared.definition.kind !== 'sierra' || declared.compiledClassHash !== compiledClassHash)
      throw invalidParams('declared_classes.compiled_class_hash does not match a Sierra class');
  }
  for (const classHash of edit.deprecatedDeclared)
    if (known(classHash).definition.kind !== 'cairo0')
      throw invalidParams('deprecated_declared_classes must reference Cairo 0 classes');

  const changes = new TransactionState(state);
  const news = [...given].filter(([classHash]) => state.declaredClassAt(classHash) === undefined);
  for (const [classHash, declared] of news) changes.declare(classHash, declared);
  for (const { address, classHash } of edit.deployed) {
    if (address === 0n || changes.classHashAt(keyOf(address)) !== ZERO_KEY)
      throw invalidParams('deployed_contracts.address must be nonzero and unused');
    known(classHash);
    changes.setClassHash(keyOf(address), keyOf(classHash));
  }
  const deployed = (address: Felt): FeltKey => {
    if (changes.classHashAt(keyOf(address)) === ZERO_KEY)
      throw new ChainError('contractNotFound', { data: `There is no contract at ${formatFelt(address)}.` });
    return keyOf(address);
  };
  for (const { address, classHash } of edit.replaced) {
    const contract = deployed(address);
    known(classHash);
    changes.setClassHash(contract, keyOf(classHash));
  }
  for (const { address, entries } of edit.storage) {
    const contract = deployed(address);
    for (const { key, value } of entries) changes.setStorage(contract, keyOf(key), keyOf(value));
  }
  for (const { address, nonce } of edit.nonces) changes.setNonce(deployed(address), keyOf(nonce));

  return {
    diff: changes.diff(),
    declared: news,
    classes: classes.map(({ classHash, compiledClassHash, definition }) => ({
      classHash,
      compiledClassHash: definition.kind === 'sierra' ? compiledClassHash : undefined,
    })),
  };
}
