import type { Steps } from '../../async/steps.ts';
import { minimize } from './dualSimplex.ts';
import type { Expression } from './expression.ts';
import type { SolveBudget } from './solveBudget.ts';

/**
 * Solves `equations` (each equal to zero) over non-negative variables. Minimises the sum of the variables of each rank, one rank
 * after the other; earlier results stay fixed. Returns undefined if there is no solution.
 */
export function* solveByRanks(
  equations: readonly Expression[],
  ranks: readonly (readonly number[])[],
  budget: SolveBudget,
): Steps<ReadonlyMap<number, number> | undefined> {
  const solution = new Map<number, number>();
  let rest = equations;
  for (const [rank, targets] of ranks.entries()) {
    const values = yield* minimize(rest, new Set(targets), budget);
    if (!values) return undefined;
    if (rank === ranks.length - 1) {
      for (const [variable, value] of values) solution.set(variable, value);
      break;
    }
    const fixed = new Map(targets.map((variable) => [variable, values.get(variable) ?? 0]));
    for (const [variable, value] of fixed) solution.set(variable, value);
    const left: Expression[] = [];
    for (const equation of rest) {
      const smaller = substitute(equation, fixed);
      if (smaller.variables.length > 0) left.push(smaller);
      budget.spend(4 * equation.variables.length);
      if (budget.isPauseDue) yield;
    }
    rest = left;
  }
  return solution;
}

function substitute(equation: Expression, values: ReadonlyMap<number, number>): Expression {
  const variables: number[] = [];
  const coefficients: number[] = [];
  let { constant } = equation;
  equation.variables.forEach((variable, i) => {
    const coefficient = equation.coefficients[i]!;
    const value = values.get(variable);
    if (value !== undefined) {
      constant += value * coefficient;
      return;
    }
    variables.push(variable);
    coefficients.push(coefficient);
  });
  return { constant, variables, coefficients };
}
