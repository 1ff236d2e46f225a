import type { BreakKind, DebugFact, DebugFrame, DebugStorageChange } from './debuggerTypes.ts';
import type { DebugRequest, ShownSource } from './debugRequest.ts';
import type { DebugVariable } from './debugValue.ts';
import { EvaluationError } from './evaluate.ts';
import type { DebugSpan, RecordedDebugger } from './recordedDebugger.ts';
import type { SourceFile } from './sourceFiles.ts';

/** A variable with its members, as deep as they are shown. */
export interface VariableView {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly members: readonly VariableView[];
}

/** What there is at a moment of a transaction, with lists that are not too long. */
export interface DebugMoment
  extends Pick<RecordedDebugger, 'moment' | 'moments' | 'reason' | 'isAtEnd' | 'panic' | 'gasLeft' | 'warning'> {
  readonly stack: readonly DebugFrame[];
  readonly locals: readonly VariableView[];
  readonly storage: readonly DebugStorageChange[];
  readonly events: readonly DebugFact[];
  readonly prints: readonly DebugFact[];
  readonly source: ShownSource | undefined;
  readonly timeline: DebugTimeline | undefined;
  /** The watched expressions, in the order of the request. */
  readonly watches: readonly Watch[];
  /** What breakpoints logged on the way, and why conditions could not be evaluated. */
  readonly messages: readonly string[];
}

/** A watched expression with its value, or with the reason why it has none here. */
export interface Watch extends VariableView {
  readonly fault: string | undefined;
}

/** Where a panic starts. */
export interface PanicPlace {
  readonly moment: number;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly text: string | undefined;
}

/** The calls of contracts in time, and where something happens. */
export interface DebugTimeline {
  readonly calls: readonly DebugSpan[];
  readonly panics: readonly PanicPlace[];
  readonly writes: readonly number[];
  readonly events: readonly number[];
  /** The source files of the classes that are called. */
  readonly files: readonly SourceFile[];
}

/** Longer lists are cut. */
const MAX_STORAGE = 500;
const MAX_FACTS = 500;
const MAX_MARKS = 500;
const MAX_CALLS = 1000;
/** Each takes a look at its moment. */
const MAX_PANICS = 50;
const MAX_FILES = 500;
const MAX_DEPTH = 4;
const MAX_MEMBERS = 100;
const MAX_VARIABLES = 2000;

export function debugMoment(
  debug: RecordedDebugger,
  source: ShownSource | undefined,
  messages: readonly string[],
  { frame, hasTimeline, watch }: Pick<DebugRequest, 'frame' | 'hasTimeline' | 'watch'>,
): DebugMoment {
  const { moment, moments, reason, isAtEnd, panic, gasLeft, warning } = debug;
  // All watches share it: each may be the same large value.
  const watchBudget = { left: MAX_VARIABLES };
  return {
    moment,
    moments,
    reason,
    isAtEnd,
    panic,
    gasLeft,
    warning,
    stack: debug.stack(),
    locals: variableViews(debug.locals(frame), { left: MAX_VARIABLES }),
    storage: debug.storage().slice(0, MAX_STORAGE),
    events: debug.events().slice(-MAX_FACTS),
    prints: debug.prints().slice(-MAX_FACTS),
    source,
    watches: watch.map((expression) => watched(debug, expression, frame, watchBudget)),
    messages,
    // The last, because it looks at other moments.
    timeline: hasTimeline ? timelineOf(debug) : undefined,
  };
}

function watched(debug: RecordedDebugger, expression: string, frame: number, budget: { left: number }): Watch {
  try {
    const value = debug.valueAt(expression, frame);
    // Each has its own value; the members are what may be many.
    const members = variableViews(value.members, budget, 1);
    return { name: expression, type: value.type, value: value.text, members, fault: undefined };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { name: expression, type: '', value: '', members: [], fault: error.message };
  }
}

function variableViews(
  variables: readonly DebugVariable[],
  budget: { left: number },
  depth = 0,
): readonly VariableView[] {
  const shown: VariableView[] = [];
  for (const variable of variables.slice(0, MAX_MEMBERS)) {
    if (budget.left-- <= 0) break;
    const members = depth < MAX_DEPTH ? variableViews(variable.members, budget, depth + 1) : [];
    shown.push({ name: variable.name, type: variable.type, value: variable.text, members });
  }
  return shown;
}

function timelineOf(debug: RecordedDebugger): DebugTimeline {
  const marks = (kind: Exclude<BreakKind, 'panic'>) => debug.momentsOf(kind).slice(0, MAX_MARKS);
  return {
    calls: debug.calls.slice(0, MAX_CALLS),
    panics: debug
      .momentsOf('panic')
      .slice(0, MAX_PANICS)
      .map((moment) => panicPlace(debug, moment)),
    writes: marks('storage'),
    events: marks('event'),
    files: debug.files.slice(0, MAX_FILES),
  };
}

function panicPlace(debug: RecordedDebugger, moment: number): PanicPlace {
  const [here, reason] = [debug.moment, debug.reason];
  const position = debug.goTo(moment);
  const text = debug.panic;
  debug.goTo(here, reason);
  return { moment, file: position?.file, line: position?.line, text };
}
