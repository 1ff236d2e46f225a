import { Store } from './store.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'starbox-labels';
const MOST = 500;
const MOST_CHARS = 60;

/** A name that the user gave to an address. */
export interface Label {
  readonly address: string;
  readonly name: string;
}

/** What this browser stores; other pages of this address may have written anything there. */
function readLabels(): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    const entries = (Array.isArray(stored) ? stored : []).filter(
      (entry): entry is [string, string] =>
        Array.isArray(entry) && /^0x[0-9a-f]{1,64}$/.test(String(entry[0])) && typeof entry[1] === 'string',
    );
    return new Map(entries.slice(-MOST).map(([address, name]) => [address, name.slice(0, MOST_CHARS)]));
  } catch {
    return new Map();
  }
}

/** The user's own names of addresses, which this browser keeps. */
export const labels = new Store(readLabels());

/** Names an address; an empty name takes its name away. */
export function setLabel(address: string, name: string): void {
  const changed = new Map(labels.get());
  changed.delete(address);
  const given = name.trim().slice(0, MOST_CHARS);
  if (given !== '') changed.set(address, given);
  const entries = [...changed].slice(-MOST);
  labels.set(new Map(entries));
  writeStored(KEY, JSON.stringify(entries));
}

/** The addresses whose label has a text in it, in capitals or not. */
export const labelled = (text: string): readonly Label[] =>
  [...labels.get()]
    .map(([address, name]) => ({ address, name }))
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
