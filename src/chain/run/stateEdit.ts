import { finishInSlices, type Steps } from '../../async/steps.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { type FetchingSteps, fetchInSlices, retryRead } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import { TransactionState } from '../../state/transactionState.ts';
import type { Surroundings } from '../surroundings.ts';
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
  { compile }: Pick<Surroundings, 'compile'>,
  waitFor: NonNullable<RunOptions['waitFor']>,
): Promise<CheckedEdit> {
  const cells = await finishInSlices(checkDuplicates(edit));
  const classes = await compileClasses(edit, compile);
  return fetchInSlices(apply(edit, cells, classes, state), state.base, waitFor);
}

/** The new values of the cells of each contract, in the order of the contracts in the edit. */
type EditedCells = readonly Map<FeltKey, FeltKey>[];

/** The number of entries of an edit that are looked at between two pauses. COST: about 2 µs each. */
const ENTRIES_AT_ONCE = 1024;

/** Says after each entry whether a pause is due. */
function pacer(): () => boolean {
  let entries = 0;
  return () => ++entries % ENTRIES_AT_ONCE === 0;
}

/** Throws if an edit names something twice. */
function* checkDuplicates(edit: StateEdit): Steps<EditedCells> {
  const isPauseDue = pacer();
  function* unique(list: EditedList, felts: readonly Felt[]): Steps<ReadonlySet<FeltKey>> {
    const keys = new Set<FeltKey>();
    for (const felt of felts) {
      keys.add(keyOf(felt));
      if (isPauseDue()) yield;
    }
    if (keys.size !== felts.length) throw new StateEditError({ kind: 'duplicate', list });
    return keys;
  }
  const addresses = (list: readonly { readonly address: Felt }[]) => list.map(({ address }) => address);
  yield* unique('storage', addresses(edit.storage));
  const storage: Map<FeltKey, FeltKey>[] = [];
  for (const { entries } of edit.storage) {
    const cells = new Map<FeltKey, FeltKey>();
    for (const { key, value } of entries) {
      cells.set(keyOf(key), keyOf(value));
      if (isPauseDue()) yield;
    }
    if (cells.size !== entries.length) throw new StateEditError({ kind: 'duplicate', list: 'storageKeys' });
    storage.push(cells);
    if (isPauseDue()) yield;
  }
  yield* unique('nonces', addresses(edit.nonces));
  const deployed = yield* unique('deployed', addresses(edit.deployed));
  const replaced = yield* unique('replaced', addresses(edit.replaced));
  const declaredHashes = edit.declared.map(({ classHash }) => classHash);
  const declared = yield* unique('declared', declaredHashes);
  const deprecated = yield* unique('deprecatedDeclared', edit.deprecatedDeclared);
  if (overlap(deployed, replaced)) throw new StateEditError({ kind: 'inBothLists', lists: 'deployedAndReplaced' });
  if (overlap(deprecated, declared)) throw new StateEditError({ kind: 'inBothLists', lists: 'declaredAndDeprecated' });
  return storage;
}

function overlap(some: ReadonlySet<FeltKey>, others: ReadonlySet<FeltKey>): boolean {
  for (const key of others) if (some.has(key)) return true;
  return false;
}

/** The classes of the edit, compiled and compared with the given hashes. */
async function compileClasses(edit: StateEdit, compile: Surroundings['compile']): Promise<DeclaredClass[]> {
  const compiled: DeclaredClass[] = [];
  for (const [index, given] of edit.classes.entries()) {
    const declared = await compile(given.definition).catch((error: unknown) => {
      if (error instanceof ChainError) throw error;
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

/** Each cell is edited once, so it is compared with the state at once. The cells that do not change are removed from `cells`. */
function* apply(
  edit: StateEdit,
  cells: EditedCells,
  classes: readonly DeclaredClass[],
  state: State,
): FetchingSteps<CheckedEdit> {
  const isPauseDue = pacer();
  /** Does something with each entry, and again if a value that it needs had to be fetched first. */
  function* forEach<T>(entries: Iterable<T>, use: (entry: T) => void): FetchingSteps<void> {
    for (const entry of entries) {
      yield* retryRead(() => use(entry));
      if (isPauseDue()) yield;
    }
  }
  const given = new Map(classes.map((declared) => [keyOf(declared.classHash), declared]));
  const known = (classHash: Felt): DeclaredClass => {
    const declared = given.get(keyOf(classHash)) ?? state.declaredClassAt(keyOf(classHash));
    if (!declared) throw new ChainError('classHashNotFound', { help: `There is no class ${formatFelt(classHash)}.` });
    return declared;
  };
  yield* forEach(edit.declared, ({ classHash, compiledClassHash }) => {
    const declared = known(classHash);
    if (declared.definition.kind !== 'sierra' || declared.compiledClassHash !== compiledClassHash)
      throw new StateEditError({ kind: 'declaredWithOtherHash' });
  });
  yield* forEach(edit.deprecatedDeclared, (classHash) => {
    if (known(classHash).definition.kind !== 'cairo0') throw new StateEditError({ kind: 'deprecatedIsSierra' });
  });

  const changes = new TransactionState(state);
  const news: [FeltKey, DeclaredClass][] = [];
  yield* forEach(given, ([classHash, declared]) => {
    if (state.declaredClassAt(classHash) !== undefined) return;
    changes.declare(classHash, declared);
    news.push([classHash, declared]);
  });
  yield* forEach(edit.deployed, ({ address, classHash }) => {
    if (address === 0n || changes.classHashAt(keyOf(address)) !== ZERO_KEY)
      throw new StateEditError({ kind: 'addressInUse' });
    known(classHash);
    changes.setClassHash(keyOf(address), keyOf(classHash));
  });
  const deployed = (address: Felt): FeltKey => {
    if (changes.classHashAt(keyOf(address)) === ZERO_KEY)
      throw new ChainError('contractNotFound', { help: `There is no contract at ${formatFelt(address)}.` });
    return keyOf(address);
  };
  yield* forEach(edit.replaced, ({ address, classHash }) => {
    const contract = deployed(address);
    known(classHash);
    changes.setClassHash(contract, keyOf(classHash));
  });
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const [i, { address }] of edit.storage.entries()) {
    const contract = yield* retryRead(() => deployed(address));
    const changed = cells[i]!;
    yield* forEach(changed, ([key, value]) => {
      if (state.storageAt(contract, key) === value) changed.delete(key);
    });
    if (changed.size > 0) storage.set(contract, changed);
    if (isPauseDue()) yield;
  }
  const nonces = new Map<FeltKey, FeltKey>();
  yield* forEach(edit.nonces, ({ address, nonce }) => {
    const contract = deployed(address);
    if (state.nonceAt(contract) !== keyOf(nonce)) nonces.set(contract, keyOf(nonce));
  });

  return {
    diff: { ...changes.diff(), storage, nonces },
    declared: news,
    classes: classes.map(({ classHash, compiledClassHash, definition }) => ({
      classHash,
      compiledClassHash: definition.kind === 'sierra' ? compiledClassHash : undefined,
    })),
  };
}
