/**
 * Work that is done with pauses or all at once: each of its steps that can wait is there in both forms. A message of an error is read
 * without a pause, for example, and a server must have them.
 */
export type EitherWay<T> = Generator<Choice, T, unknown>;

/** The two forms of a step. */
interface Choice {
  readonly later: () => unknown;
  readonly now: () => unknown;
}

/** A step in its two forms. */
export function* choose<T>(later: () => T | Promise<T>, now: () => T): EitherWay<T> {
  return (yield { later, now }) as T;
}

/** Does the work with pauses. */
export async function doLater<T>(work: EitherWay<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    let value: unknown;
    try {
      value = await step.value.later();
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(value);
  }
  return step.value;
}

/** Does the work without a pause. */
export function doNow<T>(work: EitherWay<T>): T {
  let step = work.next();
  while (!step.done) {
    let value: unknown;
    try {
      value = step.value.now();
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(value);
  }
  return step.value;
}
