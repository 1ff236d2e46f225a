import type { Steps } from './steps.ts';

/** Lists up to this length are sorted at once. COST: about a millisecond. */
const AT_ONCE = 2048;

/** Sorts a list in place or into a new one, with pauses. Items that compare as equal stay in their order. */
export function* sortSteps<T>(items: T[], compare: (a: T, b: T) => number): Steps<readonly T[]> {
  if (items.length <= AT_ONCE) return items.sort(compare);
  let from: T[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    for (const item of items.slice(start, start + AT_ONCE).sort(compare)) from.push(item);
    yield;
  }
  // Sorted runs are merged in pairs until one is left.
  let to: T[] = items;
  for (let run = AT_ONCE; run < from.length; run *= 2) {
    let done = 0;
    for (let start = 0; start < from.length; start += 2 * run) {
      const middle = Math.min(start + run, from.length);
      const end = Math.min(start + 2 * run, from.length);
      for (let left = start, right = middle; left < middle || right < end; ) {
        const takesLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0);
        to[done++] = takesLeft ? from[left++]! : from[right++]!;
        if (done % AT_ONCE === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
