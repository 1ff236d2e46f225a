import { idOf, memberOf, readFields, textOf, wordOf } from './fields.ts';

/**
 * What became of a mutant in a test, or in a run of the whole command: the test failed, failed because its time ended, or passed. `equal`:
 * its code is that of the original. `invalid`: there is no such program.
 */
export const TRIAL_RESULTS = ['killed', 'timeout', 'passed', 'equal', 'invalid'] as const;
export type TrialResult = (typeof TRIAL_RESULTS)[number];

/** A trial of a mutant. */
export interface TrialVerdict {
  readonly id: string;
  readonly result: TrialResult;
  /** The test; empty for a run of the whole command. */
  readonly test: string;
}

/** A verdict as a line of a file. */
export const verdictLine = ({ id, result, test }: TrialVerdict): string => `${JSON.stringify({ id, result, test })}\n`;

/** Reads a line of such a file; undefined if it is anything else, such as the end of a line that was cut. */
export const readVerdict = (line: string): TrialVerdict | undefined =>
  readFields(line, (json) => ({
    id: idOf(memberOf(json, 'id')),
    result: wordOf(memberOf(json, 'result'), TRIAL_RESULTS),
    test: textOf(memberOf(json, 'test')),
  }));

/** A trial of a mutant that starts. */
export type BegunTrial = Omit<TrialVerdict, 'result'>;

/** The start of a trial as a line of a file. */
export const begunLine = ({ id, test }: BegunTrial): string => `${JSON.stringify({ id, test })}\n`;

/** Reads a line of such a file; undefined if it is anything else. */
export const readBegun = (line: string): BegunTrial | undefined =>
  readFields(line, (json) => ({ id: idOf(memberOf(json, 'id')), test: textOf(memberOf(json, 'test')) }));

/** Whether nothing more has to be tried. */
export const isDecided = (result: TrialResult | undefined): boolean => result !== undefined && result !== 'passed';
