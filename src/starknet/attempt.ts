/** What a computation gives; undefined if it throws. starknet.js then does the work itself, and reports the error. */
export function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
