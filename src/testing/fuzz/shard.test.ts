import { expect, test } from 'vitest';
import { hasLane, lanesOf, readShard, shardFile, shardWarning } from './shard.ts';

test('each lane is run by one shard, and few sequences have few lanes', () => {
  for (let count = 1; count <= 8; count++)
    for (let lane = 0; lane < 8; lane++) {
      const shards = Array.from({ length: count }, (_, i) => readShard(`${i + 1}/${count}`));
      expect(shards.filter((shard) => hasLane(shard, lane))).toHaveLength(1);
    }
  expect([1, 99, 100, 250, 1_000_000].map(lanesOf)).toEqual([1, 1, 2, 5, 8]);
});

test('without a shard everything runs', () => {
  expect(readShard('')).toEqual({ index: 1, count: 1 });
});

test.each(['3/2', '0/2', '1/9', 'x', '1', '1/0'])('the shard %j is refused', (text) => {
  expect(() => readShard(text)).toThrow('STARBOX_FUZZ_SHARD must be a part such as 1/2, of at most 8');
});

test('each shard writes files of its own', () => {
  expect(shardFile('out/report.html', readShard('2/4'))).toBe('out/report.2-of-4.html');
  expect(shardFile('out.d/report', readShard('1/2'))).toBe('out.d/report.1-of-2');
  expect(shardFile('a.b/club.test.ts', readShard('1/2'))).toBe('a.b/club.1-of-2.test.ts');
  expect(shardFile('club.one.spec.mts', readShard('1/2'))).toBe('club.one.1-of-2.spec.mts');
  expect(shardFile('report.html', readShard('1/1'))).toBe('report.html');
});

test('a shard that has no sequences says how many runs it needs', () => {
  expect(shardWarning(readShard('2/2'), 99)).toEqual([
    'shard 2/2 has no sequences: it needs at least 100 `runs`, not 99',
  ]);
  expect(shardWarning(readShard('2/2'), 100)).toEqual([]);
  expect(shardWarning(readShard('1/1'), 1)).toEqual([]);
});
