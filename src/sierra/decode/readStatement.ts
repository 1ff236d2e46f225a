import { type Branch, FALLTHROUGH, RETURN, type Statement } from '../program.ts';
import { invalidInput, U64 } from './feltWords.ts';
import { LARGE, NEXT, readLength, readNumber, readWord, type WordReader } from './wordReader.ts';

/** Reads statements, which share equal lists of one variable and equal branches. */
export interface StatementReader extends WordReader {
  /** The replacements of ids that a number cannot represent, by word; and the texts of these ids. */
  readonly largeVariables: Map<number, number>;
  readonly variableNames: Map<number, string>;
  /** Lists of one variable, and fallthroughs with one result, by word. */
  readonly sharedVariables: (readonly number[] | undefined)[];
  readonly sharedBranches: (readonly Branch[] | undefined)[];
}

const NONE: readonly number[] = [];
/** The most common branches: a fallthrough without results. */
const FALLTHROUGH_ONLY: readonly Branch[] = [{ target: FALLTHROUGH, results: NONE }];

export function readStatement(reader: StatementReader): Statement {
  const tag = readNumber(reader);
  if (tag === 1) return { libfunc: RETURN, args: readVariables(reader), branches: [] };
  if (tag !== 0) throw invalidInput();
  return { libfunc: readNumber(reader), args: readVariables(reader), branches: readBranches(reader) };
}

function readBranches(reader: StatementReader): readonly Branch[] {
  const count = readLength(reader);
  const { at, words, small } = reader;
  if (count === 1 && at + 2 < reader.end && small[words[at]!] === NEXT) {
    const results = small[words[at + 1]!]!;
    if (results <= 1 && results >= 0) {
      reader.at = at + 2;
      return results === 0 ? FALLTHROUGH_ONLY : fallthroughWithResult(reader);
    }
  }
  const branches: Branch[] = [];
  for (let i = 0; i < count; i++) branches.push({ target: readTarget(reader), results: readVariables(reader) });
  return branches;
}

function fallthroughWithResult(reader: StatementReader): readonly Branch[] {
  const { sharedBranches } = reader;
  const index = reader.words[reader.at]!;
  const shared = sharedBranches[index];
  if (shared === undefined) return (sharedBranches[index] = [{ target: FALLTHROUGH, results: singleVariable(reader) }]);
  reader.at++;
  return shared;
}

function singleVariable(reader: StatementReader): readonly number[] {
  const { sharedVariables } = reader;
  const index = reader.words[reader.at]!;
  const shared = sharedVariables[index];
  if (shared === undefined) return (sharedVariables[index] = [readVariable(reader)]);
  reader.at++;
  return shared;
}

function readTarget(reader: StatementReader): number {
  const { at } = reader;
  if (at < reader.end && reader.small[reader.words[at]!] === NEXT) {
    reader.at = at + 1;
    return FALLTHROUGH;
  }
  return readNumber(reader);
}

function readVariables(reader: StatementReader): readonly number[] {
  const count = readLength(reader);
  if (count <= 1) return count === 0 ? NONE : singleVariable(reader);
  const { words, small, end } = reader;
  const ids = new Array<number>(count);
  for (let i = 0; i < count; i++) {
    const { at } = reader;
    const id = at < end ? small[words[at]!]! : LARGE;
    if (id >= 0) {
      reader.at = at + 1;
      ids[i] = id;
    } else ids[i] = readLargeVariable(reader);
  }
  return ids;
}

export function readVariable(reader: StatementReader): number {
  const { at } = reader;
  if (at >= reader.end) throw invalidInput();
  const id = reader.small[reader.words[at]!]!;
  if (id < 0) return readLargeVariable(reader);
  reader.at = at + 1;
  return id;
}

/** Variables may have any 64-bit id. An id that a number cannot represent is replaced by a negative one. */
function readLargeVariable(reader: StatementReader): number {
  const { largeVariables } = reader;
  const index = readWord(reader);
  const value = reader.dictionary[index]!;
  if (value >= U64) throw invalidInput();
  if (value <= Number.MAX_SAFE_INTEGER) return Number(value);
  let id = largeVariables.get(index);
  if (id === undefined) {
    id = -1 - largeVariables.size;
    largeVariables.set(index, id);
    reader.variableNames.set(id, `[${value}]`);
  }
  return id;
}
