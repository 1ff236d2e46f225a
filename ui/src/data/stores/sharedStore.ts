import { Store } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/** A value that this browser stores, and that all its pages of this address share. */
export class SharedStore<T> extends Store<T> {
  readonly #key: string;
  readonly #read: (stored: unknown) => T;
  /** Whether the browser stores what this page has. If its storage is full, it has an older text. */
  #isStored = true;

  /** `read` makes the value of anything: other pages of this address may have written anything there. */
  constructor(key: string, read: (stored: unknown) => T) {
    super(read(parsed(readStored(key))));
    this.#key = key;
    this.#read = read;
    // Tests have no window.
    if ('addEventListener' in globalThis)
      addEventListener('storage', (event) => {
        if (event.key !== key) return;
        this.#isStored = true;
        this.set(read(parsed(event.newValue)));
      });
  }

  /** Changes the value as it is stored now: another page may have changed it. */
  override change(make: (now: T) => T): void {
    const text = this.#isStored ? readStored(this.#key) : null;
    const changed = make(text === null ? this.get() : this.#read(parsed(text)));
    this.#isStored = writeStored(this.#key, JSON.stringify(toStored(changed)));
    this.set(changed);
  }
}

/** Maps are stored as their entries, and nothing as null. */
const toStored = (value: unknown): unknown => (value instanceof Map ? [...value] : (value ?? null));

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
