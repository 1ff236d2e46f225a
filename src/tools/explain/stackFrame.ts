import type { FeltKey } from '../../felt/key.ts';
import type { SourceLines } from '../../text/sourceLines.ts';

/** A place in a Cairo source file. Lines and columns count from 1. */
export interface SourceSpan {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A Cairo function that a failure went through, with the place in it if that is known. */
export interface StackFrame {
  /** The path of the function, such as `token::erc20::ERC20::transfer`; undefined if it is unknown. */
  readonly functionName: string | undefined;
  readonly span: SourceSpan | undefined;
  /** Whether the function is part of Cairo's core library. */
  readonly isCore: boolean;
  /** Whether the compiler wrote the function, such as that of a dispatcher. */
  readonly isGenerated: boolean;
  /** The module of a macro such as `panic!`, in a function whose name is not in the debug information. */
  readonly macroModule?: string;
  /** The class that the code belongs to. */
  readonly classHash?: FeltKey;
  /** The line of the place and those around it, if they can be read. */
  readonly source?: SourceLines | undefined;
}

/** `file:line`. */
export const spanText = ({ file, line }: SourceSpan): string => `${file}:${line}`;

const CORE_FILE = /(?:^|[/\\])(?:corelib|core)[/\\]src[/\\]|^core[/\\:]/;
/** Whether a source file is one of Cairo's core library. */
export const isCoreFile = (file: string): boolean => CORE_FILE.test(file);
/** Functions that the compiler names after the macro that they come from, such as `panic_macro`. */
const MACRO_NAME = /(?:^|::)\w+_macro$/;
/** Whether a name is that of a macro, and not of a function. */
export const isMacroName = (name: string): boolean => MACRO_NAME.test(name);
/** Functions that the compiler writes: the entry points of contracts, and the calls of dispatchers. */
const GENERATED_NAME = /::__wrapper__|DispatcherImpl::\w+$/;

/** Whether the compiler wrote a function, by its name. */
export const isGeneratedName = (name: string): boolean => GENERATED_NAME.test(name);

/**
 * A frame, which belongs to the core library by its file, or by its function if there is no file. `isMacro`: whether its code comes
 * from a macro, if the compiler says so. `around`: the function that a macro stands in, if it is known.
 */
export function stackFrame(
  functionName: string | undefined,
  span: SourceSpan | undefined,
  isMacro: boolean | undefined = undefined,
  around: string | undefined = undefined,
): StackFrame {
  const isCore = span ? isCoreFile(span.file) : functionName?.startsWith('core::') === true;
  // A macro such as `panic!` stands in a line of the user, but its name is not that of the user's function.
  if (functionName !== undefined && !isCore && isMacroName(functionName)) {
    const macroModule = functionName.split('::').slice(0, -1).join('::');
    const frame = { functionName: around, span, isCore, isGenerated: false };
    return around === undefined ? { ...frame, macroModule } : frame;
  }
  const isGenerated = isMacro ?? isGeneratedName(functionName ?? '');
  return { functionName, span, isCore, isGenerated: isGenerated && !isCore };
}
