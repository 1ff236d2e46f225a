import type { RpcResult } from '../../../../src/rpc/schema.ts';

export type Explanation = RpcResult<'sandbox_explainTransaction'>;
export type Call = Explanation['calls'][number];

/** The calls from the outermost to the innermost that failed. Empty if none did. */
export function failingPath(calls: readonly Call[]): readonly Call[] {
  const path: Call[] = [];
  let level = calls;
  for (;;) {
    const failed = level.findLast(({ end }) => end !== 'RETURNED');
    if (!failed) return path;
    path.push(failed);
    level = failed.calls;
  }
}

/** The calls that an account was asked to make; undefined if it is not the entry point of an account. */
export function callsOfAccount({ function_name, arguments: decoded }: Call): readonly unknown[] | undefined {
  const calls = decoded !== null && typeof decoded === 'object' && 'calls' in decoded ? decoded['calls'] : undefined;
  return function_name?.startsWith('__') && Array.isArray(calls) ? calls : undefined;
}

/** An event with the call that emitted it, and whether the chain dropped it because a call around it failed. */
export interface PlacedEvent {
  readonly call: Call;
  readonly event: Call['events'][number];
  readonly isDropped: boolean;
}

/** All events in the order in which they were emitted. */
export function eventsOf(calls: readonly Call[], isDropped = false): readonly PlacedEvent[] {
  return calls.flatMap((call) => {
    const dropped = isDropped || call.end !== 'RETURNED';
    let nextCall = 0;
    let nextEvent = 0;
    return call.sequence.flatMap((step): readonly PlacedEvent[] => {
      if (step === 'EVENT') return [{ call, event: call.events[nextEvent++]!, isDropped: dropped }];
      return step === 'CALL' ? eventsOf([call.calls[nextCall++]!], dropped) : [];
    });
  });
}

/** A line that a contract printed, with its call. */
export const printsOf = (calls: readonly Call[]): readonly { readonly call: Call; readonly text: string }[] =>
  calls.flatMap((call) => [...call.prints.map((text) => ({ call, text })), ...printsOf(call.calls)]);
