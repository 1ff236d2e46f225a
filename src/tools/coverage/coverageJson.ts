import type { Coverage, CoveredBranch, CoveredFile, CoveredFunction } from './coverage.ts';

/** The first member of the file, by which it is recognised. */
const MARK = 'starboxCoverage';
const VERSION = 1;

/** The coverage of a process as a text, to be added to that of others. */
export function encodeCoverage({ files, tests, withoutLines, elsewhere, isTruncated }: Coverage): string {
  const names = [...new Set([...files.keys(), ...[...tests.values()].flatMap((lines) => [...lines.keys()])])];
  const indices = new Map(names.map((name, i) => [name, i]));
  return JSON.stringify({
    [MARK]: VERSION,
    names,
    files: [...files].map(([name, { lines, functions, branches }]) => ({
      file: indices.get(name),
      lines: [...lines],
      functions: [...functions].map(([path, { line, count }]) => [path, line, count]),
      branches: [...branches].map(([span, { line, column, arms }]) => [span, line, column, [...arms]]),
    })),
    tests: [...tests].map(([name, lines]) => ({
      name,
      files: [...lines].map(([file, numbers]) => [indices.get(file), [...numbers]]),
    })),
    withoutLines,
    elsewhere,
    isTruncated,
  });
}

class UnfitError extends Error {}

const fail = (): never => {
  throw new UnfitError();
};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : fail());
const text = (value: unknown): string => (typeof value === 'string' ? value : fail());
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fail();
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : fail();

/** Reads what `encodeCoverage` wrote; undefined if a text is anything else. */
export function decodeCoverage(source: string): Coverage | undefined {
  try {
    const json: unknown = JSON.parse(source);
    if (member(json, MARK) !== VERSION) return undefined;
    const names = list(member(json, 'names')).map(text);
    const nameOf = (index: unknown) => names[count(index)] ?? fail();
    return {
      files: new Map(list(member(json, 'files')).map((file) => [nameOf(member(file, 'file')), readFile(file)])),
      tests: new Map(
        list(member(json, 'tests')).map((test) => [
          text(member(test, 'name')),
          new Map(
            list(member(test, 'files')).map((pair) => {
              const [file, lines] = list(pair);
              return [nameOf(file), new Set(list(lines).map(count))] as const;
            }),
          ),
        ]),
      ),
      withoutLines: list(member(json, 'withoutLines')).map(text),
      elsewhere: list(member(json, 'elsewhere')).map(text),
      isTruncated: member(json, 'isTruncated') === true,
    };
  } catch (error) {
    if (error instanceof UnfitError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readFile(file: unknown): CoveredFile {
  return {
    lines: new Map(
      list(member(file, 'lines')).map((pair) => {
        const [line, times] = list(pair);
        return [count(line), count(times)];
      }),
    ),
    functions: new Map(
      list(member(file, 'functions')).map((row): [string, CoveredFunction] => {
        const [name, line, times] = list(row);
        return [text(name), { line: count(line), count: count(times) }];
      }),
    ),
    branches: new Map(
      list(member(file, 'branches')).map((row): [string, CoveredBranch] => {
        const [span, line, column, arms] = list(row);
        return [text(span), { line: count(line), column: count(column), arms: readArms(arms) }];
      }),
    ),
  };
}

const readArms = (arms: unknown): ReadonlyMap<string, number> =>
  new Map(
    list(arms).map((arm) => {
      const [key, times] = list(arm);
      return [text(key), count(times)];
    }),
  );
