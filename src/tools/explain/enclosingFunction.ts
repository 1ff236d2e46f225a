import { cairoTokens } from '../../text/cairoTokens.ts';

/** What can have a name and a body in braces. */
const ITEMS = new Set(['mod', 'impl', 'trait', 'fn']);

interface Item {
  readonly keyword: string;
  readonly name: string;
}

const BLOCK: Item = { keyword: '', name: '' };
const MAX_DEPTH = 200;

/** A function with the modules, traits and implementations around it, `Vault::Parts::check_open`, and where its body begins and ends. */
export interface NamedFunction {
  readonly name: string;
  readonly start: Position;
  /** Undefined if the source ends before it. */
  readonly end: Position | undefined;
}

/** Lines and columns count from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The functions of a source that have a body. */
export function namedFunctions(lines: readonly string[]): readonly NamedFunction[] {
  const tokens = cairoTokens(lines);
  const functions: NamedFunction[] = [];
  const open: Item[] = [];
  let next = BLOCK;
  let brackets = 0;
  let started: Omit<NamedFunction, 'end'> | undefined;
  for (const [i, { text, line, column }] of tokens.entries()) {
    if (open.length > MAX_DEPTH) break;
    if (ITEMS.has(text)) next = { keyword: text, name: tokens[i + 1]?.text ?? '' };
    else if (text === '(' || text === '[') brackets++;
    else if (text === ')' || text === ']') brackets--;
    else if (text === '{') {
      open.push(next);
      // Functions inside functions do not exist.
      if (next.keyword === 'fn' && !started) started = { name: pathOf(open), start: { line, column } };
      next = BLOCK;
    } else if (text === '}') {
      const closed = open.pop();
      if (closed?.keyword === 'fn' && started) {
        functions.push({ ...started, end: { line, column } });
        started = undefined;
      }
    }
    // A function of a trait without a body, or a module in another file; in brackets it is the length of an array type, `[u8; 2]`.
    else if (text === ';' && brackets === 0) next = BLOCK;
  }
  return started ? [...functions, { ...started, end: undefined }] : functions;
}

const pathOf = (items: readonly Item[]): string =>
  items
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join('::');

/** The name of the function that a place stands in; undefined if it is in none. */
export const enclosingFunction = (functions: readonly NamedFunction[], place: Position): string | undefined =>
  functions.find(({ start, end }) => isBefore(start, place) && (!end || isBefore(place, end)))?.name;

const isBefore = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column < b.column);
