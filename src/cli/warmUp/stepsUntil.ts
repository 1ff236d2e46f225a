import type { Steps } from '../../async/steps.ts';

/** Takes empty steps until a promise is settled. Returns its value, or undefined if it was rejected. */
export function* stepsUntil<T>(promise: Promise<T>): Steps<T | undefined> {
  let isSettled = false;
  let value: T | undefined;
  promise.then(
    (result) => {
      value = result;
      isSettled = true;
    },
    () => (isSettled = true),
  );
  while (!isSettled) yield;
  return value;
}
