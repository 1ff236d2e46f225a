import type { Dialect } from '../methods/methodEntry.ts';
import { Store } from './store.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'starbox-dialect';

/** The dialect in which requests are shown and made. The node understands both. */
export const dialect = new Store<Dialect>(readStored(KEY) === 'neutral' ? 'neutral' : 'starknet');

export function chooseDialect(chosen: Dialect): void {
  dialect.set(chosen);
  writeStored(KEY, chosen);
}
