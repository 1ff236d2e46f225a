import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that changes, and that components follow with `useStore`. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Changes the value as it is now. */
  change(make: (now: T) => T): void {
    this.set(make(this.get()));
  }

  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The value of a store; the component is rendered again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useState({});
  const value = store.get();
  useLayoutEffect(() => {
    // It may have changed between the first rendering and now.
    if (!Object.is(store.get(), value)) render({});
    return store.follow(() => render({}));
  }, [store]);
  return value;
}
