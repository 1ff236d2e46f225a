import { branchesOf } from './branches.ts';
import type { CoverableClass, OwnPlace } from './coverableClass.ts';
import type { CoveredBranch, CoveredFile, CoveredFunction } from './coverage.ts';
import { statementCounts } from './statementCounts.ts';

/** How often the lines of a function ran, in one copy of its code. */
interface CopyCounts {
  readonly isLoop: boolean;
  readonly lines: Map<number, number>;
}

/** By file, function and copy. */
type Counted = Map<string, Map<string, Map<string, CopyCounts>>>;

/** The value of a key, which is added if it is missing. */
function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

const copyOf = (counted: Counted, { span, functionName = '', copy, isLoop }: OwnPlace): CopyCounts => {
  const functions = getOrAdd(counted, span.file, () => new Map<string, Map<string, CopyCounts>>());
  const copies = getOrAdd(functions, functionName, () => new Map<string, CopyCounts>());
  return getOrAdd(copies, copy, () => ({ isLoop, lines: new Map() }));
};

/** What ran of a class, by file. */
export function coverClass(code: CoverableClass, counts: ArrayLike<number>): Map<string, CoveredFile> {
  const ran = statementCounts(code.map, counts);
  const counted: Counted = new Map();
  for (const [statement, place] of code.places.entries()) {
    if (!place || !code.isCounted[statement]) continue;
    // The count of a line in a copy of the code is that of its most frequent statement.
    const { lines } = copyOf(counted, place);
    lines.set(place.span.line, Math.max(lines.get(place.span.line) ?? 0, ran[statement]!));
  }
  const branches = branchesOf(code, ran);
  return new Map([...counted].map(([file, functions]) => [file, fileOf(functions, branches.get(file) ?? new Map())]));
}

function fileOf(
  functions: ReadonlyMap<string, ReadonlyMap<string, CopyCounts>>,
  branches: ReadonlyMap<string, CoveredBranch>,
): CoveredFile {
  const lines = new Map<number, number>();
  const covered = new Map<string, CoveredFunction>();
  for (const [name, byCopy] of functions) {
    const copies = [...byCopy.values()];
    for (const copy of copies) for (const [line, count] of copy.lines) lines.set(line, (lines.get(line) ?? 0) + count);
    if (name !== '') covered.set(name, functionOf(copies));
  }
  return { lines, functions: covered, branches };
}

// A call of Math.min with every line as an argument could exceed the stack.
const firstOf = (lines: ReadonlyMap<number, number>): number => [...lines.keys()].reduce((a, b) => Math.min(a, b));

/** A function ran as often as the first line of its copies. Its loops are copies too, and run more often. */
function functionOf(copies: readonly CopyCounts[]): CoveredFunction {
  const outside = copies.filter(({ isLoop }) => !isLoop);
  const count = (outside.length > 0 ? outside : copies).reduce((sum, { lines }) => sum + lines.get(firstOf(lines))!, 0);
  return { line: copies.map(({ lines }) => firstOf(lines)).reduce((a, b) => Math.min(a, b)), count };
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
