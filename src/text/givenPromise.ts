// A forgotten `await` gives a promise where a value belongs: the mistake that everybody makes.

/** Whether a value is a promise, of any library. */
export const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** A promise in an error message, at the end of a sentence. */
export const PROMISE = 'a Promise: is an `await` missing?';
