import { checkMark, countOf, flagOf, idOf, listOf, memberOf, readFields, textOf } from './fields.ts';

/** A mutant that tests try. */
export interface PlannedMutant {
  readonly id: string;
  readonly classHash: string;
  /** The mutation as a text. */
  readonly change: string;
  /** Which of the processes that run the command at the same time tries it, counted from 0. */
  readonly worker: number;
}

/** A mutant that a test can notice. */
export interface Trial {
  /** The position of the mutant in the plan. */
  readonly mutant: number;
  /** Whether it can be noticed already while the chain is prepared, so that this is repeated with the mutant. */
  readonly inSetup: boolean;
}

/** What the fixtures of a test run try. */
export interface MutantPlan {
  readonly mutants: readonly PlannedMutant[];
  readonly tests: readonly { readonly name: string; readonly trials: readonly Trial[] }[];
  /** When nothing more is tried, in milliseconds since 1970; 0 for never. */
  readonly deadline: number;
}

const MARK = 'starboxMutantPlan';
const VERSION = 1;

/** The plan as the text of a file. */
export const encodePlan = (plan: MutantPlan): string => JSON.stringify({ [MARK]: VERSION, ...plan });

/** Reads what `encodePlan` wrote; undefined if a text is anything else. */
export const decodePlan = (source: string): MutantPlan | undefined =>
  readFields(source, (json) => {
    checkMark(json, MARK, VERSION);
    const mutants = listOf(memberOf(json, 'mutants'), (mutant) => ({
      id: idOf(memberOf(mutant, 'id')),
      classHash: textOf(memberOf(mutant, 'classHash')),
      change: textOf(memberOf(mutant, 'change')),
      worker: countOf(memberOf(mutant, 'worker')),
    }));
    const tests = listOf(memberOf(json, 'tests'), (test) => ({
      name: textOf(memberOf(test, 'name')),
      trials: listOf(memberOf(test, 'trials'), (trial) => ({
        mutant: countOf(memberOf(trial, 'mutant')),
        inSetup: flagOf(memberOf(trial, 'inSetup')),
      })).filter(({ mutant }) => mutant < mutants.length),
    }));
    return { mutants, tests, deadline: countOf(memberOf(json, 'deadline')) };
  });
