import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { RunnableClass } from '../classes/runnableClass.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../felt/key.ts';
import type { StateDiff } from './stateDiff.ts';
import type { StateReader } from './stateReader.ts';

/** A point in a transaction's writes that can be reverted to. */
export type Mark = number & { readonly __mark: true };

/** The values that were read from the state below. Simulations report them, and diffs are computed against them. */
export interface InitialReads {
  readonly storage: ReadonlyMap<FeltKey, ReadonlyMap<FeltKey, FeltKey>>;
  readonly nonces: ReadonlyMap<FeltKey, FeltKey>;
  readonly classHashes: ReadonlyMap<FeltKey, FeltKey>;
  readonly declared: ReadonlyMap<FeltKey, boolean>;
}

type Undo =
  | {
      readonly kind: 'storage';
      readonly cells: Map<FeltKey, FeltKey>;
      readonly key: FeltKey;
      readonly old: FeltKey | undefined;
    }
  | {
      readonly kind: 'felt';
      readonly map: Map<FeltKey, FeltKey>;
      readonly key: FeltKey;
      readonly old: FeltKey | undefined;
    }
  | { readonly kind: 'class'; readonly classHash: FeltKey };

/**
 * The writes of one transaction, in plain maps over a state that does not change. Every write first reads the value below, so
 * computing a diff never needs a fetch. A failed call or phase is reverted to its mark.
 */
export class TransactionState implements StateReader {
  readonly #below: StateReader;
  readonly #storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  readonly #nonces = new Map<FeltKey, FeltKey>();
  readonly #classHashes = new Map<FeltKey, FeltKey>();
  readonly #declarations = new Map<FeltKey, DeclaredClass>();
  readonly #initialStorage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  readonly #initialNonces = new Map<FeltKey, FeltKey>();
  readonly #initialClassHashes = new Map<FeltKey, FeltKey>();
  readonly #initialClasses = new Map<FeltKey, RunnableClass | undefined>();
  readonly #undo: Undo[] = [];
  /** The cached result of `diff`; undefined after a write. */
  #diff: StateDiff | undefined;

  constructor(below: StateReader) {
    this.#below = below;
  }

  classHashAt(address: FeltKey): FeltKey {
    return this.#classHashes.get(address) ?? this.#initialClassHash(address);
  }

  nonceAt(address: FeltKey): FeltKey {
    return this.#nonces.get(address) ?? this.#initialNonce(address);
  }

  storageAt(address: FeltKey, key: FeltKey): FeltKey {
    return this.#storage.get(address)?.get(key) ?? this.#initialCell(address, key);
  }

