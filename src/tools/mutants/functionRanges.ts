import type { Program } from '../../sierra/program.ts';

/** The statements of each function, in the order of the program. `owner`: the position of the function. */
export function functionRanges({ functions, statements }: Program) {
  const sorted = [...functions.entries()].sort(([, a], [, b]) => a.entry - b.entry);
  return sorted.map(([owner, { entry }], i) => ({
    owner,
    start: entry,
    end: sorted[i + 1]?.[1].entry ?? statements.length,
  }));
}
