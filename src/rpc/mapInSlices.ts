import type { ChainView } from '../chain/node.ts';

/** Lists up to this length are made at once. */
const SHORT = 64;

/** `items.map(format)`; while a long list is made, others are served. */
export function mapInSlices<T, U>(
  chain: Pick<ChainView, 'rest'>,
  items: readonly T[],
  format: (item: T) => U,
): readonly U[] | Promise<readonly U[]> {
  return items.length > SHORT ? mapLong(chain, items, format) : items.map(format);
}

async function mapLong<T, U>(
  chain: Pick<ChainView, 'rest'>,
  items: readonly T[],
  format: (item: T) => U,
): Promise<readonly U[]> {
  const made: U[] = [];
  for (const item of items) {
    made.push(format(item));
    await chain.rest();
  }
  return made;
}
