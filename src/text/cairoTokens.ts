/** A word, a number, a text or a sign of Cairo. Lines and columns count from 1. */
export interface CairoToken {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Signs of several characters that have another meaning than their characters. */
const SIGNS = ['=>', '->', '::', '||', '&&', '==', '!=', '<=', '>='];
const WORD = /[A-Za-z0-9_]+/y;

/** The tokens of lines of Cairo, without comments. Of a text, the opening quote is the token. */
export function cairoTokens(lines: readonly string[]): readonly CairoToken[] {
  const tokens: CairoToken[] = [];
  // A text may go on in the next line.
  let quote: string | undefined;
  for (const [i, line] of lines.entries()) {
    for (let at = 0; at < line.length; ) {
      if (quote !== undefined) {
        const end = endOfText(line, at, quote);
        if (end === undefined) break;
        quote = undefined;
        at = end;
        continue;
      }
      const text = tokenAt(line, at);
      if (text === '//') break;
      if (text.trim() !== '') tokens.push({ text, line: i + 1, column: at + 1 });
      if (text === '"' || text === "'") quote = text;
      at += text.length;
    }
  }
  return tokens;
}

function tokenAt(line: string, at: number): string {
  WORD.lastIndex = at;
  const [word] = WORD.exec(line) ?? [];
  if (word !== undefined) return word;
  const two = line.slice(at, at + 2);
  return two === '//' || SIGNS.includes(two) ? two : line[at]!;
}

/** Where a text ends in a line; undefined if it does not. */
function endOfText(line: string, start: number, quote: string): number | undefined {
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === quote) return at + 1;
  }
  return undefined;
}

/** For each token that opens a bracket: the position of the one that closes it, or the end of the tokens. */
export function closingsOf(tokens: readonly CairoToken[]): Int32Array {
  const closings = new Int32Array(tokens.length).fill(tokens.length);
  const open: number[] = [];
  for (const [i, { text }] of tokens.entries())
    if (text === '(' || text === '[' || text === '{') open.push(i);
    else if (text === ')' || text === ']' || text === '}') {
      const at = open.pop();
      if (at !== undefined) closings[at] = i;
    }
  return closings;
}
