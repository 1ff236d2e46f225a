import { expect, test } from 'vitest';
import { RecentMap } from './recentMap.ts';

test('a recent map is bounded and keeps what is used', () => {
  const map = new RecentMap<number, number>(100);
  map.set(-1, 7);
  for (let i = 0; i < 1000; i++) {
    map.set(i, i * 2);
    // Used now and then, so it stays.
    if (i % 20 === 0) expect(map.get(-1)).toBe(7);
    expect(map.size).toBeLessThanOrEqual(101);
    expect(map.get(i)).toBe(i * 2);
    if (i >= 20) expect(map.get(i - 20)).toBe((i - 20) * 2);
  }
  expect(map.get(3)).toBeUndefined();
});