  classAt(classHash: FeltKey): RunnableClass | undefined {
    const declared = this.#declarations.get(classHash);
    if (declared) return declared.runnable;
    if (this.#initialClasses.has(classHash)) return this.#initialClasses.get(classHash);
    const runnable = this.#below.classAt(classHash);
    this.#initialClasses.set(classHash, runnable);
    return runnable;
  }

  compiledClassHashAt(classHash: FeltKey): FeltKey {
    const declared = this.#declarations.get(classHash);
    return declared ? keyOf(declared.compiledClassHash) : this.#below.compiledClassHashAt(classHash);
  }

  setStorage(address: FeltKey, key: FeltKey, value: FeltKey): void {
    this.#initialCell(address, key);
    let cells = this.#storage.get(address);
    if (!cells) this.#storage.set(address, (cells = new Map()));
    const old = cells.get(key);
    this.#note({ kind: 'storage', cells, key, old });
    cells.set(key, value);
  }

  setNonce(address: FeltKey, nonce: FeltKey): void {
    this.#initialNonce(address);
    this.#setFelt(this.#nonces, address, nonce);
  }

  /** Sets the class of an address: a deployment or a replacement. */
  setClassHash(address: FeltKey, classHash: FeltKey): void {
    this.#initialClassHash(address);
    this.#setFelt(this.#classHashes, address, classHash);
  }

  /** Declares a class. The hash is a parameter of its own, because a well-known hash may be an alias of another class. */
  declare(classHash: FeltKey, declared: DeclaredClass): void {
    this.classAt(classHash);
    this.#note({ kind: 'class', classHash });
    this.#declarations.set(classHash, declared);
  }

  /** Marks the current point of the writes. */
  mark(): Mark {
    return this.#undo.length as Mark;
  }

  /** Undoes every write since the mark. */
  revertTo(mark: Mark): void {
    this.#diff = undefined;
    while (this.#undo.length > mark) {
      const undo = this.#undo.pop()!;
      if (undo.kind === 'class') this.#declarations.delete(undo.classHash);
      else {
        const map = undo.kind === 'storage' ? undo.cells : undo.map;
        if (undo.old === undefined) map.delete(undo.key);
        else map.set(undo.key, undo.old);
      }
    }
  }

  /** The net changes so far. */
  diff(): StateDiff {
    this.#diff ??= this.#netChanges();
    return this.#diff;
  }

  #netChanges(): StateDiff {
    const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
    for (const [address, cells] of this.#storage) {
      const before = this.#initialStorage.get(address)!;
      let changed: Map<FeltKey, FeltKey> | undefined;
      for (const [key, value] of cells)
        if (before.get(key) !== value) {
          if (!changed) storage.set(address, (changed = new Map()));
          changed.set(key, value);
        }
    }
    const nonces = new Map<FeltKey, FeltKey>();
    for (const [address, nonce] of this.#nonces)
      if (this.#initialNonces.get(address) !== nonce) nonces.set(address, nonce);
    const deployed = new Map<FeltKey, FeltKey>();
    const replaced = new Map<FeltKey, FeltKey>();
    for (const [address, classHash] of this.#classHashes) {
      const before = this.#initialClassHashes.get(address)!;
      if (before !== classHash) (before === ZERO_KEY ? deployed : replaced).set(address, classHash);
    }
    const declared = new Map<FeltKey, FeltKey>();
    const deprecatedDeclared = new Set<FeltKey>();
    for (const [classHash, { definition, compiledClassHash }] of this.#declarations)
      if (definition.kind === 'cairo0') deprecatedDeclared.add(classHash);
      else declared.set(classHash, keyOf(compiledClassHash));
    return { storage, nonces, deployed, replaced, declared, deprecatedDeclared };
  }

  /** The classes declared so far, by class hash. */
  get declarations(): ReadonlyMap<FeltKey, DeclaredClass> {
    return this.#declarations;
  }

  /** All values that were read from the state below. */
  initialReads(): InitialReads {
    const declared = new Map<FeltKey, boolean>();
    for (const [classHash, runnable] of this.#initialClasses) declared.set(classHash, runnable !== undefined);
    return {
      storage: this.#initialStorage,
      nonces: this.#initialNonces,
      classHashes: this.#initialClassHashes,
      declared,
    };
  }

  /** The value of a cell in the state below. The cell must have been read or written here. */
  initialStorageAt(address: FeltKey, key: FeltKey): FeltKey {
    return this.#initialCell(address, key);
  }

  #note(undo: Undo): void {
    this.#undo.push(undo);
    this.#diff = undefined;
  }

  #initialCell(address: FeltKey, key: FeltKey): FeltKey {
    const known = this.#initialStorage.get(address)?.get(key);
    if (known !== undefined) return known;
    const value = this.#below.storageAt(address, key);
    const cells = this.#initialStorage.get(address);
    if (cells) cells.set(key, value);
    else this.#initialStorage.set(address, new Map([[key, value]]));
    return value;
  }

  #initialNonce(address: FeltKey): FeltKey {
    let nonce = this.#initialNonces.get(address);
    if (nonce === undefined) this.#initialNonces.set(address, (nonce = this.#below.nonceAt(address)));
    return nonce;
  }

  #initialClassHash(address: FeltKey): FeltKey {
    let classHash = this.#initialClassHashes.get(address);
    if (classHash === undefined) this.#initialClassHashes.set(address, (classHash = this.#below.classHashAt(address)));
    return classHash;
  }

  #setFelt(map: Map<FeltKey, FeltKey>, key: FeltKey, value: FeltKey): void {
    this.#note({ kind: 'felt', map, key, old: map.get(key) });
    map.set(key, value);
  }
}
