import type { Steps } from '../../async/steps.ts';
import { RETURN, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { type ApEffect, gasSteps } from './effects.ts';
import { constantOf, type Expression, Sums, termOf } from './expression.ts';
import { solveByRanks } from './linearProgram.ts';
import { SolveBudget, STATEMENT_COST } from './solveBudget.ts';
import type { ApChanges, Flow, TokenCosts } from './solver.ts';

/**
 * The changes of ap of programs before Sierra 1.4, by linear programming. The unknowns are what each branch_align adds (numbered by
 * statement) and the change of each function (numbered after all statements). The equations say that all paths to a statement move ap by
 * the same distance. Then the sum of all unknowns is minimised.
 */
export function* equationAp(flow: Flow, tokens: TokenCosts): Steps<ApChanges> {
  const { program } = flow;
  const size = program.statements.length;
  const budget = new SolveBudget();
  const equations = yield* pathEquations(flow, tokens, budget);
  const unknowns = new Set<number>();
  for (const { variables } of equations) for (const variable of variables) unknowns.add(variable);
  const solution = yield* solveByRanks(equations, [[...unknowns]], budget);
  if (!solution) throw new SierraError('metadata', 'failed solving the ap changes');
  const align = new Array<number>(size).fill(0);
  for (const [variable, value] of solution) if (variable < size) align[variable] = value;
  return { functions: program.functions.map((_, id) => solution.get(size + id)), align };
}

function* pathEquations(flow: Flow, tokens: TokenCosts, budget: SolveBudget): Steps<Expression[]> {
  const { program, effects } = flow;
  const { statements, functions } = program;
  const size = statements.length;
  const sums = new Sums(size + functions.length);
  const equations: Expression[] = [];
  const onEquation = (equation: Expression) => {
    budget.store(1 + equation.variables.length);
    equations.push(equation);
  };
  const paths = new Paths(size, sums, onEquation);
  functions.forEach(({ entry }, id) => {
    paths.arrive(entry, id, constantOf(0), 0);
  });
  for (let index = 0; index < size; index++) {
    if (!paths.isReached(index))
      throw new SierraError('metadata', 'got a statement out of order during ap change calculations', {
        statement: index,
      });
    const { libfunc, branches } = statements[index]!;
    const base = paths.base[index]!;
    const change = paths.change[index];
    const locals = paths.locals[index]!;
    budget.spend(STATEMENT_COST);
    if (libfunc === RETURN) {
      if (base < functions.length) paths.arrive(index, base, termOf(size + base), locals);
    } else
      branches.forEach((branch, b) => {
        const { ap } = effects[libfunc]!.branches[b]!;
        const target = targetOf(branch, index);
        const after = locals + (ap.kind === 'alloc' ? ap.cells : 0);
        if (ap.kind === 'enable') {
          // Tracking starts anew at the target.
          paths.arrive(target, functions.length + target, constantOf(0), after);
          return;
        }
        const step = branchChange(ap, index, locals);
        const sum = change && step && sums.add(change, step, 1);
        if (sum && step.variables.length > 0) budget.store(1 + sum.variables.length);
        paths.arrive(target, base, sum, after);
      });
    if (budget.isPauseDue) yield;
  }
  return equations;

  function branchChange(ap: ApEffect, index: number, locals: number): Expression | undefined {
    switch (ap.kind) {
      case 'known':
        return constantOf(ap.change);
      case 'align':
        return termOf(index);
      case 'call':
        return termOf(size + ap.function, 1, 2);
      case 'finalize':
        return constantOf(locals);
      case 'gas': {
        const steps = gasSteps(tokens.variables[index], ap.table);
        return constantOf(steps + ap.extra + (steps > 0 ? ap.extraIfTokens : 0));
      }
      case 'alloc':
      case 'enable':
        return constantOf(0);
      case 'disable':
      case 'unknown':
        return undefined;
    }
  }
}

/** What is known about the first path to each statement, with which later ones are compared. */
class Paths {
  /** Where ap is tracked from: a function, or after all functions a statement; -1 if no path was found yet. */
  readonly base: Int32Array;
  /** The change of ap since then; undefined if it is not known. */
  readonly change: (Expression | undefined)[];
  /** The cells of local variables that were allocated. */
  readonly locals: Float64Array;
  readonly #onEquation: (equation: Expression) => void;
  readonly #sums: Sums;

  constructor(size: number, sums: Sums, onEquation: (equation: Expression) => void) {
    this.base = new Int32Array(size).fill(-1);
    this.change = new Array(size);
    this.locals = new Float64Array(size);
    this.#onEquation = onEquation;
    this.#sums = sums;
  }

  isReached(statement: number): boolean {
    return this.base[statement]! >= 0;
  }

  arrive(statement: number, base: number, change: Expression | undefined, locals: number): void {
    if (!this.isReached(statement)) {
      this.base[statement] = base;
      this.change[statement] = change;
      this.locals[statement] = locals;
      return;
    }
    if (this.locals[statement] !== locals)
      throw new SierraError('metadata', 'Attempted to merge branches with different number of allocated locals', {
        statement,
      });
    const known = this.change[statement];
    if (!known || !change) return;
    if (this.base[statement] !== base)
      throw new SierraError('metadata', 'Attempted to merge branches with different bases to align', { statement });
    this.#onEquation(this.#sums.add(known, change, -1));
  }
}
