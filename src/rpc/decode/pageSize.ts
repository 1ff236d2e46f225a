import { countUpTo } from './wholeNumber.ts';

/** How many rows a page of a list has. */
export const pageSize = countUpTo('pageRows');

/** The rows of a page if the request does not say. */
export const usualPage = 20;

/** Where the page of a list begins that follows an item: behind it or, in a list that is sorted by hash, at the first one above. */
export function firstAfter<T>(
  items: readonly T[],
  hashOf: (item: T) => bigint,
  after: bigint | undefined,
  newest: boolean,
): number {
  if (after === undefined) return 0;
  if (!newest) return items.findIndex((item) => hashOf(item) > after);
  const at = items.findIndex((item) => hashOf(item) === after);
  return at < 0 || at + 1 === items.length ? -1 : at + 1;
}
