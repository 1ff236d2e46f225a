/** What is skipped, and what opens and closes a part of a Cairo source: comments, texts, items with a name, brackets. */
const TOKEN = /\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\b(mod|impl|trait|fn)\s+(\w+)|[{};]/gs;

const MAX_DEPTH = 200;

/**
 * The function that a place stands in, with the modules, traits and implementations around it: `Vault::Parts::check_open`. Undefined if the
 * place is in none. Lines and columns count from 1.
 */
export function enclosingFunction(lines: readonly string[], line: number, column: number): string | undefined {
  const end = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  const text = lines.join('\n');
  const open: { readonly keyword: string; readonly name: string }[] = [];
  let next = NONE;
  for (const { 0: token, 1: keyword, 2: name, index } of text.matchAll(TOKEN)) {
    if (index >= end || open.length > MAX_DEPTH) break;
    if (keyword !== undefined && name !== undefined) next = { keyword, name };
    else if (token === '{') {
      open.push(next);
      next = NONE;
    } else if (token === '}') open.pop();
    // A function of a trait without a body, or a module in another file.
    else if (token === ';') next = NONE;
  }
  // Functions inside functions do not exist, so the innermost is the only one.
  const last = open.findLastIndex(({ keyword }) => keyword === 'fn');
  if (last < 0) return undefined;
  return open
    .slice(0, last + 1)
    .filter(({ name }) => name !== '')
    .map(({ name }) => name)
    .join('::');
}

const NONE = { keyword: '', name: '' };
