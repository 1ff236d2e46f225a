import { expect, test } from 'vitest';
import { draw, drawBits, hashText } from './draw.ts';

test('draws are the same on every machine, and differ by each of their numbers', () => {
  // Computed with Python.
  expect([drawBits(0, 0, 0), drawBits(7, 2, 1), drawBits(7, 2, 2 ** 40)]).toEqual([201586350, 1205434401, 859133328]);
  const seen = new Set<number>();
  for (let i = 0; i < 1000; i++)
    for (const seed of [1, 2]) for (const stream of [0, 2 ** 33]) seen.add(drawBits(seed, stream, i));
  expect(seen.size).toBe(4000);
});

test('draws between 0 and 1 spread evenly', () => {
  const tenths = new Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) tenths[Math.floor(draw(1, i) * 10)]!++;
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('texts that differ in a letter have other bits', () => {
  expect(hashText('delay')).not.toBe(hashText('delaz'));
});
