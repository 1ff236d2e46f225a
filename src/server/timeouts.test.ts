import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Timeouts } from './timeouts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('each is given up when its own time is over, and only if it still waits', () => {
  const over: string[] = [];
  const timeouts = new Timeouts<string>(100, (item) => over.push(item));
  timeouts.add('a');
  vi.advanceTimersByTime(40);
  timeouts.add('b');
  timeouts.add('c');
  vi.advanceTimersByTime(59);
  expect(over).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(over).toEqual(['a']);
  timeouts.delete('b');
  vi.advanceTimersByTime(40);
  expect(over).toEqual(['a', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that comes again waits anew, also from within', () => {
  const over: number[] = [];
  const timeouts = new Timeouts<string>(100, (item) => {
    over.push(performance.now() - begin);
    if (over.length < 3) timeouts.add(item);
  });
  const begin = performance.now();
  timeouts.add('a');
  vi.advanceTimersByTime(50);
  timeouts.delete('a');
  timeouts.add('a');
  vi.advanceTimersByTime(1000);
  expect(over).toEqual([150, 250, 350]);
});

test('a thousand take one timer', () => {
  let over = 0;
  const timeouts = new Timeouts<number>(100, () => over++);
  for (let i = 0; i < 1000; i++) timeouts.add(i);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(over).toBe(1000);
});
