import type { FeltKey } from '../felt/key.ts';

/** What is read of the maps of a diff. A Map has it, and so has a PersistentMap. */
export interface DiffEntries<V> extends Iterable<readonly [FeltKey, V]> {
  readonly size: number;
  get(key: FeltKey): V | undefined;
  has(key: FeltKey): boolean;
  keys(): Iterable<FeltKey>;
  values(): Iterable<V>;
}

/** What is read of the sets of a diff. */
export interface DiffKeys extends Iterable<FeltKey> {
  readonly size: number;
  has(key: FeltKey): boolean;
}

/** The net changes of a transaction or a block. Writing the value that was there before is not a change. */
export interface StateDiff {
  /** Changed cells by contract; only contracts with changed cells are listed. */
  readonly storage: DiffEntries<DiffEntries<FeltKey>>;
  readonly nonces: DiffEntries<FeltKey>;
  /** Contracts that did not exist before, with their class. */
  readonly deployed: DiffEntries<FeltKey>;
  /** Contracts whose class changed. */
  readonly replaced: DiffEntries<FeltKey>;
  /** Sierra classes by class hash, with their compiled class hash. */
  readonly declared: DiffEntries<FeltKey>;
  readonly deprecatedDeclared: DiffKeys;
}

export const EMPTY_DIFF: StateDiff = {
  storage: new Map(),
  nonces: new Map(),
  deployed: new Map(),
  replaced: new Map(),
  declared: new Map(),
  deprecatedDeclared: new Set(),
};
