import type { Branches } from './branches.ts';

/** Ranges of blocks without a branch into or out of the range; in ordinary programs, the functions. */
export interface Regions {
  /** The region of each block. */
  readonly regionOf: Int32Array;
  /** Indexed by region: the regions that call a function in it. */
  readonly callers: readonly (readonly number[])[];
}

/** Splits the blocks of a program wherever no branch crosses. */
export function regionsOf({ start, target, costCallee }: Branches): Regions {
  const count = start.length - 1;
  // The highest block that a branch from or to this block reaches.
  const reach = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    for (const end = start[i + 1]!; at < end; at++) {
      const to = target[at]!;
      if (to >= i) {
        if (to > reach[i]!) reach[i] = to;
      } else if (i > reach[to]!) reach[to] = i;
    }
  }
  const regionOf = new Int32Array(count);
  const callers: number[][] = [];
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (i > last) callers.push([]);
    regionOf[i] = callers.length - 1;
    last = Math.max(last, reach[i]!, i);
  }
  for (let i = 0; i < count; i++)
    for (let at = start[i]!; at < start[i + 1]!; at++)
      if (costCallee[at]! >= 0) callers[regionOf[costCallee[at]!]!]!.push(regionOf[i]!);
  return { regionOf, callers };
}

/** The given regions and all their direct and indirect callers, as flags. */
export function withCallers({ callers }: Regions, first: Iterable<number>): Uint8Array {
  const found = new Uint8Array(callers.length);
  const open = [...first];
  while (open.length > 0) {
    const region = open.pop()!;
    if (found[region] === 1) continue;
    found[region] = 1;
    for (const caller of callers[region]!) open.push(caller);
  }
  return found;
}
