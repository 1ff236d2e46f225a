import type { MutantFacts } from './mutantRun.ts';

/**
 * What became of a mutant: a test failed (`killed`), or its time ended (`timeout`); all passed (`survived`); its code is that of the
 * original (`equal`); no test runs its code (`uncovered`); it was not tried any more (`untried`).
 */
export const MUTANT_STATES = ['killed', 'timeout', 'survived', 'equal', 'uncovered', 'untried'] as const;
export type MutantState = (typeof MUTANT_STATES)[number];

/** A mutant and what became of it. */
export interface ReportedMutant extends MutantFacts {
  readonly contract: string;
  readonly state: MutantState;
  /** How many tests can notice it. */
  readonly tests: number;
  /** The test that noticed it; empty if only the whole command is known to. */
  readonly killedBy?: string;
}

/** The result of a run of mutants. */
export interface MutantReport {
  readonly mutants: readonly ReportedMutant[];
  /** Tests that ran code of the contracts. */
  readonly tests: number;
  /** Lines of the contracts that they ran. */
  readonly lines: number;
  readonly contracts: readonly string[];
  /** Contracts whose class files have no source lines. */
  readonly withoutLines: readonly string[];
}

/** How many mutants there are of each kind of result. */
export function countStates(mutants: readonly Pick<ReportedMutant, 'state'>[]): Readonly<Record<MutantState, number>> {
  const counts = { killed: 0, timeout: 0, survived: 0, equal: 0, uncovered: 0, untried: 0 };
  for (const { state } of mutants) counts[state]++;
  return counts;
}

/** The share of the mutants that tests noticed among those that they could; undefined if there are none. */
export function scoreOf(mutants: readonly Pick<ReportedMutant, 'state'>[]): number | undefined {
  const { killed, timeout, survived } = countStates(mutants);
  const tried = killed + timeout + survived;
  return tried === 0 ? undefined : ((killed + timeout) / tried) * 100;
}

/** A score as a text. Only a perfect one is 100 %. */
export const scoreText = (score: number | undefined): string =>
  score === undefined ? '–' : `${score === 100 ? 100 : Math.min(99, Math.round(score))} %`;

/** The last part of a function's path. */
export const shortName = (functionName: string): string =>
  functionName
    .replace(/::<.*>/g, '')
    .split('::')
    .at(-1) || functionName;
