import type { BlockResult } from './blockResult.ts';
import type { BlockRange } from './replayRange.ts';

/** What halving a range found. */
export type Bisected =
  | { readonly kind: 'equal' | 'impossible'; readonly looked: number }
  | { readonly kind: 'allDifferent'; readonly first: BlockResult; readonly looked: number }
  | { readonly kind: 'found'; readonly last: BlockResult; readonly first: BlockResult; readonly looked: number };

/**
 * Finds a block that differs right after one that is equal, by halving the range. If all blocks after a change differ, it is the first that
 * differs. Blocks that cannot be replayed are passed over.
 */
export async function bisectRange(
  { from, to }: BlockRange,
  replay: (block: number) => Promise<BlockResult>,
): Promise<Bisected> {
  let looked = 0;
  const look = (block: number) => {
    looked++;
    return replay(block);
  };
  /** The first block that can be replayed, from one towards another. */
  const nearest = async (start: number, end: number): Promise<BlockResult | undefined> => {
    const step = start <= end ? 1 : -1;
    for (let block = start; block !== end + step; block += step) {
      const result = await look(block);
      if (result.outcome !== 'impossible') return result;
    }
    return undefined;
  };
  const newest = await nearest(to, from);
  if (newest === undefined) return { kind: 'impossible', looked };
  if (newest.outcome === 'equal') return { kind: 'equal', looked };
  const oldest = newest.block === from ? newest : await nearest(from, newest.block - 1);
  if (oldest === undefined || oldest.outcome !== 'equal')
    return { kind: 'allDifferent', first: oldest ?? newest, looked };
  let [last, first]: [BlockResult, BlockResult] = [oldest, newest];
  while (first.block - last.block > 1) {
    const middle = (last.block + first.block) >> 1;
    const above = await nearest(middle, first.block - 1);
    const result: BlockResult | undefined =
      above ?? (middle - 1 > last.block ? await nearest(middle - 1, last.block + 1) : undefined);
    if (result === undefined) break;
    if (result.outcome === 'equal') last = result;
    else first = result;
  }
  return { kind: 'found', last, first, looked };
}
