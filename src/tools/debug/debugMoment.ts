import type { BreakKind, DebugFact, DebugFrame, DebugStorageChange } from './debuggerTypes.ts';
import type { ShownSource } from './debugRequest.ts';
import type { DebugVariable } from './debugValue.ts';
import type { DebugSpan, RecordedDebugger } from './recordedDebugger.ts';

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
}

/** The calls of contracts in time, and where something happens. */
export interface DebugTimeline {
  readonly calls: readonly DebugSpan[];
  readonly panics: readonly number[];
  readonly writes: readonly number[];
  readonly events: readonly number[];
}

/** Longer lists are cut. */
const MAX_STORAGE = 500;
const MAX_FACTS = 500;
const MAX_MARKS = 500;
const MAX_CALLS = 1000;
const MAX_DEPTH = 4;
const MAX_MEMBERS = 100;
const MAX_VARIABLES = 2000;

export function debugMoment(
  debug: RecordedDebugger,
  source: ShownSource | undefined,
  { frame, hasTimeline }: { readonly frame: number; readonly hasTimeline: boolean },
): DebugMoment {
  const { moment, moments, reason, isAtEnd, panic, gasLeft, warning } = debug;
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
    timeline: hasTimeline ? timelineOf(debug) : undefined,
  };
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
  const marks = (kind: BreakKind) => debug.momentsOf(kind).slice(0, MAX_MARKS);
  return {
    calls: debug.calls.slice(0, MAX_CALLS),
    panics: marks('panic'),
    writes: marks('storage'),
    events: marks('event'),
  };
}
