import type { CodePlace } from '../../execution/callObserver.ts';
import { lastAtOrBefore } from '../../execution/lastAtOrBefore.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ownMember } from '../../json/ownMember.ts';
import { type AroundMacro, aroundMacros, type NamedPlace } from './macroFunctions.ts';
import { isMacroName, type SourceSpan, type StackFrame, stackFrame } from './stackFrame.ts';

/** Finds the Cairo functions and source places of an instruction of a class, inlined ones included, innermost first. */
export type LocateCode = (classHash: FeltKey, offset: number) => readonly StackFrame[];

/** The longest stack that is shown. */
const MAX_FRAMES = 64;

/** The known frames of an error, innermost first. Of consecutive frames in the same line only the first is kept. */
export function stackOf(places: readonly CodePlace[], locate: LocateCode): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  let last: string | undefined;
  for (const { classHash, offsets } of places.toReversed())
    for (const frame of handwritten(offsets.flatMap((offset) => locate(classHash, offset)))) {
      const { functionName, span } = frame;
      const id = span ? `${span.file}:${span.line}` : `${functionName}`;
      if (id !== last && frames.length < MAX_FRAMES) frames.push({ ...frame, classHash });
      last = id;
    }
  return frames;
}

/** The frames of a call without the functions that the compiler wrote, unless the user wrote none of them. */
function handwritten(frames: readonly StackFrame[]): readonly StackFrame[] {
  const isOwn = ({ isCore, isGenerated }: StackFrame) => !isCore && !isGenerated;
  return frames.some(isOwn) ? frames.filter(({ isGenerated }) => !isGenerated) : frames;
}

/** The annotations under which the Cairo compiler writes source locations and function names into a class file. */
const COVERAGE = 'github.com/software-mansion/cairo-coverage';
const PROFILER = 'github.com/software-mansion/cairo-profiler';

/** Whether debug information has source lines. */
export const hasSourceLines = (debugInfo: unknown): boolean => statementsOf(debugInfo) !== undefined;

/** Whether debug information also has the function of each statement, inlined ones included. */
export const hasLinesAndFunctions = (debugInfo: unknown): boolean =>
  hasSourceLines(debugInfo) && pathsOf(debugInfo) !== undefined;

const pathsOf = (debugInfo: unknown) =>
  recordOf(ownMember(ownMember(ownMember(debugInfo, 'annotations'), PROFILER), 'statements_functions'));

const functionPaths = (debugInfo: unknown) => pathsOf(debugInfo) ?? {};

const statementsOf = (debugInfo: unknown) =>
  recordOf(ownMember(ownMember(ownMember(debugInfo, 'annotations'), COVERAGE), 'statements_code_locations'));

/** The statements of a compiled program. */
export interface StatementLayout {
  /** The offset of each statement's code in the bytecode. */
  readonly offsets: ArrayLike<number>;
  /** The first statement of each function. */
  readonly functionStarts: ArrayLike<number>;
}

/**
 * Returns a function that finds the frames of an offset in the bytecode. `debugInfo` is `sierra_program_debug_info` of the class
 * file, which may come from anywhere: what is not as the compiler writes it is ignored.
 */
export function sourceFrames(debugInfo: unknown, layout: StatementLayout): (offset: number) => readonly StackFrame[] {
  const spans = statementsOf(debugInfo) ?? {};
  const paths = functionPaths(debugInfo);
  const names = namesByNumber(ownMember(debugInfo, 'user_func_names'));
  const { offsets, functionStarts } = layout;
  const around = aroundMacros(function* () {
    for (const statement of Object.keys(spans)) yield placesOf(spans[statement], paths[statement]);
  });
  return (offset) => {
    let statement = lastAtOrBefore(offsets.length, (i) => offsets[i]!, offset);
    if (statement < 0) return [];
    const functionName = names.get(functionAt(functionStarts, statement));
    // Statements without code have the same offset as the next one. The last of them produced the instruction.
    while (
      statement > 0 &&
      !Object.hasOwn(spans, statement) &&
      !Object.hasOwn(paths, statement) &&
      offsets[statement - 1] === offsets[statement]
    )
      statement--;
    return framesOf(spans[statement], paths[statement], functionName, around);
  };
}

/** Returns a function that finds the frames of a statement itself, which may have no code; empty if it has no places in the source. */
export function statementFrames(debugInfo: unknown): (statement: number) => readonly StackFrame[] {
  const spans = statementsOf(debugInfo) ?? {};
  const paths = functionPaths(debugInfo);
  return (statement) =>
    Object.hasOwn(spans, statement) ? framesOf(spans[statement], paths[statement], undefined) : [];
}

