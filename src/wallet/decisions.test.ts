import { afterEach, expect, test, vi } from 'vitest';
import { Decisions } from './decisions.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a page that goes while the user takes time leaves no timer behind', async () => {
  vi.useFakeTimers();
  const decisions = new Decisions();
  decisions.add('approve', { delayMilliseconds: 60_000 });
  const page = new AbortController();
  const decided = decisions.decide({ type: 'wallet_requestAccounts', asksUser: true }, page.signal);
  page.abort(new Error('gone'));
  await expect(decided).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
