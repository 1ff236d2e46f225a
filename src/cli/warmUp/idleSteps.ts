/** Work in steps of a few milliseconds for an idle process. A step may give a promise that the next one waits for. */
export type IdleSteps<T = void> = Generator<Promise<void> | void, T, void>;

/** A step that waits for a promise. Returns its value, or undefined if it was rejected. */
export function* settled<T>(promise: Promise<T>): IdleSteps<T | undefined> {
  let value: T | undefined;
  yield promise.then(
    (result) => void (value = result),
    () => undefined,
  );
  return value;
}
