import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withOptimizerHeld } from '../node/withOptimizerHeld.ts';
import { CodeKeeper } from './codeKeeper.ts';

const isNode20 = process.versions.node.startsWith('20.');
let kept: string[] = [];
let keeper: CodeKeeper;

beforeEach(() => {
  kept = [];
  keeper = new CodeKeeper((run) => kept.push(run));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('code is kept as far as the run has come', () => {
  keeper.prepared();
  keeper.compiled();
  keeper.compiled();
  expect(kept).toEqual(['prepared']);
  vi.advanceTimersByTime(5000);
  expect(kept).toEqual(['prepared', 'used']);
  keeper.end();
  expect(kept).toEqual(['prepared', 'used', 'used']);
});

test('a run that ends at once keeps what it has', () => {
  keeper.end();
  expect(kept).toEqual(['started']);
});

test('a class counts once there was a quiet moment', () => {
  keeper.compiled();
  vi.advanceTimersByTime(1000);
  expect(kept).toEqual(['started']);
  keeper.prepared();
  expect(kept).toEqual(['started', 'used']);
});

test.runIf(isNode20)('nothing is kept while the optimiser is held, but afterwards (Node 20)', async () => {
  let finish = () => {};
  const held = withOptimizerHeld(() => new Promise<void>((resolve) => (finish = resolve)));
  vi.clearAllTimers();
  keeper.compiled();
  keeper.prepared();
  keeper.end();
  vi.advanceTimersByTime(3500);
  expect(kept).toEqual([]);
  finish();
  await held;
  vi.advanceTimersByTime(1000);
  expect(kept).toEqual(['used']);
});
