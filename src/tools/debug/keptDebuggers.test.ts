import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptDebuggers } from './keptDebuggers.ts';
import type { RecordedDebugger } from './recordedDebugger.ts';

const MB = 1 << 20;
const debuggerOf = (bytes: number) => ({ bytes }) as RecordedDebugger;
const nothing = async () => {};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a transaction is run once for many requests, which take turns', async () => {
  const kept = new KeptDebuggers();
  const make = vi.fn(async () => debuggerOf(MB));
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  const key = {};
  await Promise.all([kept.use(key, make, work('a')), kept.use(key, make, work('b'))]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(make).toHaveBeenCalledTimes(1);
});

test('the oldest are dropped when there are many, or when they are large', async () => {
  const kept = new KeptDebuggers();
  for (let i = 0; i < 10; i++) await kept.use({}, async () => debuggerOf(MB), nothing);
  expect(kept.size).toBe(4);
  await kept.use({}, async () => debuggerOf(700 * MB), nothing);
  await vi.advanceTimersByTimeAsync(1);
  expect(kept.size).toBe(1);
});

test('when work needs memory, the oldest is dropped', async () => {
  const kept = new KeptDebuggers();
  const [old, young] = [{}, {}];
  await kept.use(old, async () => debuggerOf(2 * MB), nothing);
  await kept.use(young, async () => debuggerOf(MB), nothing);
  expect(kept.bytes).toBe(3 * MB);
  expect(kept.drop()).toBe(true);
  expect(kept.bytes).toBe(MB);
  expect([kept.drop(), kept.drop()]).toEqual([true, false]);
});

test('those that nobody asks are dropped after a while, and so are those that failed', async () => {
  const kept = new KeptDebuggers();
  await kept.use({}, async () => debuggerOf(MB), nothing);
  const failing = kept.use({}, () => Promise.reject(new Error('too large')), nothing);
  await expect(failing).rejects.toThrow('too large');
  expect(kept.size).toBe(1);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(kept.size).toBe(0);
});

test('a request that fails does not stop the next one', async () => {
  const kept = new KeptDebuggers();
  const key = {};
  const make = async () => debuggerOf(MB);
  await expect(kept.use(key, make, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await kept.use(key, make, async () => 5)).toBe(5);
});
