import type { EntryPointRun, Machine } from '../../../src/cairo/machine.ts';
import { PlainMachine } from '../../../src/cairo/plain/plainMachine.ts';
import { type RunOptions, type RunRecord, record } from './differential.ts';

/** The first difference between two records of a run; undefined if they are equal. */
export function difference(ours: RunRecord, theirs: RunRecord): string | undefined {
  if (ours.outcome !== theirs.outcome)
    return `${ours.outcome} instead of ${theirs.outcome}: ${ours.log.at(-1)} instead of ${theirs.log.at(-1)}`;
  const [log, expected] = [ours.log, theirs.log];
  for (let i = 0; i < Math.max(log.length, expected.length); i++)
    if (log[i] !== expected[i]) return `line ${i} of the log: ${log[i]} instead of ${expected[i]}`;
  const segments = Math.max(ours.memory.length, theirs.memory.length);
  for (let i = 0; i < segments; i++)
    if (ours.memory[i] !== theirs.memory[i])
      return `segment ${i}: ${ours.memory[i]?.slice(0, 500)} instead of ${theirs.memory[i]?.slice(0, 500)}`;
  return undefined;
}

/** How a run ended on the plain machine, and how another machine differs. */
export interface Comparison {
  readonly plain: RunRecord;
  readonly outcome: RunRecord['outcome'];
  /** The text of a failure. */
  readonly message: string;
  readonly difference: string | undefined;
}

/** Runs an entry point on a machine and on the plain one. */
export function compareRuns(machine: Machine, entry: EntryPointRun, options: RunOptions): Comparison {
  const plain = record(new PlainMachine(), entry, { ...options, slice: 10_000 });
  const { outcome } = plain;
  const message = outcome === 'failed' ? plain.log.at(-1)!.split('\n').at(-1)! : '';
  return { plain, outcome, message, difference: difference(record(machine, entry, options), plain) };
}

/** The kind of an outcome. For a failure it is the text without numbers. */
export const kindOf = ({ outcome, message }: Comparison): string =>
  outcome === 'failed' ? `failed: ${message.replace(/-?\d[\da-fx:]*/g, 'n').slice(0, 70)}` : outcome;
