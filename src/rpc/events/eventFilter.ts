import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { Felt } from '../../felt/felt.ts';

/** Which events are wanted. */
export interface EventFilter {
  /** Undefined: of every contract. An empty list: of none. */
  readonly addresses: readonly Felt[] | undefined;
  /** For each position the keys that may stand there; an empty list lets any pass. */
  readonly keys: readonly (readonly Felt[])[] | undefined;
}

/** Tells whether an event passes; the sets behind it are made once. */
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
