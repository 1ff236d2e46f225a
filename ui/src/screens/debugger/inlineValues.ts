import { cairoParts } from '../../data/explanations/cairoColours.ts';
import type { View } from './useDebugger.ts';

type Variable = View['locals'][number];

/** Longer functions show their values in the last lines. */
const MOST_LINES = 200;

/** Finds a variable by a path such as `order.amount`; undefined if there is none. */
export function variableAt(path: string, variables: readonly Variable[]): Variable | undefined {
  const [first, ...members] = path.split('.');
  let found = variables.find(({ name }) => name === first);
  for (const member of members) found = found?.members.find(({ name }) => name === member);
  return found;
}

/**
 * The variables to show behind lines of a function, by the number of the line: each at the first line that names it, and those of the
 * line that runs next there too.
 */
export function inlineValues(
  lines: readonly string[],
  firstLine: number,
  current: number,
  variables: readonly Variable[],
): ReadonlyMap<number, readonly Variable[]> {
  const found = new Map<number, Variable[]>();
  if (variables.length === 0 || lines.length === 0 || current < firstLine) return found;
  const last = Math.min(current - firstLine, lines.length - 1);
  let start = last;
  while (start > 0 && last - start < MOST_LINES && !/^\s*(?:pub\s+)?fn\s/.test(lines[start]!)) start--;
  const named = new Set<string>();
  for (let i = start; i <= last; i++) {
    const words = new Set(
      cairoParts(lines[i]!)
        .filter(({ kind }) => kind === 'name')
        .map(({ text }) => text),
    );
    const shown = variables.filter(({ name }) => words.has(name) && (i === last || !named.has(name)));
    for (const { name } of shown) named.add(name);
    if (shown.length > 0) found.set(firstLine + i, shown);
  }
  return found;
}
