import { type Call, failingPath } from './explanation.ts';
import { foldedSteps } from './foldedSteps.ts';

/** The number of steps of a call that are shown at once: a transaction can make thousands of calls. */
export const STEPS_AT_ONCE = 50;
/** The number of rows that a tree has at first. */
const ROWS_AT_FIRST = 100;
/** What every transaction does: it is opened on request. */
const USUAL: ReadonlySet<Call['phase']> = new Set(['VALIDATE', 'FEE_TRANSFER']);

export const isUsual = ({ phase, end }: Call): boolean => USUAL.has(phase) && end === 'RETURNED';

/** Which calls of a tree show at first what they did: those that failed, and outer ones before inner ones while there is room. */
export function openCalls(calls: readonly Call[]): ReadonlySet<Call> {
  const failing = new Set(failingPath(calls));
  const open = new Set<Call>();
  let rows = calls.length;
  for (let level = [...failing, ...calls]; level.length > 0 && rows < ROWS_AT_FIRST; ) {
    const inner: Call[] = [];
    for (const call of level) {
      if (open.has(call) || isUsual(call)) continue;
      const steps = foldedSteps(call);
      const added = Math.min(steps.length, STEPS_AT_ONCE);
      if (rows + added > ROWS_AT_FIRST && !failing.has(call)) continue;
      open.add(call);
      rows += added;
      inner.push(...steps.slice(0, STEPS_AT_ONCE).flatMap((step) => (step.kind === 'call' ? [step.call] : [])));
    }
    level = inner;
  }
  return open;
}
