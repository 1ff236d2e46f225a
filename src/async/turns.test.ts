import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextTurn, restIfDue } from './turns.ts';

/** A clock that advances only while work is done. */
let now = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => vi.restoreAllMocks());

const round = () => new Promise((resolve) => setImmediate(resolve));

/** Works in parts of a millisecond. */
async function work(parts: number): Promise<void> {
  for (let part = 0; part < parts; part++) {
    now++;
    const rest = restIfDue();
    if (rest) await rest;
  }
}

test('requests are read every 20 ms, however many long tasks are running', async () => {
  await nextTurn();
  let isDone = false;
  const done = Promise.all(Array.from({ length: 10 }, () => work(100))).then(() => {
    isDone = true;
  });
  const gaps: number[] = [];
  for (let before = now; !isDone; before = now) {
    await round();
    gaps.push(now - before);
  }
  await done;
  // Long tasks that begin in the same round of the event loop share one turn. Each of the ten does one part before its first check.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(20 + 20 + 10);
  expect(now).toBeGreaterThanOrEqual(1000);
});

test('short work never waits for a turn', async () => {
  await nextTurn();
  await round();
  now += 1000;
  expect(restIfDue()).toBeUndefined();
  now += 19;
  expect(restIfDue()).toBeUndefined();
  now += 1;
  const rest = restIfDue();
  expect(rest).toBeInstanceOf(Promise);
  await rest;
});

test('the task that has waited longest gets the next turn', async () => {
  const order: number[] = [];
  await Promise.all([3, 1, 2].map((name) => nextTurn().then(() => order.push(name))));
  expect(order).toEqual([3, 1, 2]);
});
