/** Gives an error a member that is computed when it is first read. It is left out where the members of an error are listed. */
export function defer<E extends Error, K extends keyof E>(error: E, member: K, compute: () => E[K]): void {
  const set = (value: unknown) =>
    Object.defineProperty(error, member, { value, writable: true, configurable: true, enumerable: false });
  const get = () => {
    const value = compute();
    set(value);
    return value;
  };
  Object.defineProperty(error, member, { get, set, configurable: true, enumerable: false });
}

/** Whether a member has not been read yet. */
export const isDeferred = (error: Error, member: string): boolean =>
  Object.getOwnPropertyDescriptor(error, member)?.get !== undefined;
