import type { FeltKey } from '../felt/key.ts';

/** What a state holds, one by one. */
export type StateItem =
  | { readonly kind: 'classHash'; readonly address: FeltKey }
  | { readonly kind: 'nonce'; readonly address: FeltKey }
  | { readonly kind: 'storage'; readonly address: FeltKey; readonly key: FeltKey }
  | { readonly kind: 'class'; readonly classHash: FeltKey };

/**
 * Thrown by a read whose value is not at hand (it lies at a fork's origin). The loop that drives an execution
 * catches it, has the item fetched and does the step again: nothing may change before a step's reads are done.
 */
export class Need {
  readonly item: StateItem;

  constructor(item: StateItem) {
    this.item = item;
  }
}
