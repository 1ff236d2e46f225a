import type { FeltKey } from '../felt/key.ts';

/** One value of a state. */
export type StateItem =
  | { readonly kind: 'classHash'; readonly address: FeltKey }
  | { readonly kind: 'nonce'; readonly address: FeltKey }
  | { readonly kind: 'storage'; readonly address: FeltKey; readonly key: FeltKey }
  | { readonly kind: 'class'; readonly classHash: FeltKey };

/** A name for a value or a class, which no other has. */
export function nameOf(item: StateItem): string {
  switch (item.kind) {
    case 'classHash':
      return `c${item.address}`;
    case 'nonce':
      return `n${item.address}`;
    case 'storage':
      return `s${item.address}${item.key}`;
    case 'class':
      return `d${item.classHash}`;
  }
}

/**
 * Thrown by a read whose value is not available locally (it has to be fetched from a fork's origin). The loop that runs an
 * execution catches it, fetches the item and retries the step, so a step must not change anything before all its reads are done.
 */
export class Need {
  readonly item: StateItem;

  constructor(item: StateItem) {
    this.item = item;
  }
}
