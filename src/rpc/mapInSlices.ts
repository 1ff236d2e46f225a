import type { ChainView } from '../chain/node.ts';

/** Formats every item; while a long list is made, others are served. */
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
