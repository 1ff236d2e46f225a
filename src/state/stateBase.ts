import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import type { StateItem } from './need.ts';

/**
 * The values below the local state: none, or those of a fork's origin at one block.
 * A read gives undefined when the value is not available; `fetch` makes it available.
 */
export interface StateBase {
  classHashAt(address: FeltKey): FeltKey | undefined;
  nonceAt(address: FeltKey): FeltKey | undefined;
  storageAt(address: FeltKey, key: FeltKey): FeltKey | undefined;
  /** null when there is no such class. */
  classAt(classHash: FeltKey): DeclaredClass | null | undefined;
  /** Fetches the values of these items. With `isAhead`, also the classes of their contracts, which a run will need. */
  fetch(items: readonly StateItem[], isAhead?: boolean): Promise<void>;
}

/** The empty base: every cell is zero and there are no classes. */
export const EMPTY_BASE: StateBase = {
  classHashAt: () => ZERO_KEY,
  nonceAt: () => ZERO_KEY,
  storageAt: () => ZERO_KEY,
  classAt: () => null,
  fetch: () => Promise.resolve(),
};
