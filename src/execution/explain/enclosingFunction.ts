import { cairoTokens } from '../../text/cairoTokens.ts';

/** What can have a name and a body in braces. */
const ITEMS = new Set(['mod', 'impl', 'trait', 'fn']);

interface Item {
  readonly keyword: string;
  readonly name: string;
}

const BLOCK: Item = { keyword: '', name: '' };
const MAX_DEPTH = 200;

/**
 * The function that a place stands in, with the modules, traits and implementations around it: `Vault::Parts::check_open`. Undefined if the
 * place is in none. Lines and columns count from 1.
 */
export function enclosingFunction(lines: readonly string[], line: number, column: number): string | undefined {
  const tokens = cairoTokens([...lines.slice(0, line - 1), lines[line - 1]?.slice(0, column - 1) ?? '']);
  const open: Item[] = [];
  let next = BLOCK;
  let brackets = 0;
  for (const [i, { text }] of tokens.entries()) {
    if (open.length > MAX_DEPTH) break;
    if (ITEMS.has(text)) next = { keyword: text, name: tokens[i + 1]?.text ?? '' };
    else if (text === '(' || text === '[') brackets++;
    else if (text === ')' || text === ']') brackets--;
    else if (text === '{') {
      open.push(next);
      next = BLOCK;
    } else if (text === '}') open.pop();
    // A function of a trait without a body, or a module in another file; in brackets it is the length of an array type, `[u8; 2]`.
    else if (text === ';' && brackets === 0) next = BLOCK;
  }
  // Functions inside functions do not exist, so the innermost is the only one.
  const last = open.findLastIndex(({ keyword }) => keyword === 'fn');
  if (last < 0) return undefined;
  const names = open.slice(0, last + 1).map(({ name }) => name);
  return names.filter((name) => name !== '').join('::');
}
