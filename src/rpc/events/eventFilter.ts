import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { Felt } from '../../felt/felt.ts';

/** A filter of events. */
export interface EventFilter {
  /** The contracts; undefined for all, an empty list for none. */
  readonly addresses: readonly Felt[] | undefined;
  /** The allowed keys at each position. An empty list allows any key. */
  readonly keys: readonly (readonly Felt[])[] | undefined;
}

/** Makes a function that tests events. Its sets are made once. */
export function eventMatcher({
  addresses,
  keys,
}: EventFilter): (placed: PlacedTransaction, eventIndex: number) => boolean {
  const from = addresses && new Set<bigint>(addresses);
  const wanted = (keys ?? []).map((alternatives) =>
    alternatives.length > 0 ? new Set<bigint>(alternatives) : undefined,
  );
  return (placed, eventIndex) => {
    const event = placed.receipt.events[eventIndex]!;
    if (from && !from.has(event.fromAddress)) return false;
    return wanted.every((set, i) => !set || (i < event.keys.length && set.has(event.keys[i]!)));
  };
}
