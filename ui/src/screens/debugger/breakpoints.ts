import { Store } from '../../data/stores/store.ts';
import { readStored, writeStored } from '../../data/stores/stored.ts';

const KEY = 'starbox-breakpoints';
const MOST = 500;

/** A line of a file. */
export interface Breakpoint {
  readonly file: string;
  readonly line: number;
}

export function breakpointOf(text: string): Breakpoint {
  const at = text.lastIndexOf(':');
  return { file: text.slice(0, at), line: Number(text.slice(at + 1)) };
}

const isBreakpoint = (text: unknown): text is string => typeof text === 'string' && /.:[1-9]\d{0,6}$/.test(text);

/** What this browser stores; other pages of this address may have written anything there. */
function readBreakpoints(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter(isBreakpoint).slice(-MOST) : []);
  } catch {
    return new Set();
  }
}

/** The lines that the debugger stops at, as `file:line`. This browser keeps them for all transactions. */
export const breakpoints = new Store(readBreakpoints());

export function toggleBreakpoint(file: string, line: number): void {
  const text = `${file}:${line}`;
  const changed = new Set(breakpoints.get());
  if (!changed.delete(text)) changed.add(text);
  // The oldest go first.
  const kept = [...changed].slice(-MOST);
  breakpoints.set(new Set(kept));
  writeStored(KEY, JSON.stringify(kept));
}
