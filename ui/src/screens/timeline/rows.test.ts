import { describe, expect, test } from 'vitest';
import type { Block } from '../../data/chain/useBlock.ts';
import { drawingsOf, type Row, rowsElsewhere, rowsOf, type Snapshot, type Snapshots } from './rows.ts';

const sealed = (block_number: number) => ({ block_number, status: 'ACCEPTED_ON_L2' }) as Block;
const open = (block_number: number) => ({ block_number, status: 'PRE_CONFIRMED' }) as Block;
const snapshot = (id: number, block_number: number, branch = 0) =>
  ({ snapshot_id: `0x${id}`, block_number, branch }) as Snapshot;

/** Snapshots of a chain with these branches: the present one, and others with their parents and the last shared blocks. */
const chain = (snapshots: readonly Snapshot[], ...others: (readonly [parent: number, shared: number])[]) =>
  ({
    snapshots,
    branches: [
      { parent: null, shared_block_number: null },
      ...others.map(([parent, shared_block_number]) => ({ parent, shared_block_number })),
    ],
  }) as unknown as Snapshots;

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('the rows of the timeline', () => {
  test('are blocks, newest first, and the open one is now', () => {
    const rows = rowsOf([open(2), sealed(1), sealed(0)], chain([]), true, true);
    expect(idsOf(rows)).toEqual(['now', 'block 1', 'block 0']);
    expect(rows.map(({ point }) => point)).toEqual([
      { block_id: 'pre_confirmed' },
      { block_id: { block_number: 1 } },
      { block_id: { block_number: 0 } },
    ]);
  });

  test('have snapshots above their blocks, the last one highest', () => {
    const rows = rowsOf([sealed(1), sealed(0)], chain([snapshot(1, 0), snapshot(2, 1), snapshot(3, 1)]), true, true);
    expect(idsOf(rows)).toEqual(['snapshot 0x3', 'snapshot 0x2', 'block 1', 'snapshot 0x1', 'block 0']);
    expect(rows[0]!.point).toEqual({ snapshot_id: '0x3' });
  });

  test('have snapshots of other pages only on those pages', () => {
    const snapshots = chain([snapshot(1, 3), snapshot(2, 7), snapshot(3, 12), snapshot(4, 99)]);
    const blocks = [sealed(9), sealed(8), sealed(7), sealed(6), sealed(5)];
    expect(idsOf(rowsOf(blocks, snapshots, false, false)).filter((id) => /snapshot/.test(id))).toEqual([
      'snapshot 0x2',
    ]);
    expect(idsOf(rowsOf(blocks, snapshots, true, false)).filter((id) => /snapshot/.test(id))).toEqual([
      'snapshot 0x4',
      'snapshot 0x3',
      'snapshot 0x2',
    ]);
    expect(idsOf(rowsOf(blocks, snapshots, false, true)).at(-1)).toBe('snapshot 0x1');
    const rows = rowsOf(blocks, snapshots, false, false);
    expect(idsOf(rowsElsewhere(rows, snapshots))).toEqual(['snapshot 0x4', 'snapshot 0x3', 'snapshot 0x1']);
  });

  test('are in the lanes of their branches, and branches beyond the sixth share the last lane', () => {
    const rows = rowsOf([sealed(0)], chain([snapshot(1, 3, 1), snapshot(2, 2, 5), snapshot(3, 1, 9)]), true, true);
    expect(rows.map(({ lane }) => lane)).toEqual([1, 5, 5, 0]);
  });
});

describe('the lines beside the rows', () => {
  const drawn = (rows: readonly Row[], snapshots: Snapshots) =>
    drawingsOf(rows, snapshots).map(({ lanes, forks }) => [
      lanes.map(({ lane, line }) => `${lane} ${line}`).join(', '),
      forks.map(({ from, to }) => `${from} to ${to}`).join(', '),
    ]);

  test('go down from now', () => {
    const none = chain([]);
    const rows = rowsOf([open(2), sealed(1), sealed(0)], none, true, true);
    expect(drawn(rows, none)).toEqual([
      ['0 below', ''],
      ['0 through', ''],
      ['0 through', ''],
    ]);
  });

  test('of another branch go from its newest row to the block that it shares with its parent', () => {
    const snapshots = chain([snapshot(1, 3, 1)], [0, 1]);
    const rows = rowsOf([open(2), sealed(1), sealed(0)], snapshots, true, true);
    expect(idsOf(rows)).toEqual(['snapshot 0x1', 'now', 'block 1', 'block 0']);
    expect(drawn(rows, snapshots)).toEqual([
      ['1 below', ''],
      ['0 below, 1 through', ''],
      ['0 through', '0 to 1'],
      ['0 through', ''],
    ]);
  });

  test('go to the end of a page that does not show where the branch began', () => {
    const snapshots = chain([snapshot(1, 9, 1)], [0, 1]);
    const rows = rowsOf([sealed(9), sealed(8)], snapshots, false, false);
    expect(drawn(rows, snapshots)).toEqual([
      ['1 below', ''],
      ['0 below, 1 through', ''],
      ['0 through, 1 through', ''],
    ]);
  });

  test('are not drawn for a branch without a row on the page', () => {
    const snapshots = chain([snapshot(1, 99, 1)], [0, 8]);
    const rows = rowsOf([sealed(9), sealed(8)], snapshots, false, false);
    expect(drawn(rows, snapshots)).toEqual([
      ['0 below', ''],
      ['0 through', ''],
    ]);
  });

  test('are as wide as the lanes, of which there are at most six', () => {
    const widthWith = (count: number) => {
      const snapshots = chain([], ...Array.from({ length: count }, () => [0, 0] as const));
      return drawingsOf(rowsOf([sealed(0)], snapshots, true, true), snapshots)[0]!.width;
    };
    expect([widthWith(0), widthWith(2), widthWith(20)]).toEqual([1, 3, 6]);
  });
});
