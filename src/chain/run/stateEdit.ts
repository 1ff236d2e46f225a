import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { fetchNeeds } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { Environment } from '../environment.ts';
import type { StateEdit } from './broadcast.ts';
import type { RunOptions } from './executor.ts';

/** The lists of an edit that must not name the same thing twice. `storageKeys` are the cells of one contract. */
export type EditedList = Exclude<keyof StateEdit, 'classes'> | 'storageKeys';

/** What is wrong with an edit. `index` is that of one of its classes. */
export type EditFault =
  | { readonly kind: 'duplicate'; readonly list: EditedList }
  | { readonly kind: 'inBothLists'; readonly lists: 'deployedAndReplaced' | 'declaredAndDeprecated' }
  | { readonly kind: 'duplicateClass' | 'otherClassHash' | 'otherCompiledClassHash'; readonly index: number }
  | { readonly kind: 'declaredWithOtherHash' | 'deprecatedIsSierra' | 'addressInUse' };

/** An edit that contradicts itself or the classes and contracts that it names. The RPC layer words it. */
export class StateEditError extends Error {
  override readonly name = 'StateEditError';
  readonly fault: EditFault;

  constructor(fault: EditFault) {
    super(`The edit of the state is refused: ${fault.kind}`);
    this.fault = fault;
  }
}

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
  const addresses = (list: readonly { readonly address: Felt }[]) => list.map(({ address }) => address);
  checkUnique('storage', addresses(edit.storage));
  for (const { entries } of edit.storage) {
    const keys = entries.map(({ key }) => key);
    checkUnique('storageKeys', keys);
  }
  checkUnique('nonces', addresses(edit.nonces));
  checkUnique('deployed', addresses(edit.deployed));
  checkUnique('replaced', addresses(edit.replaced));
  const declared = edit.declared.map(({ classHash }) => classHash);
  checkUnique('declared', declared);
  checkUnique('deprecatedDeclared', edit.deprecatedDeclared);
  if (overlap(addresses(edit.deployed), addresses(edit.replaced)))
    throw new StateEditError({ kind: 'inBothLists', lists: 'deployedAndReplaced' });
  if (overlap(edit.deprecatedDeclared, declared))
    throw new StateEditError({ kind: 'inBothLists', lists: 'declaredAndDeprecated' });
}

function checkUnique(list: EditedList, felts: readonly Felt[]): void {
  if (new Set(felts.map(keyOf)).size !== felts.length) throw new StateEditError({ kind: 'duplicate', list });
}

function overlap(some: readonly Felt[], others: readonly Felt[]): boolean {
  const keys = new Set(some.map(keyOf));
  return others.some((felt) => keys.has(keyOf(felt)));
}

/** The classes of the edit, compiled and compared with the given hashes. */
async function compileClasses(edit: StateEdit, env: Environment): Promise<DeclaredClass[]> {
  const compiled: DeclaredClass[] = [];
  for (const [index, given] of edit.classes.entries()) {
    const declared = await env.compile(given.definition).catch((error: unknown) => {
      throw new ChainError('invalidContractClass', { help: error instanceof Error ? error.message : String(error) });
    });
    if (compiled.some(({ classHash }) => classHash === declared.classHash))
      throw new StateEditError({ kind: 'duplicateClass', index });
    if (given.classHash !== undefined && given.classHash !== declared.classHash)
      throw new StateEditError({ kind: 'otherClassHash', index });
    const isSierra = declared.definition.kind === 'sierra';
    if (given.compiledClassHash !== undefined && !(isSierra && given.compiledClassHash === declared.compiledClassHash))
      throw new StateEditError({ kind: 'otherCompiledClassHash', index });
    compiled.push(declared);
  }
  return compiled;
}

function apply(edit: StateEdit, classes: readonly DeclaredClass[], state: State): CheckedEdit {
  const given = new Map(classes.map((declared) => [keyOf(declared.classHash), declared]));
  const known = (classHash: Felt): DeclaredClass => {
    const declared = given.get(keyOf(classHash)) ?? state.declaredClassAt(keyOf(classHash));
    if (!declared) throw new ChainError('classHashNotFound', { help: `There is no class ${formatFelt(classHash)}.` });
    return declared;
  };
  for (const { classHash, compiledClassHash } of edit.declared) {
    const declared = known(classHash);
    if (declared.definition.kind !== 'sierra' || declared.compiledClassHash !== compiledClassHash)
      throw new StateEditError({ kind: 'declaredWithOtherHash' });
  }
  for (const classHash of edit.deprecatedDeclared)
    if (known(classHash).definition.kind !== 'cairo0') throw new StateEditError({ kind: 'deprecatedIsSierra' });

  const changes = new TransactionState(state);
  const news = [...given].filter(([classHash]) => state.declaredClassAt(classHash) === undefined);
  for (const [classHash, declared] of news) changes.declare(classHash, declared);
  for (const { address, classHash } of edit.deployed) {
    if (address === 0n || changes.classHashAt(keyOf(address)) !== ZERO_KEY)
      throw new StateEditError({ kind: 'addressInUse' });
    known(classHash);
    changes.setClassHash(keyOf(address), keyOf(classHash));
  }
  const deployed = (address: Felt): FeltKey => {
    if (changes.classHashAt(keyOf(address)) === ZERO_KEY)
      throw new ChainError('contractNotFound', { help: `There is no contract at ${formatFelt(address)}.` });
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
