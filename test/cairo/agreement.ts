import type { EntryPointRun, Machine } from '../../src/cairo/machine.ts';
import { PlainMachine } from '../../src/cairo/plain/plainMachine.ts';
import { type RunOptions, type RunRecord, record } from './differential.ts';

// Of a run that was given up the engine knows only roughly which cells were accessed; nothing is charged for them.
const comparable = (log: readonly string[], { outcome }: RunRecord): string[] =>
  outcome === 'returned' || outcome === 'panicked'
    ? [...log]
    : log.map((line) => line.replace(/"memoryHoles":\d+,/, ''));

/** The first thing in which two records of a run differ, undefined when they agree. */
export function difference(ours: RunRecord, theirs: RunRecord): string | undefined {
  if (ours.outcome !== theirs.outcome)
    return `${ours.outcome} instead of ${theirs.outcome}: ${ours.log.at(-1)} instead of ${theirs.log.at(-1)}`;
  const log = comparable(ours.log, ours);
  const expected = comparable(theirs.log, theirs);
  for (let i = 0; i < Math.max(log.length, expected.length); i++)
    if (log[i] !== expected[i]) return `line ${i} of the log: ${log[i]} instead of ${expected[i]}`;
  const segments = Math.max(ours.memory.length, theirs.memory.length);
  for (let i = 0; i < segments; i++)
    if (ours.memory[i] !== theirs.memory[i])
      return `segment ${i}: ${ours.memory[i]?.slice(0, 500)} instead of ${theirs.memory[i]?.slice(0, 500)}`;
  return undefined;
}

/** Runs an entry point on a machine and on the plain one. */
export function compareRuns(
  machine: Machine,
  entry: EntryPointRun,
  options: RunOptions,
): { readonly outcome: RunRecord['outcome']; readonly message: string; readonly difference: string | undefined } {
  const plain = record(new PlainMachine(), entry, { ...options, slice: 10_000 });
  const message = plain.outcome === 'failed' ? plain.log.at(-1)!.split('\n').at(-1)! : '';
  return { outcome: plain.outcome, message, difference: difference(record(machine, entry, options), plain) };
}
