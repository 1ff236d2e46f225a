import type { ChainView } from '../chain/chainView.ts';

/** Formats every item, in slices, so that other requests are served during a long list. */
export async function mapInSlices<T, U>(
  chain: Pick<ChainView, 'rest'>,
  items: Iterable<T>,
  format: (item: T) => U,
): Promise<readonly U[]> {
  const made: U[] = [];
  for (const item of items) {
    made.push(format(item));
    const pause = chain.rest();
    if (pause) await pause;
  }
  return made;
}
