import type { Registry } from '../../sierra/check/registry.ts';
import type { Program } from '../../sierra/program.ts';
import type { CoverableClass, OwnPlace } from '../coverage/coverableClass.ts';
import { spanId } from '../coverage/sourceSpans.ts';

/** A class whose code can be changed. */
export interface MutableCode {
  readonly code: CoverableClass;
  readonly program: Program;
  /** The names of functions, by their ids. */
  readonly functionNames: ReadonlyMap<number, string>;
}

/** A class whose mutants are looked for. */
export interface MutableClass extends MutableCode {
  readonly registry: Registry;
  /** The lines of a source file; undefined if it is not known, or was changed since the build. */
  readonly linesOf: (file: string) => readonly string[] | undefined;
}

/** A statement that runs for an expression of the user. */
export interface OwnSite {
  /** The calls of functions of others that lead to it, the outermost first. */
  readonly path: readonly number[];
  readonly statement: number;
  readonly place: OwnPlace;
  /** The function of others that the user's code entered: inlined or called. Undefined if the statement is the user's own, or if it is not known. */
  readonly entered: string | undefined;
}

/** How deep functions of others are followed, and how many of their statements. */
const MAX_DEPTH = 8;
const MAX_STATEMENTS = 400;

/** The statements of the user's code, with those of the functions that it calls in the core library or that the compiler wrote. */
export function ownSites(given: MutableCode): readonly OwnSite[] {
  const { code } = given;
  const foreign = foreignFunctions(given);
  const sites: OwnSite[] = [];
  for (const [statement, place] of code.places.entries()) {
    if (!place) continue;
    const entered = enteredAt(code, statement, place);
    sites.push({ path: [], statement, place, entered });
    const callee = code.map.callees[statement];
    if (callee === undefined) continue;
    const name = entered ?? nameOf(given, callee);
    let left = MAX_STATEMENTS;
    const follow = (called: number, path: readonly number[]) => {
      const range = foreign(called);
      if (!range || path.length > MAX_DEPTH) return;
      for (let inner = range.start; inner < range.end && left-- > 0; inner++) {
        sites.push({ path, statement: inner, place, entered: name });
        const next = code.map.callees[inner];
        // A function that calls itself would never end.
        if (next !== undefined && !path.some((call) => code.map.callees[call] === next)) follow(next, [...path, inner]);
      }
    };
    follow(callee, [statement]);
  }
  return sites;
}

/** Whether the innermost frame of a statement is the user's own. */
export const isInnermost = (
  { frames }: CoverableClass,
  { statement, place }: Pick<OwnSite, 'statement' | 'place'>,
): boolean => {
  const span = frames[statement]![0]?.span;
  return span !== undefined && spanId(span) === spanId(place.span);
};

const nameOf = ({ program, functionNames }: MutableCode, index: number): string | undefined =>
  functionNames.get(program.functions[index]?.id ?? -1);

/** The name of the inlined function that the user's code entered at a statement. */
function enteredAt({ frames }: CoverableClass, statement: number, { span }: OwnPlace): string | undefined {
  const stack = frames[statement]!;
  const own = stack.findIndex((frame) => frame.span && spanId(frame.span) === spanId(span));
  // Default functions of traits have no names.
  for (let i = own - 1; i >= 0; i--) if (stack[i]!.functionName !== undefined) return stack[i]!.functionName;
  return undefined;
}

interface StatementRange {
  readonly start: number;
  readonly end: number;
}

/** Functions that only raise a panic. What they do is no behaviour of its own. */
const PANIC = /^core::panic/;

/** Finds the statements of a function without code of the user; undefined for others. */
function foreignFunctions(given: MutableCode): (index: number) => StatementRange | undefined {
  const { code } = given;
  const { functionStarts, libfuncs } = code.map;
  const starts = [...functionStarts].sort((a, b) => a - b);
  const known = new Map<number, StatementRange | undefined>();
  const rangeOf = (index: number): StatementRange | undefined => {
    const start = functionStarts[index]!;
    const end = starts.find((other) => other > start) ?? libfuncs.length;
    const name = nameOf(given, index);
    if (name !== undefined && PANIC.test(name)) return undefined;
    const frames = code.frames.slice(start, end).flat();
    const isForeign =
      frames.length > 0
        ? frames.every(({ isCore, isGenerated }) => isCore || isGenerated)
        : name?.startsWith('core::') === true;
    return isForeign ? { start, end } : undefined;
  };
  return (index) => {
    if (!known.has(index)) known.set(index, rangeOf(index));
    return known.get(index);
  };
}
