import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observeTurns, READING, takeThread, waitOutside } from './turnMeter.ts';
import { nextTurn, restIfDue } from './turns.ts';

/** Clocks that advance only when the test says so. */
let wall = 0;
let processor = 0;
let turns: (readonly [string, number])[] = [];

beforeEach(() => {
  wall = 0;
  processor = 0;
  turns = [];
  vi.spyOn(performance, 'now').mockImplementation(() => wall);
  observeTurns(
    (work, milliseconds) => turns.push([work, milliseconds]),
    () => processor,
  );
});
afterEach(() => {
  observeTurns(undefined, () => 0);
  vi.restoreAllMocks();
});

const round = () => new Promise((resolve) => setImmediate(resolve));
function compute(milliseconds: number): void {
  wall += milliseconds;
  processor += milliseconds;
}

test('a method has the thread from its start until other work gets it or the event loop goes on', async () => {
  takeThread(READING);
  compute(3);
  takeThread('first');
  compute(30);
  takeThread('second');
  compute(70);
  await round();
  compute(500);
  await round();
  expect(turns).toEqual([
    [READING, 3],
    ['first', 30],
    ['second', 70],
  ]);
});

test('time in which another process had the processor does not count', async () => {
  takeThread('call');
  wall += 5000;
  compute(40);
  await round();
  expect(turns).toEqual([['call', 40]]);
});

test('work that pauses is counted under its own name when it goes on, whoever ran in between', async () => {
  const long = async () => {
    takeThread('long');
    for (let part = 0; part < 3; part++) {
      compute(25);
      const rest = restIfDue();
      if (rest) await rest;
    }
    await waitOutside(round());
    compute(60);
  };
  await nextTurn();
  await round();
  turns = [];
  const done = long();
  await round();
  takeThread('short');
  compute(1);
  await done;
  await round();
  const longest = (name: string) => Math.max(...turns.filter(([work]) => work === name).map(([, ms]) => ms));
  expect(longest('long')).toBe(60);
  expect(longest('short')).toBe(1);
  expect(turns.filter(([work]) => work === 'long').length).toBeGreaterThanOrEqual(3);
});
