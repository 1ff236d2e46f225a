import type { CodeCounts } from '../../cairo/codeCounter.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { CallInfo } from '../../execution/callInfo.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';

/** Calls of the same function of a class by the same caller, with how often their instructions ran. */
export interface ProfiledCall {
  readonly call: Pick<CallInfo['call'], 'classHash' | 'selector' | 'entryPointType'>;
  readonly tracked: CallInfo['tracked'];
  readonly program: LoadedProgram | undefined;
  /** The gas of the calls, with their inner ones. */
  gasConsumed: number;
  steps: number;
  readonly counts: CodeCounts[];
  readonly usages: Map<SyscallName, { count: number; felts: number }>;
  readonly inner: ProfiledCall[];
}

/** Whether two calls are of the same function, and are metered in the same way. */
const isAlike = (a: ProfiledCall, b: ProfiledCall): boolean =>
  a.call.classHash === b.call.classHash &&
  a.call.selector === b.call.selector &&
  a.call.entryPointType === b.call.entryPointType &&
  a.tracked === b.tracked &&
  a.program === b.program;

/** Adds a call to the one of a list that is alike, or to the list if there is none. */
export function mergeCall(calls: ProfiledCall[], added: ProfiledCall): void {
  const known = calls.find((call) => isAlike(call, added));
  if (!known) {
    calls.push(added);
    return;
  }
  known.gasConsumed += added.gasConsumed;
  known.steps += added.steps;
  addCounts(known.counts, added.counts);
  for (const [name, { count, felts }] of added.usages) {
    const sum = known.usages.get(name);
    if (!sum) known.usages.set(name, { count, felts });
    else {
      sum.count += count;
      sum.felts += felts;
    }
  }
  for (const inner of added.inner) mergeCall(known.inner, inner);
}

const pathOf = ({ start, site }: CodeCounts, caller: number): string => `${caller}|${site}|${start}`;

/** Adds the counts of a run to those of another run of the same program, function by function on the same path of calls. */
export function addCounts(sums: CodeCounts[], added: readonly CodeCounts[]): void {
  const known = new Map(sums.map((node, i) => [pathOf(node, node.caller), i]));
  // The callers of a list come before their callees.
  const places: number[] = [];
  for (const node of added) {
    const caller = node.caller < 0 ? -1 : places[node.caller]!;
    const path = pathOf(node, caller);
    let place = known.get(path);
    if (place === undefined) {
      place = sums.push({ ...node, caller }) - 1;
      known.set(path, place);
    } else {
      const { counts } = sums[place]!;
      for (let i = 0; i < counts.length; i++) counts[i]! += node.counts[i]!;
    }
    places.push(place);
  }
}
