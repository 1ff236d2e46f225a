import { expect, test } from 'vitest';
import { branchName } from './branchName.ts';

const snapshots = (...branches: number[]) => ({
  snapshots: branches.map((branch, i) => ({ branch, snapshot_id: `0x${i + 1}` as const })) as never,
});

test('a branch keeps its name when others are restored and its number changes', () => {
  expect(branchName(snapshots(0, 1, 1), 1)).toBe('branch of 0x2');
  expect(branchName(snapshots(0, 2, 2, 1), 2)).toBe('branch of 0x2');
  expect(branchName(snapshots(0, 2, 2, 1), 1)).toBe('branch of 0x4');
  expect(branchName(snapshots(0, 1), 0)).toBeUndefined();
});
