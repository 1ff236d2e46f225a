import {
  checkMark,
  countOf,
  flagOf,
  idOf,
  listOf,
  maybe,
  memberOf,
  readFields,
  textOf,
  UnfitFile,
  wordOf,
} from './fields.ts';
import { MUTANT_KINDS } from './findMutants.ts';
import type { ClassMutants, CoveringRun, MutantFacts, MutantPlace, MutantRun } from './mutantRun.ts';
import { readMutation } from './mutation.ts';

const MARK = 'starboxMutants';
const VERSION = 1;

/** What a process ran, as the text of a file. */
export const encodeMutantRun = ({ classes, runs }: MutantRun): string =>
  JSON.stringify({ [MARK]: VERSION, classes, runs });

/** Reads what `encodeMutantRun` wrote; undefined if a text is anything else. */
export const decodeMutantRun = (source: string): MutantRun | undefined =>
  readFields(source, (json) => {
    checkMark(json, MARK, VERSION);
    const classes = listOf(memberOf(json, 'classes'), readClass);
    const sizes = new Map(classes.map(({ classHash, mutants }) => [classHash, mutants.length]));
    return { classes, runs: listOf(memberOf(json, 'runs'), (run) => readRun(run, sizes)) };
  });

const readClass = (value: unknown): ClassMutants => ({
  classHash: textOf(memberOf(value, 'classHash')),
  name: textOf(memberOf(value, 'name')),
  hasLines: flagOf(memberOf(value, 'hasLines')),
  mutants: listOf(memberOf(value, 'mutants'), readFacts),
});

/** Reads what is told about a mutant. */
export function readFacts(value: unknown): MutantFacts {
  const change = textOf(memberOf(value, 'change'));
  if (!readMutation(change)) throw new UnfitFile();
  const place = maybe(memberOf(value, 'place'), readPlace);
  return {
    id: idOf(memberOf(value, 'id')),
    kind: wordOf(memberOf(value, 'kind'), MUTANT_KINDS),
    change,
    text: textOf(memberOf(value, 'text')),
    functionName: textOf(memberOf(value, 'functionName')),
    ...(place && { place }),
  };
}

function readPlace(value: unknown): MutantPlace {
  const source = maybe(memberOf(value, 'source'), textOf);
  return {
    path: textOf(memberOf(value, 'path')),
    line: countOf(memberOf(value, 'line')),
    column: countOf(memberOf(value, 'column')),
    ...(source !== undefined && { source }),
  };
}

function readRun(value: unknown, sizes: ReadonlyMap<string, number>): CoveringRun {
  return {
    isFixture: flagOf(memberOf(value, 'isFixture')),
    isTruncated: flagOf(memberOf(value, 'isTruncated')),
    tests: listOf(memberOf(value, 'tests'), (test) => ({
      name: textOf(memberOf(test, 'name')),
      repetition: wordOf(memberOf(test, 'repetition'), ['again', 'whole']),
    })),
    covered: listOf(memberOf(value, 'covered'), (covered) => {
      const classHash = textOf(memberOf(covered, 'classHash'));
      const size = sizes.get(classHash) ?? 0;
      return {
        test: maybe(memberOf(covered, 'test'), textOf),
        classHash,
        mutants: listOf(memberOf(covered, 'mutants'), countOf).filter((index) => index < size),
        lines: listOf(memberOf(covered, 'lines'), (pair) => {
          const [path, lines] = listOf(pair, (part) => part);
          return [textOf(path), listOf(lines, countOf)] as const;
        }),
      };
    }),
  };
}
