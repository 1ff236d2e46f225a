/** A Cairo function in a file. */
export interface CoveredFunction {
  /** The first line of its code. */
  readonly line: number;
  /** How often it was called. */
  readonly count: number;
}

/** A place where code decides, such as `if`, `match` or `assert`. */
export interface CoveredBranch {
  readonly line: number;
  readonly column: number;
  /** How often each arm was taken, by a key that is the same in every build of the source. */
  readonly arms: ReadonlyMap<string, number>;
}

/** What ran of a source file. Lines without code are not in it. */
export interface CoveredFile {
  readonly lines: ReadonlyMap<number, number>;
  readonly functions: ReadonlyMap<string, CoveredFunction>;
  /** By their span. */
  readonly branches: ReadonlyMap<string, CoveredBranch>;
}

/** What ran of the user's code. */
export interface Coverage {
  /** By the path of the file. */
  readonly files: ReadonlyMap<string, CoveredFile>;
  /** The lines that each test ran, by file. */
  readonly tests: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;
  /** The names of contracts that ran, but whose class files have no source lines. */
  readonly withoutLines: readonly string[];
  /** Contracts that ran, but were compiled elsewhere: names, with a source file that is not in the package here. */
  readonly elsewhere: readonly string[];
  /** Whether there was no room for some classes or tests. */
  readonly isTruncated: boolean;
}

function merged<K, V>(maps: readonly ReadonlyMap<K, V>[], add: (a: V, b: V) => V): Map<K, V> {
  const sum = new Map<K, V>();
  for (const map of maps)
    for (const [key, value] of map) sum.set(key, sum.has(key) ? add(sum.get(key)!, value) : value);
  return sum;
}

const plus = (a: number, b: number): number => a + b;

const mergeFiles = (a: CoveredFile, b: CoveredFile): CoveredFile => ({
  lines: merged([a.lines, b.lines], plus),
  functions: merged([a.functions, b.functions], (f, g) => ({
    line: Math.min(f.line, g.line),
    count: f.count + g.count,
  })),
  branches: merged([a.branches, b.branches], (f, g) => ({ ...f, arms: merged([f.arms, g.arms], plus) })),
});

/** Adds coverages of the same source: of classes, clones or processes. */
export function mergeCoverage(parts: readonly Coverage[]): Coverage {
  return {
    files: merged(
      parts.map(({ files }) => files),
      mergeFiles,
    ),
    tests: merged(
      parts.map(({ tests }) => tests),
      (a, b) => merged([a, b], (some, more) => new Set([...some, ...more])),
    ),
    withoutLines: [...new Set(parts.flatMap(({ withoutLines }) => withoutLines))].sort(),
    elsewhere: [...new Set(parts.flatMap(({ elsewhere }) => elsewhere))].sort(),
    isTruncated: parts.some(({ isTruncated }) => isTruncated),
  };
}

/** How many there are, and how many of them ran. */
export interface Share {
  readonly found: number;
  readonly hit: number;
}

/** What ran of the lines, functions and branches of a file, or of all files. */
export interface Shares {
  readonly lines: Share;
  readonly functions: Share;
  /** Of branches, their arms are counted. */
  readonly branches: Share;
}

const shareOf = (counts: Iterable<number>): Share => {
  let [found, hit] = [0, 0];
  for (const count of counts) {
    found++;
    if (count > 0) hit++;
  }
  return { found, hit };
};

/** The shares of a file that ran. */
export const sharesOf = ({ lines, functions, branches }: CoveredFile): Shares => ({
  lines: shareOf(lines.values()),
  functions: shareOf([...functions.values()].map(({ count }) => count)),
  branches: shareOf([...branches.values()].flatMap(({ arms }) => [...arms.values()])),
});

const sum = (shares: readonly Share[]): Share => ({
  found: shares.reduce((total, { found }) => total + found, 0),
  hit: shares.reduce((total, { hit }) => total + hit, 0),
});

/** The shares of all files together. */
export function totalShares({ files }: Coverage): Shares {
  const all = [...files.values()].map(sharesOf);
  return {
    lines: sum(all.map(({ lines }) => lines)),
    functions: sum(all.map(({ functions }) => functions)),
    branches: sum(all.map(({ branches }) => branches)),
  };
}

/** A share in percent; of nothing, all ran. */
export const percent = ({ found, hit }: Share): number => (found === 0 ? 100 : (hit / found) * 100);

/** The lines of a file that did not run, ascending. */
export const missedLines = (lines: ReadonlyMap<number, number>): readonly number[] =>
  [...lines].flatMap(([line, count]) => (count === 0 ? [line] : [])).sort((a, b) => a - b);
