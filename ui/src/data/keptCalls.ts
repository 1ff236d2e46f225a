import { Store } from './store.ts';

/** A call as it is typed into a form. */
export interface CallDraft {
  readonly address: string;
  readonly functionName: string;
  readonly texts: readonly string[];
}

/** Calls that somebody kept for later, with their sender. */
export interface KeptCalls {
  readonly name: string;
  readonly from: string;
  readonly calls: readonly CallDraft[];
}

const KEY = 'starbox-calls';
const MOST = 30;

function readKept(): readonly KeptCalls[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? (read as KeptCalls[]).slice(0, MOST) : [];
  } catch {
    return []; // The browser may forbid storage.
  }
}

/** The kept calls of this browser, newest first. */
export const keptCalls = new Store<readonly KeptCalls[]>(readKept());

function store(kept: readonly KeptCalls[]): void {
  keptCalls.set(kept);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then they hold until the page is closed.
  }
}

/** Keeps calls under a name, in place of those that have it. */
export const keepCalls = (calls: KeptCalls): void =>
  store([calls, ...keptCalls.get().filter(({ name }) => name !== calls.name)].slice(0, MOST));

export const dropCalls = (name: string): void => store(keptCalls.get().filter((each) => each.name !== name));
