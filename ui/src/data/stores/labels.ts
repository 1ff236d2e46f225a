import { SharedStore } from './sharedStore.ts';

const MOST = 500;
const MOST_CHARS = 60;

/** A name that the user gave to an address. */
export interface Label {
  readonly address: string;
  readonly name: string;
}

function readLabels(stored: unknown): ReadonlyMap<string, string> {
  const entries = (Array.isArray(stored) ? stored : []).filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && /^0x[0-9a-f]{1,64}$/.test(String(entry[0])) && typeof entry[1] === 'string',
  );
  return new Map(entries.slice(-MOST).map(([address, name]) => [address, name.slice(0, MOST_CHARS)]));
}

/** The user's own names of addresses, which this browser keeps. */
export const labels = new SharedStore('starbox-labels', readLabels);

/** Names an address; an empty name takes its name away. */
export function setLabel(address: string, name: string): void {
  labels.change((now) => {
    const changed = new Map(now);
    changed.delete(address);
    const given = name.trim().slice(0, MOST_CHARS);
    if (given !== '') changed.set(address, given);
    return new Map([...changed].slice(-MOST));
  });
}

/** The addresses whose label has a text in it, in capitals or not. */
export const labelled = (text: string): readonly Label[] =>
  [...labels.get()]
    .map(([address, name]) => ({ address, name }))
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
