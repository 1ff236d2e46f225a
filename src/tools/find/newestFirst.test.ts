import { describe, expect, test } from 'vitest';
import type { ChainView } from '../../chain/chainView.ts';
import { applyChange, type Change, changeOf } from '../../chain/value/change.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { State } from '../../state/state.ts';
import { EMPTY_DIFF } from '../../state/stateDiff.ts';
import { newestPage } from './newestFirst.ts';

const felt = (value: number): Felt => BigInt(value) as Felt;
const CLASS = keyOf(felt(7));
const deploy = (...contracts: readonly number[]): Change =>
  changeOf({ ...EMPTY_DIFF, deployed: new Map(contracts.map((contract) => [keyOf(felt(contract)), CLASS])) }, []);

/** A chain whose blocks deploy contracts, with the state after every so many blocks, and the number of blocks whose changes were read. */
function chainOf(blocks: number, made: Readonly<Record<number, readonly number[]>>, blocksPerState: number) {
  const read = { blocks: 0 };
  let state = applyChange(State.over(), deploy(1, 2));
  const records = Array.from({ length: blocks }, (_, i) => {
    const changes = (made[i] ?? []).map((contract) => deploy(contract));
    for (const change of changes) state = applyChange(state, change);
    return {
      state: i % blocksPerState === 0 ? state : undefined,
      get changes() {
        read.blocks++;
        return changes;
      },
    };
  });
  const open = { changes: (made[blocks] ?? []).map((contract) => deploy(contract)) };
  const value = { history: { records: PersistentVector.from(records), state }, open };
  return { view: { value, rest: () => undefined } as unknown as ChainView, read };
}

const pageOf = async (view: ChainView, contracts: readonly number[], limit: number, after?: number) => {
  const options = { limit, after: after === undefined ? undefined : felt(after) };
  const { page, hasMore } = await newestPage(view, 'contracts', contracts.map(felt), (item) => item, options);
  return { page: page.map(Number), hasMore };
};

describe('the newest contracts', () => {
  test('those of a long chain that deployed none are listed without reading its blocks', async () => {
    const { view, read } = chainOf(5000, {}, 64);
    expect(await pageOf(view, [1, 2], 25)).toEqual({ page: [1, 2], hasMore: false });
    expect(read.blocks).toBeLessThanOrEqual(1);
  });

  test('only the blocks around those that made the contracts of a page are read', async () => {
    const { view, read } = chainOf(5000, { 70: [20], 2100: [5], 4500: [9] }, 64);
    expect(await pageOf(view, [1, 2, 5, 9, 20], 2)).toEqual({ page: [9, 5], hasMore: true });
    expect(read.blocks).toBeLessThanOrEqual(3 * 64);
  });

  test.each([64, 1024])(
    'come one by one in the order of their blocks, with a state for each %i blocks',
    async (per) => {
      const made = { 0: [3], 1: [12], 63: [30], 64: [31, 29], 65: [32], 1024: [8], 1025: [40], 2999: [6], 3000: [50] };
      const { view } = chainOf(3000, made, per);
      const all = [1, 2, ...Object.values(made).flat()].sort((a, b) => a - b);
      // 50 is in the open block; what was there before the first block comes last, by its address.
      const expected = [50, 6, 40, 8, 32, 29, 31, 30, 12, 3, 1, 2];
      const seen: number[] = [];
      for (let pages = 0; pages < 20; pages++) {
        const { page, hasMore } = await pageOf(view, all, 1, seen.at(-1));
        seen.push(...page);
        if (!hasMore) break;
      }
      expect(seen).toEqual(expected);
    },
  );

  test('a contract that is not among them has none behind it', async () => {
    const { view } = chainOf(100, { 50: [5] }, 64);
    expect(await pageOf(view, [1, 2, 5], 5, 77)).toEqual({ page: [], hasMore: false });
  });
});
