import type { Dialect } from './methodEntry.ts';
import { Store } from './store.ts';

const KEY = 'starbox-dialect';

function readDialect(): Dialect {
  try {
    return localStorage.getItem(KEY) === 'neutral' ? 'neutral' : 'starknet';
  } catch {
    return 'starknet'; // The browser may forbid storage.
  }
}

/** The dialect in which requests are shown and made. The node understands both. */
export const dialect = new Store<Dialect>(readDialect());

export function chooseDialect(chosen: Dialect): void {
  dialect.set(chosen);
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Then it holds until the page is closed.
  }
}
