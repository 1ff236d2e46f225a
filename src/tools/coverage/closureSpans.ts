import { type CairoToken, closingsOf } from '../../text/cairoTokens.ts';
import type { SourceSpan } from '../explain/stackFrame.ts';

/** What a closure can follow. Elsewhere, `|` joins patterns or numbers. */
const BEFORE = new Set(['(', ',', '=', '=>', '{', ';', ':', 'return']);
/** What ends a closure whose body is no block. */
const AFTER = new Set([')', ']', '}', ',', ';']);

/** The lines and columns of the closures in a source, the bars around their parameters included. */
export function closureSpans(tokens: readonly CairoToken[]): readonly Omit<SourceSpan, 'file'>[] {
  const spans: Omit<SourceSpan, 'file'>[] = [];
  const closings = closingsOf(tokens);
  for (const [i, { text, line, column }] of tokens.entries()) {
    if ((text !== '|' && text !== '||') || !BEFORE.has(tokens[i - 1]?.text ?? '')) continue;
    const parameters = text === '||' ? i : tokens.findIndex((token, at) => at > i && token.text === '|');
    if (parameters < 0) continue;
    const end = tokens[endOfBody(tokens, closings, parameters + 1)];
    if (end) spans.push({ line, column, endLine: end.line, endColumn: end.column + end.text.length });
  }
  return spans;
}

/** The position of the last token of a closure's body. */
function endOfBody(tokens: readonly CairoToken[], closings: Int32Array, start: number): number {
  // A body after a return type is always a block.
  const isBlock = tokens[start]?.text === '{' || tokens[start]?.text === '->';
  for (let i = start; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '{' && isBlock) return closings[i]!;
    if (text === '(' || text === '[' || text === '{') i = closings[i]!;
    else if (AFTER.has(text)) return i - 1;
  }
  return tokens.length;
}
