import { safeLine } from '../../text/safeText.ts';
import type { SourceLines } from '../../text/sourceLines.ts';
import type { Paint } from './paint.ts';
import { type SourceSpan, type StackFrame, spanText } from './stackFrame.ts';

const MAX_COLUMNS = 160;

/** The lines of a Cairo stack: the user's own functions first, with the source line of the first that has one, then one line for those of the core library. */
export function formatStack(stack: readonly StackFrame[], paint: Paint): string[] {
  const own = stack.filter(({ isCore }) => !isCore);
  const core = stack.filter(({ isCore }) => isCore);
  const shown = own.length > 0 ? own : core;
  const lines = shown.map((frame) => `  ${frameText(frame)}`);
  const at = shown.findIndex(({ source }) => source);
  const { span, source } = shown[at] ?? {};
  if (span && source) lines.splice(at + 1, 0, ...excerpt(span, source, paint));
  if (own.length > 0 && core.length > 0)
    lines.push(paint.dim(`  and ${core.length} ${core.length === 1 ? 'frame' : 'frames'} in Cairo's core library`));
  return lines;
}

/** `at Vault::refuse (src/vault.cairo:74:13)`. */
export function frameText({ functionName, span }: StackFrame): string {
  const name = functionName === undefined ? undefined : safeLine(shortPath(functionName));
  if (!span) return `at ${name}`;
  const place = safeLine(`${spanText(span)}:${span.column}`);
  return name === undefined ? `at ${place}` : `at ${name} (${place})`;
}

/** A path from the contract on, or its last two parts, without the type arguments: `ERC20::transfer`, `math::power`. */
function shortPath(path: string): string {
  const parts = path.replace(/<.*$/, '').split('::').filter(Boolean);
  const contract = parts.findIndex((part) => /^[A-Z]/.test(part));
  return parts
    .slice(Math.min(contract < 0 ? Number.POSITIVE_INFINITY : contract, Math.max(parts.length - 2, 0)))
    .join('::');
}

/** The source line with a caret below the place. */
function excerpt(
  { line, column, endLine, endColumn }: SourceSpan,
  { firstLine, lines, isChanged }: SourceLines,
  paint: Paint,
): string[] {
  const text = lines[line - firstLine] ?? '';
  const shown = safeLine(text.replaceAll('\t', ' ').slice(0, MAX_COLUMNS).trimEnd());
  const end = Math.min(endLine > line ? shown.length + 1 : endColumn, shown.length + 1);
  const gutter = `${line}`.padStart(6);
  const caret = `${' '.repeat(Math.max(column - 1, 0))}${'^'.repeat(Math.max(end - column, 1))}`;
  const note = isChanged ? paint.dim('  (the file was changed after the build)') : '';
  return [
    `${paint.dim(`${gutter} |`)} ${shown}${note}`,
    `${paint.dim('       |')} ${paint.red(caret.slice(0, MAX_COLUMNS))}`,
  ];
}
