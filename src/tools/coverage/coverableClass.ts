import type { ProgramMap } from '../../sierra/programMap.ts';
import { statementFrames } from '../explain/locations.ts';
import type { SourceSpan, StackFrame } from '../explain/stackFrame.ts';
import { callLevels } from './callLevels.ts';
import { checkPanics, isMove } from './codePath.ts';
import { loopsOf } from './loops.ts';
import { isAround, spanId } from './sourceSpans.ts';
import type { SpanTests } from './spanTests.ts';

/** The user's place that a statement belongs to. */
export interface OwnPlace {
  readonly span: SourceSpan;
  /** Undefined for code of a macro whose function neither the compiler nor the source names. */
  readonly functionName: string | undefined;
  /** Names the copy of the code: functions are inlined at several places, and generic ones are compiled several times. */
  readonly copy: string;
  /** The first statement of the copy, if it is compiled as a function and not inlined. */
  readonly start: number | undefined;
  /** Undefined if it is not in an inner part of the function: in a loop, whose span this names, or in a closure. */
  readonly inner: string | undefined;
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
  /** The ids of the spans of loops. */
  readonly loops: ReadonlySet<string>;
}

/** The inner part of a function that its closures are. */
const CLOSURE = 'closure';

/** Finds the user's code in a class. */
export function coverableClass(
  map: ProgramMap,
  debugInfo: unknown,
  { isOwn, isBlock, isClosure, functionAt }: SpanTests,
): CoverableClass {
  const locate = statementFrames(debugInfo);
  const frames = [...map.libfuncs.keys()].map((statement) => locate(statement));
  const functionOf = functionsOfStatements(map);
  const loops = loopsOf(map, frames, functionOf);
  const bodies = functionBodies(frames);
  const attributes = attributeSpans(frames);
  const isOfUser = ({ span, isCore, isGenerated, functionName }: StackFrame): boolean =>
    span !== undefined &&
    !isCore &&
    !isGenerated &&
    isOwn(span.file) &&
    !(functionName === undefined && attributes.has(spanId(span)));
  const found = frames.map((stack, statement): OwnPlace | undefined => {
    const at = stack.findIndex(isOfUser);
    if (at < 0) return undefined;
    const levels = callLevels(stack.slice(at));
    const span = levels[0]![0]!.span!;
    if (bodies.has(spanId(span)) || isBlock(span)) return undefined;
    const calls = levels.slice(1);
    const current = functionOf[statement]!;
    const functionName = nameOf(levels[0]!) ?? nameAroundMacro(levels[0]!, functionAt);
    const loop = calls.length === 0 ? loops[current] : undefined;
    return {
      span,
      functionName,
      copy: [current, ...calls.map(([call]) => spanId(call!.span!))].join('|'),
      start: calls.length === 0 ? map.functionStarts[current] : undefined,
      inner: loop ?? (isClosure(span) ? CLOSURE : undefined),
      chain: levels.flat().map((frame) => frame.span!),
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
  return { map, frames, places, isCounted, loops: new Set(loops.filter((id) => id !== undefined)) };
}

/** The name of a function in one of its frames. A macro such as `panic!` has no name of its own. */
const nameOf = (level: readonly StackFrame[]): string | undefined =>
  level.find(({ functionName, isGenerated }) => functionName !== undefined && !isGenerated)?.functionName;

/** The name of a function that consists only of a macro: the compiler names the macro instead, so it is read in the source. */
function nameAroundMacro(level: readonly StackFrame[], functionAt: SpanTests['functionAt']): string | undefined {
  const macro = level.find(({ macroModule }) => macroModule !== undefined);
  const name = macro?.span && functionAt(macro.span);
  if (name === undefined) return undefined;
  return macro?.macroModule ? `${macro.macroModule}::${name}` : name;
}

/** For each statement: the position of its function in `functionStarts`. */
function functionsOfStatements({ libfuncs, functionStarts }: ProgramMap): Int32Array {
  const sorted = [...functionStarts.entries()].sort(([, a], [, b]) => a - b);
  const functions = new Int32Array(libfuncs.length).fill(-1);
  for (const [i, [id, start]] of sorted.entries()) functions.fill(id, start, sorted[i + 1]?.[1]);
  return functions;
}

/** The spans of code that the compiler writes, such as that of `derive`. Macros in it are not the user's either. */
function attributeSpans(frames: readonly (readonly StackFrame[])[]): ReadonlySet<string> {
  const spans = new Set<string>();
  for (const { span, isGenerated } of frames.flat()) if (span && isGenerated) spans.add(spanId(span));
  return spans;
}

/** The spans of whole functions. The compiler adds them to what it specialises, and code whose line it has lost has nothing else. */
function functionBodies(frames: readonly (readonly StackFrame[])[]): ReadonlySet<string> {
  const bodies = new Set<string>();
  for (const found of frames)
    for (let i = 1; i < found.length; i++) {
      const [inner, outer] = [found[i - 1]!.span, found[i]!.span];
      if (inner && outer && outer.endLine > outer.line && isAround(outer, inner)) bodies.add(spanId(outer));
    }
  return bodies;
}
