import type { Steps } from '../../async/steps.ts';
import { RETURN, targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { ownCost } from './branchCost.ts';
import type { BranchCost } from './effects.ts';
import { constantOf, type Expression, Sums, termOf } from './expression.ts';
import { solveByRanks } from './linearProgram.ts';
import { SolveBudget, STATEMENT_COST } from './solveBudget.ts';
import type { ApChanges, ConstCosts, EnforcedCosts, Flow, TokenCosts } from './solver.ts';

/**
 * The gas of programs before Sierra 1.4, by linear programming. The unknowns are the cost from each statement to the return
 * (numbered by statement) and the variable of each gas statement (numbered after all statements). The equations say that all paths
 * from a statement cost the same. Then the costs of functions, the amounts that withdraw_gas withdraws and those that branch_align
 * burns are minimised, in this order.
 */
export function* equationCosts(
  flow: Flow,
  tokens: TokenCosts,
  ap: ApChanges,
  enforced: EnforcedCosts,
): Steps<ConstCosts> {
  const { program } = flow;
  const size = program.statements.length;
  const budget = new SolveBudget();
  const equations = yield* flowEquations(flow, tokens, ap, budget);
  for (const [entry, cost] of enforced) equations.push(termOf(entry, 1, -cost));

  const entries = new Set(program.functions.map(({ entry }) => entry));
  const ranks: [number[], number[], number[]] = [[], [], []];
  const seen = new Set<number>();
  for (const { variables } of equations)
    for (const variable of variables) {
      if (seen.has(variable)) continue;
      seen.add(variable);
      const rank =
        variable < size ? (entries.has(variable) && !enforced.has(variable) ? 0 : -1) : gasRank(flow, variable - size);
      ranks[rank]?.push(variable);
    }
  const solution = yield* solveByRanks(equations, ranks, budget);
  if (!solution) throw new SierraError('metadata', 'failed solving the symbol tables');

  const variables = new Array<number>(size).fill(0);
  for (const [variable, value] of solution) if (variable >= size) variables[variable - size] = value;
  // A function that never returns is in no equation. It cannot be called, so its cost is 0.
  return { functions: program.functions.map(({ entry }) => solution.get(entry) ?? 0), variables };
}

/** The rank in which the variable of a gas statement is minimised; -1 if it is not. */
function gasRank({ program, effects }: Flow, statement: number): number {
  const { cost } = effects[program.statements[statement]!.libfunc]!.branches[0]!;
  if (cost.kind === 'align') return 2;
  if (cost.kind === 'withdraw') return cost.table ? 0 : 1;
  return -1;
}

function* flowEquations(flow: Flow, tokens: TokenCosts, ap: ApChanges, budget: SolveBudget): Steps<Expression[]> {
  const { program, effects } = flow;
  const { statements } = program;
  const sums = new Sums(2 * statements.length);
  const equations: Expression[] = [];
  const futures: (Expression | undefined)[] = new Array(statements.length);
  const futureOf = (statement: number): Expression => (futures[statement] ??= termOf(statement));
  const constrain = (statement: number, cost: Expression): void => {
    const known = futures[statement];
    if (!known) {
      futures[statement] = cost;
      return;
    }
    const equation = sums.add(known, cost, -1);
    if (equation.variables.length === 0 && equation.constant === 0) return;
    budget.store(1 + equation.variables.length);
    equations.push(equation);
  };
  for (const { entry } of program.functions) futureOf(entry);
  for (const index of backwards(flow)) {
    const { libfunc, branches } = statements[index]!;
    if (libfunc === RETURN) {
      constrain(index, constantOf(0));
      continue;
    }
    branches.forEach((branch, b) => {
      const cost = branchCost(effects[libfunc]!.branches[b]!.cost, index);
      const future = futureOf(targetOf(branch, index));
      const sum = sums.add(cost, future, 1);
      if (cost.variables.length > 0) budget.store(1 + sum.variables.length);
      budget.spend(STATEMENT_COST);
      constrain(index, sum);
    });
    if (budget.isPauseDue) yield;
  }
  return equations;

  function branchCost(cost: BranchCost, index: number): Expression {
    const variable = statements.length + index;
    const own = ownCost(cost, index, tokens, ap);
    switch (cost.kind) {
      case 'fixed':
        return constantOf(cost.amount);
      case 'function':
        return sums.add(constantOf(cost.amount), futureOf(entryOf(flow, cost.function)), 1);
      case 'refund':
        return constantOf(0);
      case 'align':
      case 'redeposit':
        return termOf(variable, 1, own);
      case 'withdraw':
        return termOf(variable, -1, own);
      case 'withdrawFailure':
      case 'unspent':
        return constantOf(own);
    }
  }
}

function entryOf({ program }: Flow, id: number): number {
  return program.functions[id]!.entry;
}

/** The statements in an order from returns to entries; the first of several branches is visited first. */
function backwards({ program }: Flow): readonly number[] {
  const { statements } = program;
  const order: number[] = [];
  const state = new Uint8Array(statements.length);
  for (const { entry } of program.functions) {
    const stack = [entry];
    while (stack.length) {
      const index = stack.pop()!;
      if (state[index] === 2) continue;
      if (state[index] === 1) {
        state[index] = 2;
        order.push(index);
        continue;
      }
      state[index] = 1;
      stack.push(index);
      const { branches } = statements[index]!;
      for (let b = branches.length - 1; b >= 0; b--) {
        const target = targetOf(branches[b]!, index);
        if (state[target] === 0) stack.push(target);
      }
    }
  }
  return order;
}
