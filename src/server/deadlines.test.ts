import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('each is given up when its own time is over, and only if it still waits', () => {
  const over: string[] = [];
  const deadlines = new Deadlines<string>(100, (item) => over.push(item));
  deadlines.add('a');
  vi.advanceTimersByTime(40);
  deadlines.add('b');
  deadlines.add('c');
  vi.advanceTimersByTime(59);
  expect(over).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(over).toEqual(['a']);
  deadlines.delete('b');
  vi.advanceTimersByTime(40);
  expect(over).toEqual(['a', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that comes again waits anew, also from within', () => {
  const over: number[] = [];
  const deadlines = new Deadlines<string>(100, (item) => {
    over.push(performance.now() - begin);
    if (over.length < 3) deadlines.add(item);
  });
  const begin = performance.now();
  deadlines.add('a');
  vi.advanceTimersByTime(50);
  deadlines.delete('a');
  deadlines.add('a');
  vi.advanceTimersByTime(1000);
  expect(over).toEqual([150, 250, 350]);
});

test('a thousand take one timer', () => {
  let over = 0;
  const deadlines = new Deadlines<number>(100, () => over++);
  for (let i = 0; i < 1000; i++) deadlines.add(i);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(100);
  expect(over).toBe(1000);
});
