import { expect, test } from 'vitest';
import { choose, doLater, doNow, type EitherWay } from './eitherWay.ts';

function* sum(values: readonly number[]): EitherWay<number> {
  let total = 0;
  for (const value of values)
    total += yield* choose(
      async () => value,
      () => value,
    );
  return total;
}

function* caught(): EitherWay<string> {
  try {
    return yield* choose<string>(
      () => Promise.reject(new Error('later')),
      () => {
        throw new Error('now');
      },
    );
  } catch (error) {
    return `${(error as Error).message} was caught`;
  }
}

test('work has the same result with pauses and at once', async () => {
  expect([await doLater(sum([1, 2, 3])), doNow(sum([1, 2, 3]))]).toEqual([6, 6]);
});

test('work sees the errors of its steps', async () => {
  expect([await doLater(caught()), doNow(caught())]).toEqual(['later was caught', 'now was caught']);
});
