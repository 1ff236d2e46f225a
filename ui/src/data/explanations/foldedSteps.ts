import type { Call } from './explanation.ts';

/** Something that a call did. */
export type CallStep =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'event'; readonly event: Call['events'][number] }
  | { readonly kind: 'print'; readonly text: string };

/** From this many on, calls of one function in a row become one step. */
const MANY_ALIKE = 8;

const isAlike = (a: Call, b: Call): boolean =>
  a.contract_address === b.contract_address && a.selector === b.selector && a.end === b.end;

/** What a call did, in its order. Calls of one function in a row are folded; one that failed never is. */
export function foldedSteps({ sequence, calls, events, prints }: Call): readonly CallStep[] {
  const steps: CallStep[] = [];
  let [nextCall, nextEvent, nextPrint] = [0, 0, 0];
  let alike: Call[] = [];
  const endRun = () => {
    if (alike.length >= MANY_ALIKE) steps.push({ kind: 'calls', calls: alike });
    else steps.push(...alike.map((call) => ({ kind: 'call', call }) as const));
    alike = [];
  };
  for (const step of sequence) {
    if (step === 'CALL') {
      const call = calls[nextCall++]!;
      if (alike.length > 0 && !isAlike(alike[0]!, call)) endRun();
      alike.push(call);
      if (call.end !== 'RETURNED') endRun();
      continue;
    }
    endRun();
    if (step === 'EVENT') steps.push({ kind: 'event', event: events[nextEvent++]! });
    else steps.push({ kind: 'print', text: prints[nextPrint++]! });
  }
  endRun();
  return steps;
}
