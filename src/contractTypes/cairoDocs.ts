// The documentation in Cairo sources. Class files have none.
import { cairoTokens, closingsOf } from '../text/cairoTokens.ts';

/** Texts of `///` comments by the item that they stand above: `IToken::transfer`, `Token::constructor`, `Token`. */
export type CairoDocs = ReadonlyMap<string, string>;

const CONTAINERS: ReadonlySet<string> = new Set(['mod', 'trait', 'impl']);
const ITEMS: ReadonlySet<string> = new Set([...CONTAINERS, 'fn', 'struct', 'enum']);
const MAX_DOC = 2000;

/** Reads the documentation of traits, modules, functions, structs and enums. A text that is not Cairo has none. */
export function cairoDocs(texts: readonly string[]): CairoDocs {
  const docs = new Map<string, string>();
  const add = (name: string, doc: string): void => {
    const other = docs.get(name);
    // Of two items with one name the same one counts on every machine, in whatever order files are listed.
    if (other === undefined || doc < other) docs.set(name, doc);
  };
  for (const text of texts) readDocs(text.split(/\r?\n/), add);
  return docs;
}

function readDocs(lines: readonly string[], add: (name: string, doc: string) => void): void {
  const tokens = cairoTokens(lines);
  const closings = closingsOf(tokens);
  /** The items around a token, innermost last. */
  const around: { readonly name: string; readonly isImpl: boolean; readonly end: number }[] = [];
  for (const [i, { text, line }] of tokens.entries()) {
    while (around.length > 0 && i >= around.at(-1)!.end) around.pop();
    const name = tokens[i + 1]?.text ?? '';
    if (!ITEMS.has(text) || !/^[A-Za-z_]\w*$/.test(name)) continue;
    const doc = docAbove(lines, line - 1);
    if (doc !== '') {
      if (text === 'trait' || text === 'mod') add(name, doc);
      // What an impl of a contract defines belongs to the contract.
      for (const outer of around.slice(-1)) add(`${outer.name}::${name}`, doc);
      const module = around.at(-1)?.isImpl ? around.at(-2) : undefined;
      if (module) add(`${module.name}::${name}`, doc);
    }
    if (!CONTAINERS.has(text)) continue;
    let open = i + 1;
    while (open < tokens.length && !['{', ';'].includes(tokens[open]!.text)) open++;
    if (tokens[open]?.text === '{') around.push({ name, isImpl: text === 'impl', end: closings[open]! });
  }
}

/** The lines of `///` above a line; attributes may stand between them and the item. */
function docAbove(lines: readonly string[], index: number): string {
  const found: string[] = [];
  for (let at = index - 1; at >= 0; at--) {
    const line = lines[at]!.trim();
    const [, doc] = /^\/\/\/ ?(.*)$/.exec(line) ?? [];
    if (doc !== undefined) found.unshift(doc.trimEnd());
    else if (found.length > 0 || !line.startsWith('#[')) break;
  }
  const text = found.join('\n').trim();
  return text.length > MAX_DOC ? `${text.slice(0, MAX_DOC)}…` : text;
}
