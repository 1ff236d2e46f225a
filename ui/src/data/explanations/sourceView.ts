import type { Explanation } from './explanation.ts';

export type Frame = Explanation['stack'][number];

/** A line of Cairo source. The line of the failure is split around the part that failed. */
export interface SourceRow {
  readonly number: number;
  readonly before: string;
  /** Empty in all other lines. */
  readonly failing: string;
  readonly after: string;
}

const MAX_COLUMNS = 300;

/** The lines around the place of a frame, with the part that failed set apart; empty if the node could not read them. */
export function sourceRows({ source, line, column, end_line, end_column }: Frame): readonly SourceRow[] {
  if (!source || line === null || column === null) return [];
  // Without the indentation that all lines share, more of them fits in.
  const indent = Math.min(...source.lines.filter((text) => /\S/.test(text)).map((text) => text.search(/[^ ]/)));
  return source.lines.map((whole, i): SourceRow => {
    const number = source.first_line + i;
    const text = whole.slice(Number.isFinite(indent) ? indent : 0, MAX_COLUMNS).trimEnd();
    if (number !== line) return { number, before: text, failing: '', after: '' };
    const start = Math.min(Math.max(column - 1 - indent, 0), text.length);
    const end =
      end_line !== null && end_line > line ? text.length : Math.min((end_column ?? column) - 1 - indent, text.length);
    const last = Math.max(end, start + 1);
    return { number, before: text.slice(0, start), failing: text.slice(start, last), after: text.slice(last) };
  });
}

/** The frames of a stack: those of the user, and those of Cairo's core library. A stack of core frames alone is not split. */
export function splitStack(stack: readonly Frame[]): {
  readonly own: readonly Frame[];
  readonly core: readonly Frame[];
} {
  const own = stack.filter(({ is_core }) => !is_core);
  return own.length === 0 ? { own: stack, core: [] } : { own, core: stack.filter(({ is_core }) => is_core) };
}

/** The path of a function from its contract on, or its last two parts, without type arguments: `ERC20::transfer`. */
export function shortPath(path: string): string {
  const parts = path.replace(/<.*$/, '').split('::').filter(Boolean);
  const contract = parts.findIndex((part) => /^[A-Z]/.test(part));
  return parts.slice(contract >= 0 ? Math.min(contract, Math.max(parts.length - 2, 0)) : -2).join('::');
}
