import { expect, test } from 'vitest';
import { LruMap } from './lruMap.ts';

test('an LRU map is bounded and keeps the entries that are used', () => {
  const map = new LruMap<number, number>(100);
  map.set(-1, 7);
  for (let i = 0; i < 1000; i++) {
    map.set(i, i * 2);
    // This entry is read now and then, so it stays.
    if (i % 20 === 0) expect(map.get(-1)).toBe(7);
    expect(map.size).toBeLessThanOrEqual(101);
    expect(map.get(i)).toBe(i * 2);
    if (i >= 20) expect(map.get(i - 20)).toBe((i - 20) * 2);
  }
  expect(map.get(3)).toBeUndefined();
});

test('an LRU map lists all entries once, the recently used ones first', () => {
  const map = new LruMap<string, number>(4);
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) map.set(key, i);
  map.get('a');
  const keys = [...map.entries()].map(([key]) => key);
  expect([...keys].sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(keys.indexOf('a')).toBeLessThan(keys.indexOf('b'));
});
