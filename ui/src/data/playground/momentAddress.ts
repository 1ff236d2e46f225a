import { readMomentHead } from '../../../../src/text/momentHead.ts';

/** The place of the page that an exported transaction leads to; undefined if the file is none. */
export function momentAddress(file: Uint8Array): string | undefined {
  const head = readMomentHead(file);
  return head && `/tx/${head.transaction}/debug${head.moment === 0 ? '' : `?at=${head.moment}`}`;
}
