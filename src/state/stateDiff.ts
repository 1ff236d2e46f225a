import type { FeltKey } from '../felt/key.ts';

/** The net changes of a transaction or a block. Writing the value that was there before is not a change. */
export interface StateDiff {
  /** Changed cells by contract; only contracts with changed cells are listed. */
  readonly storage: ReadonlyMap<FeltKey, ReadonlyMap<FeltKey, FeltKey>>;
  readonly nonces: ReadonlyMap<FeltKey, FeltKey>;
  /** Contracts that did not exist before, with their class. */
  readonly deployed: ReadonlyMap<FeltKey, FeltKey>;
  /** Contracts whose class changed. */
  readonly replaced: ReadonlyMap<FeltKey, FeltKey>;
  /** Sierra classes by class hash, with their compiled class hash. */
  readonly declared: ReadonlyMap<FeltKey, FeltKey>;
  readonly deprecatedDeclared: ReadonlySet<FeltKey>;
}

export const EMPTY_DIFF: StateDiff = {
  storage: new Map(),
  nonces: new Map(),
  deployed: new Map(),
  replaced: new Map(),
  declared: new Map(),
  deprecatedDeclared: new Set(),
};
