import type { ReceiptEvent } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';
import type { EventFilter } from './eventFilter.ts';

/** What searches compare first: the low 32 bits of the address of each event, then of its keys. */
export interface PackedEvents {
  /** For each event the number of its words, then the words. */
  readonly words: Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** The low 32 bits of a felt. */
export const wordOf = (felt: Felt): number => Number(BigInt.asUintN(32, felt));

export function packEvents(events: readonly ReceiptEvent[]): PackedEvents {
  const size = events.reduce((sum, { keys }) => sum + 2 + keys.length, 0);
  const words = new Uint32Array(size);
  let at = 0;
  for (const { fromAddress, keys } of events) {
    words[at++] = 1 + keys.length;
    words[at++] = wordOf(fromAddress);
    for (let i = 0; i < keys.length; i++) words[at++] = wordOf(keys[i]!);
  }
  return { words, start: 0, end: size };
}

/** The words of which a matching event has one each, and their positions in the event. */
export type PackedFilter = readonly { readonly position: number; readonly allowed: ReadonlySet<number> }[];

export function packedFilter({ addresses, keys }: EventFilter): PackedFilter {
  // Signed, because V8 allocates memory to find larger numbers in a set.
  const allowed = (felts: readonly Felt[]) => new Set(felts.map((felt) => wordOf(felt) | 0));
  const groups = addresses ? [{ position: 0, allowed: allowed(addresses) }] : [];
  for (const [i, alternatives] of (keys ?? []).entries())
    if (alternatives.length > 0) groups.push({ position: i + 1, allowed: allowed(alternatives) });
  // Later keys are more special than the address and the name of the event, so they exclude more.
  return groups.reverse();
}

/** Whether one of the events can match; if not, none of them does. */
export function mayMatch(filter: PackedFilter, { words, start, end }: PackedEvents): boolean {
  for (let at = start; at < end; at += 1 + words[at]!) if (canMatch(filter, words, at)) return true;
  return false;
}

/** The indexes of the events that can match. Other events cannot. */
export function candidates(filter: PackedFilter, { words, start, end }: PackedEvents): readonly number[] {
  const found: number[] = [];
  for (let at = start, index = 0; at < end; at += 1 + words[at]!, index++)
    if (canMatch(filter, words, at)) found.push(index);
  return found;
}

function canMatch(filter: PackedFilter, words: Uint32Array, at: number): boolean {
  const count = words[at]!;
  for (let i = 0; i < filter.length; i++) {
    const { position, allowed } = filter[i]!;
    if (position >= count || !allowed.has(words[at + 1 + position]! | 0)) return false;
  }
  return true;
}
