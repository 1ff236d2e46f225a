import { expect, test } from 'vitest';
import { MoveQueue, type Step } from './moveQueue.ts';

/** Steps that are answered one by one. */
function slowSteps() {
  const started: string[] = [];
  const answers: ((isGood: boolean) => void)[] = [];
  const step =
    (name: string): Step =>
    () => {
      started.push(name);
      return new Promise((resolve) => answers.push(resolve));
    };
  return { started, step, answer: (isGood = true) => answers.shift()!(isGood) };
}

test('moves that come faster than answers are all made, one after the other', async () => {
  const { started, step, answer } = slowSteps();
  const queue = new MoveQueue();
  for (const name of ['a', 'b', 'c']) queue.add(step(name));
  expect(started).toEqual(['a']);
  answer();
  await expect.poll(() => started).toEqual(['a', 'b']);
  answer();
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
});

test('a place replaces what waits, so that a slider asks for where it is and not for where it was', async () => {
  const { started, step, answer } = slowSteps();
  const queue = new MoveQueue();
  for (const name of ['1', '2', '3', '4']) queue.replace(step(name));
  answer();
  await expect.poll(() => started).toEqual(['1', '4']);
});

test('a move that failed takes those behind it along', async () => {
  const { started, step, answer } = slowSteps();
  const queue = new MoveQueue();
  for (const name of ['a', 'b']) queue.add(step(name));
  answer(false);
  await new Promise((resolve) => setTimeout(resolve));
  expect(started).toEqual(['a']);
  queue.add(step('c'));
  expect(started).toEqual(['a', 'c']);
});

test('at most 50 moves wait', async () => {
  const queue = new MoveQueue();
  let count = 0;
  for (let i = 0; i < 200; i++) queue.add(async () => ++count > 0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(count).toBe(51);
});
