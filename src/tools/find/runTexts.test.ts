import { describe, expect, test } from 'vitest';
import type { ChainView } from '../../chain/chainView.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { linesWith, textRuns } from './runTexts.ts';

const stored = (hash: number) => ({ hash: BigInt(hash), receipt: { execution: { status: 'SUCCEEDED' } } });

/** A chain whose blocks have these many transactions, with hashes from 1 on. */
function chainOf(lengths: readonly number[]): ChainView {
  let made = 0;
  const executed = lengths.map((length) => Array.from({ length }, () => stored(++made)));
  const records = PersistentVector.from(executed.map((each) => ({ executed: each })));
  const open = { number: 10 + lengths.length, executed: [] };
  return { value: { history: { firstNumber: 10, records }, open } } as unknown as ChainView;
}

const runsOf = (view: ChainView, before?: number) => [...textRuns(view, before)].filter((run) => run !== undefined);

const DENSE = Array.from({ length: 600 }, () => 50);
const MIXED = Array.from({ length: 600 }, (_, i) => (i % 37 === 0 ? 3_000 : i % 3));

describe('the texts of a chain', () => {
  test.each([
    ['dense blocks', DENSE],
    ['long blocks among short ones', MIXED],
    ['short blocks', Array.from({ length: 1_000 }, () => 1)],
  ])('have every transaction once, in runs after which a search can stop: %s', (_, lengths) => {
    const view = chainOf(lengths);
    const runs = runsOf(view);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    expect(runs.reduce((sum, { texts }) => sum + texts.hashPlaces.length / 2, 0)).toBe(total);
    for (const { texts } of runs) {
      const blocks = new Set(texts.hashPlaces.filter((_, i) => i % 2 === 0));
      if (blocks.size > 1) expect(texts.hashPlaces.length / 2).toBeLessThanOrEqual(4_096);
    }
  });

  test('are kept, whatever a block has, also if a search goes on from where another ended', () => {
    const view = chainOf([...DENSE, 9_000, ...MIXED]);
    for (let before: number | undefined, steps = 0; steps < 1000; steps++) {
      const [first] = runsOf(view, before).slice(before === undefined ? 1 : 0);
      if (!first) break;
      before = first.firstBlock;
    }
    const again = runsOf(view);
    // The open block, and the last blocks, which may become a longer run.
    expect(again.slice(2).every(({ isNew }) => !isNew)).toBe(true);
    expect([...linesWith(again.at(-1)!.texts.hashes, '|2')]).toContain(1);
  });
});
