import { Store } from '../../data/stores/store.ts';
import { readStored, writeStored } from '../../data/stores/stored.ts';

const KEY = 'starbox-watches';
const MOST = 50;
const MOST_CHARS = 200;

const isWatch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MOST_CHARS;

function readWatches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.filter(isWatch))].slice(-MOST) : [];
  } catch {
    return [];
  }
}

/** The expressions that the debugger shows at every moment. This browser keeps them. */
export const watches = new Store(readWatches());

function keep(changed: readonly string[]): void {
  watches.set(changed.slice(-MOST));
  writeStored(KEY, JSON.stringify(watches.get()));
}

export function addWatch(expression: string): void {
  const text = expression.trim().slice(0, MOST_CHARS);
  if (text !== '' && !watches.get().includes(text)) keep([...watches.get(), text]);
}

/** Puts a corrected expression in the place of one, or at the end if that is gone. */
export function replaceWatch(expression: string, corrected: string): void {
  const text = corrected.trim().slice(0, MOST_CHARS);
  if (text === '') return;
  const all = watches.get();
  if (all.includes(expression)) keep([...new Set(all.map((each) => (each === expression ? text : each)))]);
  else addWatch(text);
}

export const removeWatch = (expression: string): void => keep(watches.get().filter((each) => each !== expression));
