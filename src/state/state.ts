import type { Steps } from '../async/steps.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { RunnableClass } from '../classes/runnableClass.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../felt/key.ts';
import { Need } from './need.ts';
import { PersistentMap } from './persistentMap.ts';
import { EMPTY_BASE, type StateBase } from './stateBase.ts';
import { EMPTY_DIFF, type StateDiff } from './stateDiff.ts';
import type { StateReader } from './stateReader.ts';

/** The local values of a contract. Where a value is undefined, the base's value is valid. */
interface ContractRecord {
  readonly classHash: FeltKey | undefined;
  readonly nonce: FeltKey | undefined;
  readonly storage: PersistentMap<FeltKey, FeltKey>;
}

/** Contracts that a comparison looks at between two pauses. */
const CONTRACTS_AT_ONCE = 512;

const UNKNOWN_CONTRACT: ContractRecord = { classHash: undefined, nonce: undefined, storage: PersistentMap.empty() };

/**
 * The state of the chain at one point: contracts and declared classes over a base. It is immutable: a change gives a new state
 * that shares everything unchanged, so blocks and snapshots just hold a reference.
 */
export class State implements StateReader {
  readonly base: StateBase;
  readonly #contracts: PersistentMap<FeltKey, ContractRecord>;
  readonly #classes: PersistentMap<FeltKey, DeclaredClass>;

  private constructor(
    base: StateBase,
    contracts: PersistentMap<FeltKey, ContractRecord>,
    classes: PersistentMap<FeltKey, DeclaredClass>,
  ) {
    this.base = base;
    this.#contracts = contracts;
    this.#classes = classes;
  }

  static over(base: StateBase = EMPTY_BASE): State {
    return new State(base, PersistentMap.empty(), PersistentMap.empty());
  }

