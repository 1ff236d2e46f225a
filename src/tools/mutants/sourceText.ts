import type { SourceSpan } from '../explain/stackFrame.ts';

type Span = Omit<SourceSpan, 'file'>;

/** The longest text of an expression that is shown. */
const MAX_CHARS = 120;
/** The most lines of an expression or block that are looked at. */
const MAX_LINES = 1000;

/** The text of an expression, its lines without their indentation. */
export function textBetween(lines: readonly string[], { line, column, endLine, endColumn }: Span): string {
  const own = lines.slice(line - 1, Math.min(endLine, line + MAX_LINES));
  const last = endLine - line;
  return own
    .map((text, i) => text.slice(i === 0 ? column - 1 : 0, i === last ? endColumn - 1 : undefined).trim())
    .join(' ')
    .trim();
}

/** The text of an expression as it is shown; undefined if there is none. */
export function shownText(lines: readonly string[], span: Span): string | undefined {
  const text = textBetween(lines, span).replace(/;$/, '');
  if (text === '') return undefined;
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;
}

/** The block in braces that follows an expression, as that of `if` follows its condition; undefined if something else does. */
export function blockBehind(lines: readonly string[], { endLine, endColumn }: Span): Span | undefined {
  let depth = 0;
  let start: readonly [number, number] | undefined;
  for (let line = endLine; line <= lines.length && line < endLine + MAX_LINES; line++) {
    const text = (lines[line - 1] ?? '').replace(/\/\/.*$/, '');
    for (let column = line === endLine ? endColumn : 1; column <= text.length; column++) {
      const char = text[column - 1]!;
      if (start === undefined && char !== '{') {
        if (char.trim() === '') continue;
        return undefined;
      }
      start ??= [line, column];
      if (char === '{') depth++;
      if (char === '}' && --depth === 0)
        return { line: start[0], column: start[1], endLine: line, endColumn: column + 1 };
    }
  }
  return undefined;
}

/** Whether a position, as `line:column`, is in a span. */
export function isBetween(position: string, { line, column, endLine, endColumn }: Span): boolean {
  const [at = 0, atColumn = 0] = position.split(':').map(Number);
  return (
    (at > line || (at === line && atColumn >= column)) && (at < endLine || (at === endLine && atColumn < endColumn))
  );
}