/** The source files that debug information names. */
export function sourceNames(debugInfo: unknown): readonly string[] {
  const names = new Set<string>();
  for (const spans of Object.values(statementsOf(debugInfo) ?? {}))
    for (const span of listOf(spans)) if (Array.isArray(span) && typeof span[0] === 'string') names.add(span[0]);
  return [...names];
}

function framesOf(
  spans: unknown,
  path: unknown,
  functionName: string | undefined,
  aroundMacro?: AroundMacro,
): readonly StackFrame[] {
  const places = placesOf(spans, path);
  // A macro without a place in the source has nothing to show: neither a file nor a name of the user.
  if (places.length === 0) {
    const inlined = namesIn(path);
    return (inlined.length > 0 ? inlined : [functionName])
      .map((name) => stackFrame(name, undefined))
      .filter((frame) => frame.functionName !== undefined);
  }
  return places.map(({ span, isMacro, name }, i) =>
    stackFrame(
      name ?? (i === places.length - 1 ? functionName : undefined),
      span,
      isMacro,
      name !== undefined && isMacroName(name) ? aroundMacro?.(places, i, functionName) : undefined,
    ),
  );
}

/** The places of a statement with the names of their functions, innermost first. */
function placesOf(spans: unknown, path: unknown): readonly NamedPlace[] {
  const places = listOf(spans).flatMap((span) => {
    const read = readSpan(span);
    return read ? [{ span: read, isMacro: readMacro(span) }] : [];
  });
  const names = namesOf(places, namesIn(path));
  return places.map((place, i) => ({ ...place, name: names[i] }));
}

const namesIn = (path: unknown): readonly string[] => listOf(path).filter((name) => typeof name === 'string');

/**
 * The names of places, both innermost first. A default function of a trait has a place, but no name. Such a place is known by its
 * file, which is not that of the next name. The last place is in the function that the statement belongs to.
 */
function namesOf(
  places: readonly { readonly span: SourceSpan }[],
  names: readonly string[],
): readonly (string | undefined)[] {
  if (names.length >= places.length) return names;
  let nameless = places.length - names.length;
  let next = 0;
  return places.map(({ span }, i) => {
    if (i === places.length - 1) return names.at(-1);
    const name = next < names.length - 1 ? names[next] : undefined;
    if (name === undefined || (nameless > 0 && !isInFile(name, span.file))) {
      nameless--;
      return undefined;
    }
    next++;
    return name;
  });
}

/** Whether a function may be in a file, by the names of its modules. */
function isInFile(functionName: string, file: string): boolean {
  const module = /([^/\\]+)\.cairo$/.exec(file)?.[1];
  return module === undefined || module === 'lib' || functionName.split('::').includes(module);
}

function readSpan(span: unknown): SourceSpan | undefined {
  if (!Array.isArray(span) || typeof span[0] !== 'string') return undefined;
  const [start, end] = [position(ownMember(span[1], 'start')), position(ownMember(span[1], 'end'))];
  if (!start) return undefined;
  return { file: span[0], ...start, endLine: end?.line ?? start.line, endColumn: end?.column ?? start.column };
}

/** Whether the code comes from a macro. Early compilers do not say it. */
const readMacro = (span: unknown): boolean | undefined =>
  Array.isArray(span) && typeof span[2] === 'boolean' ? span[2] : undefined;

const isPosition = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;

/** The compiler counts lines and columns from 0, editors from 1. */
function position(value: unknown): { line: number; column: number } | undefined {
  const [line, column] = [ownMember(value, 'line'), ownMember(value, 'col')];
  if (!isPosition(line)) return undefined;
  return { line: line + 1, column: isPosition(column) ? column + 1 : 1 };
}

/** The names in a list of pairs `[number, name]`, by number. */
export function namesByNumber(list: unknown): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const pair of listOf(list))
    if (Array.isArray(pair) && typeof pair[1] === 'string') names.set(Number(pair[0]), pair[1]);
  return names;
}

/** The function that a statement belongs to: the one that starts last at or before it. */
function functionAt(starts: ArrayLike<number>, statement: number): number {
  let found = -1;
  for (let i = 0; i < starts.length; i++)
    if (starts[i]! <= statement && (found < 0 || starts[i]! > starts[found]!)) found = i;
  return found;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const recordOf = (value: unknown): Readonly<Record<string | number, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