  /** This state over another base. */
  withBase(base: StateBase): State {
    return new State(base, this.#contracts, this.#classes);
  }

  classHashAt(address: FeltKey): FeltKey {
    const known = this.#contracts.get(address)?.classHash ?? this.base.classHashAt(address);
    if (known === undefined) throw new Need({ kind: 'classHash', address });
    return known;
  }

  nonceAt(address: FeltKey): FeltKey {
    const known = this.#contracts.get(address)?.nonce ?? this.base.nonceAt(address);
    if (known === undefined) throw new Need({ kind: 'nonce', address });
    return known;
  }

  storageAt(address: FeltKey, key: FeltKey): FeltKey {
    const known = this.#contracts.get(address)?.storage.get(key) ?? this.base.storageAt(address, key);
    if (known === undefined) throw new Need({ kind: 'storage', address, key });
    return known;
  }

  /** A class with its definition; undefined when it is not declared. */
  declaredClassAt(classHash: FeltKey): DeclaredClass | undefined {
    const local = this.#classes.get(classHash);
    if (local) return local;
    const below = this.base.classAt(classHash);
    if (below === undefined) throw new Need({ kind: 'class', classHash });
    return below ?? undefined;
  }

  classAt(classHash: FeltKey): RunnableClass | undefined {
    return this.declaredClassAt(classHash)?.runnable;
  }

  compiledClassHashAt(classHash: FeltKey): FeltKey {
    const declared = this.declaredClassAt(classHash);
    return declared ? keyOf(declared.compiledClassHash) : ZERO_KEY;
  }

  /** Whether the contract was written locally, and not only in the base. */
  isLocalContract(address: FeltKey): boolean {
    return this.#contracts.get(address)?.classHash !== undefined;
  }

  /** The contracts that were deployed locally, with their classes and nonces, in no order. */
  *localContracts(): Generator<{ readonly address: FeltKey; readonly classHash: FeltKey; readonly nonce: FeltKey }> {
    for (const [address, { classHash, nonce = ZERO_KEY }] of this.#contracts)
      if (classHash !== undefined) yield { address, classHash, nonce };
  }

  /** The classes that were declared locally, each with the hash that it is declared as, in no order. */
  localClasses(): Iterable<readonly [FeltKey, DeclaredClass]> {
    return this.#classes;
  }

  isLocalClass(classHash: FeltKey): boolean {
    return this.#classes.has(classHash);
  }

  /** The storage cells of a contract that were written locally. */
  localStorage(address: FeltKey): PersistentMap<FeltKey, FeltKey> {
    return this.#contracts.get(address)?.storage ?? UNKNOWN_CONTRACT.storage;
  }

  /** The state after these changes. Each changed contract is copied once. */
  apply(diff: StateDiff, declared: Iterable<readonly [FeltKey, DeclaredClass]> = []): State {
    const changed = new Map<FeltKey, { -readonly [K in keyof ContractRecord]: ContractRecord[K] }>();
    const record = (address: FeltKey) => {
      let known = changed.get(address);
      if (!known) changed.set(address, (known = { ...(this.#contracts.get(address) ?? UNKNOWN_CONTRACT) }));
      return known;
    };
    for (const [address, classHash] of diff.deployed) record(address).classHash = classHash;
    for (const [address, classHash] of diff.replaced) record(address).classHash = classHash;
    for (const [address, nonce] of diff.nonces) record(address).nonce = nonce;
    for (const [address, cells] of diff.storage) {
      const contract = record(address);
      contract.storage = contract.storage.setAll(cells);
    }
    return new State(this.base, this.#contracts.setAll(changed), this.#classes.setAll(declared));
  }

  /** Visits the contracts that this state and another one have in different ways, each once, with pauses. */
  *visitChangedContracts(other: State, visit: (address: FeltKey) => void): Steps<void> {
    yield* this.#contracts.visitChanges(other.#contracts, visit);
    yield* other.#contracts.visitChanges(this.#contracts, (address) => {
      if (!this.#contracts.has(address)) visit(address);
    });
  }

  /** Visits the cells of a contract that this state and another one have in different ways, each once, with pauses. */
  *visitChangedCells(other: State, address: FeltKey, visit: (key: FeltKey) => void): Steps<void> {
    const [cells, others] = [this.localStorage(address), other.localStorage(address)];
    yield* cells.visitChanges(others, visit);
    yield* others.visitChanges(cells, (key) => {
      if (!cells.has(key)) visit(key);
    });
  }

  /** Whether a contract has another class or nonce in another state, as far as they were written. */
  hasChangedContract(other: State, address: FeltKey): boolean {
    const [now, before] = [this, other].map((state) => state.#contracts.get(address) ?? UNKNOWN_CONTRACT);
    return now!.classHash !== before!.classHash || now!.nonce !== before!.nonce;
  }

  /** The hashes of the classes that another state does not have, found with pauses. */
  *classesSince(other: State): Steps<readonly FeltKey[]> {
    return [...(yield* this.#classes.changesSince(other.#classes)).keys()];
  }

  /** What was written since an older state that this one was derived from, found with pauses. All class hashes are listed as deployed. */
  *changesSince(old: State): Steps<{
    readonly diff: StateDiff;
    readonly declared: readonly (readonly [FeltKey, DeclaredClass])[];
  }> {
    const deployed = new Map<FeltKey, FeltKey>();
    const nonces = new Map<FeltKey, FeltKey>();
    const storage = new Map<FeltKey, ReadonlyMap<FeltKey, FeltKey>>();
    let seen = 0;
    for (const [address, now] of yield* this.#contracts.changesSince(old.#contracts)) {
      if (++seen % CONTRACTS_AT_ONCE === 0) yield;
      const before = old.#contracts.get(address) ?? UNKNOWN_CONTRACT;
      if (now.classHash !== undefined && now.classHash !== before.classHash) deployed.set(address, now.classHash);
      if (now.nonce !== undefined && now.nonce !== before.nonce) nonces.set(address, now.nonce);
      const cells = yield* now.storage.changesSince(before.storage);
      if (cells.size) storage.set(address, cells);
    }
    return {
      diff: { ...EMPTY_DIFF, deployed, nonces, storage },
      declared: [...(yield* this.#classes.changesSince(old.#classes))],
    };
  }
}
