import { conditionFault } from '../../../../src/tools/debug/evaluate.ts';
import { Store } from '../../data/stores/store.ts';
import { readStored, writeStored } from '../../data/stores/stored.ts';

const KEY = 'starbox-breakpoints';
const MOST = 500;
const MOST_CHARS = 1_000;

/** A line of a file, and when to stop there. */
export interface Breakpoint {
  readonly file: string;
  readonly line: number;
  /** Stops only where this holds. */
  readonly condition?: string;
}

export const placeText = ({ file, line }: Pick<Breakpoint, 'file' | 'line'>): string => `${file}:${line}`;

/** The line of `file:line`. */
export function lineOf(text: string): Breakpoint {
  const at = text.lastIndexOf(':');
  return { file: text.slice(0, at), line: Number(text.slice(at + 1)) };
}

function isBreakpoint(value: unknown): value is Breakpoint {
  if (value === null || typeof value !== 'object') return false;
  const { file, line, condition } = value as Record<string, unknown>;
  return (
    typeof file === 'string' &&
    file !== '' &&
    file.length <= MOST_CHARS &&
    Number.isSafeInteger(line) &&
    (line as number) > 0 &&
    (line as number) < 10_000_000 &&
    (condition === undefined || (typeof condition === 'string' && condition.length <= MOST_CHARS))
  );
}

/** What this browser stores; other pages of this address may have written anything there. */
function readBreakpoints(): readonly Breakpoint[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isBreakpoint).slice(-MOST) : [];
  } catch {
    return [];
  }
}

const byPlace = (list: readonly Breakpoint[]): ReadonlyMap<string, Breakpoint> =>
  new Map(list.map((each) => [placeText(each), each]));

/** The lines that the debugger stops at, by `file:line`. This browser keeps them for all transactions. */
export const breakpoints = new Store(byPlace(readBreakpoints()));

function keep(changed: ReadonlyMap<string, Breakpoint>): void {
  // The oldest go first.
  const kept = [...changed.values()].slice(-MOST);
  breakpoints.set(byPlace(kept));
  writeStored(KEY, JSON.stringify(kept));
}

/** What is wrong with a condition that is half typed; undefined if nothing is. */
export const faultOf = ({ condition }: Breakpoint): string | undefined =>
  condition === undefined ? undefined : conditionFault(condition);

export function toggleBreakpoint(file: string, line: number): void {
  const changed = new Map(breakpoints.get());
  const place = placeText({ file, line });
  if (!changed.delete(place)) changed.set(place, { file, line });
  keep(changed);
}

/** Sets when a breakpoint stops; without a text it stops always. */
export function setCondition({ file, line }: Breakpoint, text: string): void {
  const condition = text.trim().slice(0, MOST_CHARS);
  keep(
    new Map(breakpoints.get()).set(placeText({ file, line }), { file, line, ...(condition !== '' && { condition }) }),
  );
}
