/** What a part of a line of Cairo is, for its colour. `name` is an identifier that is none of the others. */
export type CairoKind = 'keyword' | 'type' | 'text' | 'number' | 'comment' | 'call' | 'attribute' | 'name' | 'plain';

export interface CairoPart {
  readonly kind: CairoKind;
  readonly text: string;
}

const KEYWORDS = new Set(
  'as assert break const continue crate else enum extern false fn for if impl implicits in let loop match mod mut nopanic of pub ref return self Self struct super trait true type use while'.split(
    ' ',
  ),
);

// A comment, a text, an attribute, a number, or a word with what tells whether it is called. Everything else is plain.
const TOKEN =
  /\/\/.*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|#\[[^\]]*\]?|\b\d\w*|[A-Za-z_]\w*(?=(!?\s*(?:::<[^()]*>)?\()?)/g;

/** The parts of a line of Cairo, in their order; together they are the line. */
export function cairoParts(line: string): readonly CairoPart[] {
  const parts: CairoPart[] = [];
  let at = 0;
  for (const found of line.matchAll(TOKEN)) {
    const [text, called] = found;
    if (found.index > at) parts.push({ kind: 'plain', text: line.slice(at, found.index) });
    parts.push({ kind: kindOf(text, called !== undefined), text });
    at = found.index + text.length;
  }
  if (at < line.length) parts.push({ kind: 'plain', text: line.slice(at) });
  return parts;
}

function kindOf(text: string, isCalled: boolean): CairoKind {
  const [first] = text;
  if (first === '/') return 'comment';
  if (first === '"' || first === "'") return 'text';
  if (first === '#') return 'attribute';
  if (first! >= '0' && first! <= '9') return 'number';
  if (KEYWORDS.has(text)) return 'keyword';
  if (/^(?:[A-Z]\w*[a-z]|[ui](?:8|16|32|64|128|256|512|size)$|felt252$|bool$|bytes31$)/.test(text)) return 'type';
  return isCalled ? 'call' : 'name';
}
