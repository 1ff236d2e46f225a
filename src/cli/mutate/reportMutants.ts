import type { MutantReport, MutantState, ReportedMutant } from '../../tools/mutants/mutantReport.ts';
import type { CandidateMutant, Candidates } from './planMutants.ts';
import type { Verdicts } from './verdicts.ts';

/** What became of the mutants of a run. Those that are no programs are left out. */
export function reportMutants(
  { tests, lines, contracts, withoutLines }: Candidates,
  mutants: readonly CandidateMutant[],
  verdicts: Verdicts,
): MutantReport {
  return {
    mutants: mutants.flatMap((mutant) => {
      const state = stateOf(mutant, verdicts);
      return state === 'invalid' ? [] : [reported(mutant, state, verdicts)];
    }),
    tests,
    lines,
    contracts,
    withoutLines,
  };
}

function stateOf({ id, again, whole }: CandidateMutant, verdicts: Verdicts): MutantState | 'invalid' {
  const decided = verdicts.decided(id);
  if (decided && decided.result !== 'passed') return decided.result;
  if (again.size === 0 && whole.size === 0) return 'uncovered';
  const isTried =
    [...again.keys()].every((test) => verdicts.hasPassed(id, test)) && (whole.size === 0 || verdicts.hasPassed(id, ''));
  return isTried ? 'survived' : 'untried';
}

function reported(mutant: CandidateMutant, state: MutantState, verdicts: Verdicts): ReportedMutant {
  const { again, whole, classHash: _, ...facts } = mutant;
  const tests = new Set([...again.keys(), ...[...whole].filter(Boolean)]).size;
  const killedBy = state === 'killed' || state === 'timeout' ? verdicts.decided(mutant.id)?.test : undefined;
  return { ...facts, state, tests, ...(killedBy !== undefined && { killedBy }) };
}
