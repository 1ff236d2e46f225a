import { describe, expect, test } from 'vitest';
import { bisectRange } from './bisectRange.ts';
import type { BlockResult } from './blockResult.ts';

/** Blocks that differ from one on; some cannot be replayed. */
const chain = (firstDifferent: number, impossible: readonly number[] = []) => {
  const looked: number[] = [];
  const replay = async (block: number): Promise<BlockResult> => {
    looked.push(block);
    const outcome = impossible.includes(block) ? 'impossible' : block < firstDifferent ? 'equal' : 'different';
    return { block, transactions: 1, outcome, different: 0 };
  };
  return { replay, looked };
};

describe('halving a range', () => {
  test('finds the first block that differs, wherever it is', async () => {
    for (let first = 11; first <= 40; first++) {
      const { replay, looked } = chain(first);
      const found = await bisectRange({ from: 10, to: 40 }, replay);
      expect(found).toMatchObject({ kind: 'found', last: { block: first - 1 }, first: { block: first } });
      expect(looked.length).toBeLessThan(8);
    }
  });

  test('passes over blocks that cannot be replayed', async () => {
    const { replay } = chain(25, [10, 20, 24, 25, 26, 40]);
    const found = await bisectRange({ from: 10, to: 40 }, replay);
    expect(found).toMatchObject({ kind: 'found', last: { block: 23 }, first: { block: 27 } });
  });

  test.each([
    [chain(100), 'equal'],
    [chain(0), 'allDifferent'],
    [chain(0, [1, 2, 3]), 'impossible'],
    [chain(3, [1, 2]), 'allDifferent'],
  ] as const)('says if there is nothing to halve', async ({ replay }, kind) => {
    expect((await bisectRange({ from: 1, to: 3 }, replay)).kind).toBe(kind);
  });
});
