import { expect, test } from 'vitest';
import { settled } from './idleSteps.ts';

test('the step gives a promise, and the next one its value', async () => {
  const steps = settled(Promise.resolve(7));
  await steps.next().value;
  expect(steps.next()).toEqual({ done: true, value: 7 });
});

test('a rejected promise ends the steps without an error', async () => {
  const steps = settled(Promise.reject(new Error('no')));
  await steps.next().value;
  expect(steps.next()).toEqual({ done: true, value: undefined });
});
