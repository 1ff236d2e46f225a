import { expect, test } from 'vitest';
import { stepsUntil } from './stepsUntil.ts';

test('steps are empty until the promise is settled, and give its value', async () => {
  let resolve: (value: number) => void = () => undefined;
  const steps = stepsUntil(new Promise<number>((settle) => (resolve = settle)));
  expect(steps.next()).toEqual({ done: false, value: undefined });
  resolve(7);
  await Promise.resolve();
  expect(steps.next()).toEqual({ done: true, value: 7 });
});

test('a rejected promise ends the steps without an error', async () => {
  const steps = stepsUntil(Promise.reject(new Error('no')));
  steps.next();
  await Promise.resolve();
  expect(steps.next()).toEqual({ done: true, value: undefined });
});
