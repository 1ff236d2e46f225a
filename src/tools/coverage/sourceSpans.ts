import type { SourceSpan } from '../explain/stackFrame.ts';

/** A text that names a span. */
export const spanId = ({ file, line, column, endLine, endColumn }: SourceSpan): string =>
  `${file}:${line}:${column}-${endLine}:${endColumn}`;

/** Whether a span is the other one, or has it inside. */
export const isAround = (outer: SourceSpan, span: SourceSpan): boolean =>
  outer.file === span.file &&
  (outer.line < span.line || (outer.line === span.line && outer.column <= span.column)) &&
  (outer.endLine > span.endLine || (outer.endLine === span.endLine && outer.endColumn >= span.endColumn));
