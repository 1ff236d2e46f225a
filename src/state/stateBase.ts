import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import type { StateItem } from './need.ts';

/**
 * What lies under the local state: nothing, or a fork's origin pinned to one block.
 * A read gives undefined when the value is not at hand; `fetch` brings it.
 */
export interface StateBase {
  classHashAt(address: FeltKey): FeltKey | undefined;
  nonceAt(address: FeltKey): FeltKey | undefined;
  storageAt(address: FeltKey, key: FeltKey): FeltKey | undefined;
  /** null: there is no such class. */
  classAt(classHash: FeltKey): DeclaredClass | null | undefined;
  /** Brings the values of these items to hand; ahead of a run, also the classes of contracts it will call. */
  fetch(items: readonly StateItem[], isAhead?: boolean): Promise<void>;
}

/** Nothing: every cell is zero and no class is known. */
export const EMPTY_BASE: StateBase = {
  classHashAt: () => ZERO_KEY,
  nonceAt: () => ZERO_KEY,
  storageAt: () => ZERO_KEY,
  classAt: () => null,
  fetch: () => Promise.resolve(),
};
