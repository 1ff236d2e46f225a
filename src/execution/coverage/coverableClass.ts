import type { ProgramMap } from '../../sierra/programMap.ts';
import { statementFrames } from '../explain/locations.ts';
import type { SourceSpan, StackFrame } from '../explain/stackFrame.ts';
import { checkPanics, isMove } from './codePath.ts';

/** The user's place that a statement belongs to. */
export interface OwnPlace {
  readonly span: SourceSpan;
  readonly functionName: string | undefined;
  /** Names the copy of the code: functions are inlined at several places, and generic ones are compiled several times. */
  readonly copy: string;
  /** Whether it is in a loop, which the compiler makes a function of its own. */
  readonly isLoop: boolean;
  /** The place itself, and the places of the calls that lead to it. */
  readonly chain: readonly SourceSpan[];
}

/** A class whose code can be covered. */
export interface CoverableClass {
  readonly map: ProgramMap;
  /** The frames of each statement, innermost first. */
  readonly frames: readonly (readonly StackFrame[])[];
  /** The user's place of each statement, undefined for code of others. */
  readonly places: readonly (OwnPlace | undefined)[];
  /** For each statement: whether it counts for its line. */
  readonly isCounted: readonly boolean[];
}

/** Finds the user's code in a class. `isOwn` decides whether a source file is the user's. */
export function coverableClass(map: ProgramMap, debugInfo: unknown, isOwn: (file: string) => boolean): CoverableClass {
  const locate = statementFrames(debugInfo);
  const frames = [...map.libfuncs.keys()].map((statement) => locate(statement));
  const starts = map.functionStarts.toSorted((a, b) => a - b);
  const bodies = functionBodies(frames);
  const attributes = attributeSpans(frames);
  const isOfUser = ({ span, isCore, isGenerated, functionName }: StackFrame): boolean =>
    span !== undefined &&
    !isCore &&
    !isGenerated &&
    isOwn(span.file) &&
    !(functionName === undefined && attributes.has(spanId(span)));
  let current = -1;
  const found = frames.map((stack, statement): OwnPlace | undefined => {
    while (current + 1 < starts.length && starts[current + 1]! <= statement) current++;
    const at = stack.findIndex(isOfUser);
    if (at < 0 || bodies.has(spanId(stack[at]!.span!))) return undefined;
    const inside = stack.slice(at);
    const chain = inside.flatMap(({ span }) => span ?? []);
    const outer = chain.slice(1).map(spanId);
    // A macro such as `panic!` has no name of its own.
    const named = inside.find(({ functionName, isGenerated }) => functionName !== undefined && !isGenerated);
    return {
      span: chain[0]!,
      functionName: named?.functionName,
      copy: [current, ...outer].join('|'),
      isLoop: outer.some((id) => bodies.has(id)),
      chain,
    };
  });
  const panics = checkPanics(map, frames);
  // The compiler loses the line of `i += 1`, but its panic has it.
  const places = found.map(
    (place, s) => place ?? panics.paths.get(s)?.flatMap((at) => (isMove(map, at) ? [] : (found[at] ?? [])))[0],
  );
  // An arm of `match` that only gives a value has no code but the jump behind it.
  const isCode = (s: number) => !isMove(map, s) || map.libfuncs[s] === 'jump';
  const isCounted = places.map((place, s) => place !== undefined && isCode(s) && !panics.statements.has(s));
  return { map, frames, places, isCounted };
}

const spanId = ({ file, line, column, endLine, endColumn }: SourceSpan): string =>
  `${file}:${line}:${column}-${endLine}:${endColumn}`;

/** Whether a span is the other one, or has it inside. */
export const isAround = (outer: SourceSpan, span: SourceSpan): boolean =>
  outer.file === span.file &&
  (outer.line < span.line || (outer.line === span.line && outer.column <= span.column)) &&
  (outer.endLine > span.endLine || (outer.endLine === span.endLine && outer.endColumn >= span.endColumn));

/** The spans of code that the compiler writes, such as that of `derive`. Macros in it are not the user's either. */
function attributeSpans(frames: readonly (readonly StackFrame[])[]): ReadonlySet<string> {
  const spans = new Set<string>();
  for (const { span, isGenerated } of frames.flat()) if (span && isGenerated) spans.add(spanId(span));
  return spans;
}

/** The spans of whole functions. The compiler adds them to loops, and code whose line it has lost has nothing else. */
function functionBodies(frames: readonly (readonly StackFrame[])[]): ReadonlySet<string> {
  const bodies = new Set<string>();
  for (const found of frames)
    for (let i = 1; i < found.length; i++) {
      const [inner, outer] = [found[i - 1]!.span, found[i]!.span];
      if (inner && outer && outer.endLine > outer.line && isAround(outer, inner)) bodies.add(spanId(outer));
    }
  return bodies;
}
