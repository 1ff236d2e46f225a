import type { BreakKind, DebugFact, DebugFrame } from '../../execution/debug/debuggerTypes.ts';
import type { DebugVariable } from '../../execution/debug/debugValue.ts';
import type { RecordedDebugger } from '../../execution/debug/recordedDebugger.ts';
import type { StorageChange } from '../../execution/explain/explanation.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import type { ShownSource } from './debugRequest.ts';

/** A variable with its members, as deep as they are shown. */
export interface VariableView {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly members: readonly VariableView[];
}

const hex = (felt: Felt) => formatFelt(felt) as `0x${string}`;

/** Longer lists are cut. */
const MAX_STORAGE = 500;
const MAX_FACTS = 500;
const MAX_MARKS = 500;
const MAX_CALLS = 1000;
const MAX_DEPTH = 4;
const MAX_MEMBERS = 100;
const MAX_VARIABLES = 2000;

/** A moment of a transaction as JSON. It is written here, not with the other formats, so that pages are built without it. */
export function formatDebugView(
  debug: RecordedDebugger,
  source: ShownSource | undefined,
  { frame, hasTimeline }: { readonly frame: number; readonly hasTimeline: boolean },
) {
  const { gasLeft } = debug;
  return {
    moment: debug.moment,
    moments: debug.moments,
    reason: debug.reason,
    is_at_end: debug.isAtEnd,
    panic: debug.panic ?? null,
    gas_left: gasLeft === undefined ? null : `${gasLeft}`,
    stack: debug.stack().map(frameView),
    locals: variableViews(debug.locals(frame), { left: MAX_VARIABLES }),
    storage: debug.storage().slice(0, MAX_STORAGE).map(storageView),
    events: debug.events().slice(-MAX_FACTS).map(factView),
    prints: debug.prints().slice(-MAX_FACTS).map(factView),
    source: source
      ? {
          name: source.name,
          first_line: source.firstLine,
          lines: source.lines,
          is_listing: source.isListing,
          is_changed: source.isChanged,
        }
      : null,
    timeline: hasTimeline ? timelineView(debug) : null,
  };
}

const frameView = (frame: DebugFrame) => ({
  function_name: frame.functionName ?? null,
  file: frame.file ?? null,
  line: frame.line,
  column: frame.column,
  contract_name: frame.contractName ?? null,
  contract_address: hex(frame.contractAddress),
  call: frame.call,
  call_depth: frame.callDepth,
});

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

const storageView = ({ contractName, contractAddress, path, key, beforeText, afterText }: StorageChange) => ({
  contract_name: contractName ?? null,
  contract_address: hex(contractAddress),
  path: path ?? formatFelt(key),
  before: beforeText,
  after: afterText,
});

const factView = ({ text, moment, contractName }: DebugFact) => ({
  text,
  moment,
  contract_name: contractName ?? null,
});

/** The calls of contracts in time, and where something happens. */
function timelineView(debug: RecordedDebugger) {
  const marks = (kind: BreakKind) => debug.momentsOf(kind).slice(0, MAX_MARKS);
  return {
    calls: debug.calls.slice(0, MAX_CALLS).map(({ contractName, functionName, hasFailed, ...span }) => ({
      ...span,
      contract_name: contractName ?? null,
      function_name: functionName ?? null,
      has_failed: hasFailed,
    })),
    panics: marks('panic'),
    writes: marks('storage'),
    events: marks('event'),
  };
}

export type DebugView = ReturnType<typeof formatDebugView>;
