import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimitedReport } from './rateLimitedReport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is told at once, and then counted for a while', () => {
  const told: number[] = [];
  const event = new RateLimitedReport((count) => told.push(count), 100);
  event.happened();
  expect(told).toEqual([1]);
  for (let i = 0; i < 5; i++) event.happened();
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([1, 5]);
  vi.advanceTimersByTime(250);
  expect(told).toEqual([1, 5]);
  event.happened();
  expect(told).toEqual([1, 5, 1]);
});
