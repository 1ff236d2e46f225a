import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';

/** A filter of events. */
export interface EventFilter {
  /** The contracts; undefined for all, an empty list for none. */
  readonly addresses: readonly Felt[] | undefined;
  /** The allowed keys at each position. An empty list allows any key. */
  readonly keys: readonly (readonly Felt[])[] | undefined;
}

/** Makes a function that tests events. Its sets are made once. */
export function eventMatcher({ addresses, keys }: EventFilter): (event: ReceiptEvent) => boolean {
  const from = addresses && new Set<bigint>(addresses);
  const wanted = (keys ?? []).map((alternatives) =>
    alternatives.length > 0 ? new Set<bigint>(alternatives) : undefined,
  );
  return (event) => {
    if (from && !from.has(event.fromAddress)) return false;
    return wanted.every((set, i) => !set || (i < event.keys.length && set.has(event.keys[i]!)));
  };
}
