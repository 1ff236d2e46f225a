import { Store } from '../stores/store.ts';
import { readStored, writeStored } from '../stores/stored.ts';

/** A call as it is typed into a form. */
export interface CallDraft {
  readonly address: string;
  readonly functionName: string;
  readonly texts: readonly string[];
}

/** Calls that somebody kept for later, with their sender. */
interface KeptCalls {
  readonly name: string;
  readonly from: string;
  readonly calls: readonly CallDraft[];
}

const KEY = 'starbox-calls';
const MOST = 30;

function readKept(): readonly KeptCalls[] {
  try {
    const read: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(read) ? (read as KeptCalls[]).slice(0, MOST) : [];
  } catch {
    return []; // Something else wrote it.
  }
}

/** The kept calls of this browser, newest first. */
export const keptCalls = new Store<readonly KeptCalls[]>(readKept());

function store(kept: readonly KeptCalls[]): void {
  keptCalls.set(kept);
  writeStored(KEY, JSON.stringify(kept));
}

/** Keeps calls under a name, in place of those that have it. */
export const keepCalls = (calls: KeptCalls): void =>
  store([calls, ...keptCalls.get().filter(({ name }) => name !== calls.name)].slice(0, MOST));

/** Calls of another form, which the simulation opens next. */
export const nextCalls = new Store<Pick<KeptCalls, 'from' | 'calls'> | undefined>(undefined);

export const dropCalls = (name: string): void => store(keptCalls.get().filter((each) => each.name !== name));
