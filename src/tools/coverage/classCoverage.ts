import { branchesOf } from './branches.ts';
import type { CoverableClass, OwnPlace } from './coverableClass.ts';
import type { CoveredBranch, CoveredFile, CoveredFunction } from './coverage.ts';
import { statementCounts } from './statementCounts.ts';

/** How often the lines of one copy of a function's code ran. */
interface CopyCounts {
  inner: string | undefined;
  readonly lines: Map<number, number>;
}

/** One copy of a function: its first line, and how often it was entered. */
interface FunctionCopy {
  readonly inner: string | undefined;
  line: number;
  entries: number;
}

interface FileCounts {
  readonly copies: Map<string, CopyCounts>;
  /** By name and copy. */
  readonly functions: Map<string, Map<string, FunctionCopy>>;
}

/** The value of a key, which is added if it is missing. */
function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** What ran of a class, by file. */
export function coverClass(code: CoverableClass, counts: ArrayLike<number>): Map<string, CoveredFile> {
  const ran = statementCounts(code.map, counts);
  const counted = new Map<string, FileCounts>();
  for (const [statement, place] of code.places.entries())
    if (place && code.isCounted[statement]) {
      const file = getOrAdd(counted, place.span.file, () => ({ copies: new Map(), functions: new Map() }));
      addLine(file, place, ran[statement]!);
      addEntries(file, place, place.start === undefined ? ran[statement]! : ran[place.start]!);
    }
  const branches = branchesOf(code, ran);
  return new Map([...counted].map(([path, file]) => [path, fileOf(file, branches.get(path) ?? new Map())]));
}

/** The count of a line in a copy of the code is that of its most frequent statement. */
function addLine({ copies }: FileCounts, { copy, inner, span }: OwnPlace, count: number): void {
  const found = getOrAdd(copies, copy, () => ({ inner, lines: new Map() }));
  found.inner ??= inner;
  found.lines.set(span.line, Math.max(found.lines.get(span.line) ?? 0, count));
}

/** A copy that is inlined was entered as often as its most frequent statement ran: without loops, nothing in it runs twice. */
function addEntries({ functions }: FileCounts, { functionName, copy, inner, span }: OwnPlace, count: number): void {
  if (functionName === undefined) return;
  const copies = getOrAdd(functions, functionName, () => new Map<string, FunctionCopy>());
  const found = getOrAdd(copies, copy, () => ({ inner, line: span.line, entries: 0 }));
  found.line = Math.min(found.line, span.line);
  found.entries = Math.max(found.entries, count);
}

const fileOf = ({ copies, functions }: FileCounts, branches: ReadonlyMap<string, CoveredBranch>): CoveredFile => ({
  lines: linesOf([...copies.values()]),
  functions: new Map([...functions].map(([name, byCopy]) => [name, functionOf([...byCopy.values()])])),
  branches,
});

/**
 * Adds the counts of copies. A loop and the code that enters it have the same line, at the head of the loop, which ran as often as the
 * loop: so loops and closures are added for themselves, and the line has the largest of these sums.
 */
function linesOf(copies: readonly CopyCounts[]): Map<number, number> {
  const parts = new Map<string | undefined, Map<number, number>>();
  for (const { inner, lines } of copies) {
    const sums = getOrAdd(parts, inner, () => new Map<number, number>());
    for (const [line, count] of lines) sums.set(line, (sums.get(line) ?? 0) + count);
  }
  const largest = new Map<number, number>();
  for (const sums of parts.values())
    for (const [line, count] of sums) largest.set(line, Math.max(largest.get(line) ?? 0, count));
  return largest;
}

/** A function ran as often as its copies were entered. Its loops and closures are no calls of it. */
function functionOf(copies: readonly FunctionCopy[]): CoveredFunction {
  const outside = copies.filter(({ inner }) => inner === undefined);
  return {
    line: copies.reduce((first, { line }) => Math.min(first, line), Number.POSITIVE_INFINITY),
    count: (outside.length > 0 ? outside : copies).reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** The lines of a class that a test ran, by file. */
export function coveredLines(code: CoverableClass, marks: ArrayLike<number>): Map<string, Set<number>> {
  const ran = statementCounts(code.map, marks);
  const files = new Map<string, Set<number>>();
  for (const [statement, place] of code.places.entries())
    if (place && code.isCounted[statement] && ran[statement]! > 0)
      getOrAdd(files, place.span.file, () => new Set<number>()).add(place.span.line);
  return files;
}
