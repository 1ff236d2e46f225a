import { cairoTokens } from '../../text/cairoTokens.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { enclosingFunction, type NamedFunction, namedFunctions } from '../explain/enclosingFunction.ts';
import type { SourceSpan } from '../explain/stackFrame.ts';
import { closureSpans } from './closureSpans.ts';
import { isAround } from './sourceSpans.ts';

/** What the sources of a class say about its spans. */
export interface SpanTests {
  /** Whether the file is the user's. */
  readonly isOwn: (file: string) => boolean;
  /** Whether the span is a whole function or block, whose first line says nothing about its code. */
  readonly isBlock: (span: SourceSpan) => boolean;
  /** Whether the span is in a closure. */
  readonly isClosure: (span: SourceSpan) => boolean;
  /** The name of the function that the span is in, without the module of the file; undefined if it is not known. */
  readonly functionAt: (span: SourceSpan) => string | undefined;
}

/** How a function begins, with its attributes, or a block. */
const BLOCK = /^(?:#\[|\{|(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|extern\s+)?fn\b)/;

/** The tests for the files that are the user's. A source that is not known, or was changed since the build, says nothing. */
export function spanTests(
  isOwn: (file: string) => boolean,
  sourceOf: (file: string) => SourceFile | undefined,
): SpanTests {
  const closures = new Map<string, readonly SourceSpan[]>();
  const functions = new Map<string, readonly NamedFunction[]>();
  const linesOf = (file: string) => {
    const source = sourceOf(file);
    return source && !source.isChanged ? source.lines : undefined;
  };
  const closuresOf = (file: string): readonly SourceSpan[] => {
    let spans = closures.get(file);
    if (!spans) {
      spans = closureSpans(cairoTokens(linesOf(file) ?? [])).map((span) => ({ file, ...span }));
      closures.set(file, spans);
    }
    return spans;
  };
  const functionsOf = (file: string): readonly NamedFunction[] => {
    let found = functions.get(file);
    if (!found) functions.set(file, (found = namedFunctions(linesOf(file) ?? [])));
    return found;
  };
  return {
    isOwn,
    isBlock: ({ file, line, column, endLine }) =>
      endLine > line && BLOCK.test(linesOf(file)?.[line - 1]?.slice(column - 1) ?? ''),
    isClosure: (span) => closuresOf(span.file).some((closure) => isAround(closure, span)),
    functionAt: (span) => enclosingFunction(functionsOf(span.file), span),
  };
}
