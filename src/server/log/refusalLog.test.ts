import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalLog } from './refusalLog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first refusal of a kind is logged at once, and the rest of ten seconds in one line', () => {
  const lines: string[] = [];
  const log = new RefusalLog((text) => lines.push(text));
  log.refused('404', 'a');
  log.refused('403', 'b');
  for (let i = 0; i < 1000; i++) log.refused('404', `c${i}`);
  expect(lines).toEqual(['a', 'b']);
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual(['a', 'b', 'c999 (and 999 more with 404)']);
});
