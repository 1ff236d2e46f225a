import { countUpTo } from './wholeNumber.ts';

/** How many rows a page of a list has. */
export const pageSize = countUpTo('pageRows');

/** The rows of a page if the request does not say. */
export const usualPage = 20;

/** A page of a list that is sorted by hash: what comes behind a hash, or the first. */
export function pageAfter<T>(
  items: readonly T[],
  hashOf: (item: T) => bigint,
  { after, limit }: { readonly after: bigint | undefined; readonly limit: number },
): { readonly page: readonly T[]; readonly hasMore: boolean } {
  const first = after === undefined ? 0 : items.findIndex((item) => hashOf(item) > after);
  if (first < 0) return { page: [], hasMore: false };
  return { page: items.slice(first, first + limit), hasMore: first + limit < items.length };
}
