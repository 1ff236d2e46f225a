import type { Branches } from './branches.ts';

/** Lines from one to another that no branch leaves and none leads into; functions, in ordinary programs. */
export interface Regions {
  /** By line. */
  readonly of: Int32Array;
  /** By region: those that call a function which begins in it. */
  readonly callers: readonly (readonly number[])[];
}

/** Cuts the lines of a program wherever no branch leads across. */
export function regionsOf({ start, target, callee }: Branches): Regions {
  const count = start.length - 1;
  // How far the branches lead that begin or end with a line.
  const reach = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    for (const end = start[i + 1]!; at < end; at++) {
      const to = target[at]!;
      if (to >= i) {
        if (to > reach[i]!) reach[i] = to;
      } else if (i > reach[to]!) reach[to] = i;
    }
  }
  const of = new Int32Array(count);
  const callers: number[][] = [];
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (i > last) callers.push([]);
    of[i] = callers.length - 1;
    last = Math.max(last, reach[i]!, i);
  }
  for (let i = 0; i < count; i++)
    for (let at = start[i]!; at < start[i + 1]!; at++) if (callee[at]! >= 0) callers[of[callee[at]!]!]!.push(of[i]!);
  return { of, callers };
}

/** The regions in which something happens, and all that call them: 1 for each. */
export function touched({ callers }: Regions, first: Iterable<number>): Uint8Array {
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
