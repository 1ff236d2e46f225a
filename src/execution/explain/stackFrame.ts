/** A place in a Cairo source file. Lines and columns count from 1. */
export interface SourceSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A Cairo function on the way of a failure, with the place in it if that is known. */
export interface StackFrame {
  /** The path of the function, such as `token::erc20::ERC20::transfer`; undefined if it is unknown. */
  readonly functionName: string | undefined;
  readonly span: SourceSpan | undefined;
  /** Whether the function is part of Cairo's core library. */
  readonly isCore: boolean;
}

/** `file:line`. */
export const spanText = ({ file, line }: SourceSpan): string => `${file}:${line}`;

const CORE_FILE = /(?:^|[/\\])(?:corelib|core)[/\\]src[/\\]|^core[/\\:]/;

/** A frame, which belongs to the core library by its file, or by its function if there is no file. */
export function stackFrame(functionName: string | undefined, span: SourceSpan | undefined): StackFrame {
  const isCore = span ? CORE_FILE.test(span.file) : functionName?.startsWith('core::') === true;
  return { functionName, span, isCore };
}
