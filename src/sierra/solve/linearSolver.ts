import type { Steps } from '../steps.ts';
import { branchesOf } from './branches.ts';
import { type BranchCost, gasSteps, TOKENS } from './effects.ts';
import { linearAp } from './linearAp.ts';
import { gasOrder, linearGas } from './linearGas.ts';
import type { ApChanges, ConstCosts, EnforcedCosts, Flow, Solver, TokenCosts } from './solver.ts';

const NOTHING_ENFORCED: EnforcedCosts = new Map();

// What withdrawing takes: three steps and a range check, and one or two steps more when there is not enough.
const WITHDRAWAL = 3 * 100 + 70;
const STEP = 100;

/** The plain gas a branch costs by itself. */
export function ownCost(cost: BranchCost, statement: number, tokens: TokenCosts, ap: ApChanges): number {
  switch (cost.kind) {
    case 'fixed':
    case 'function':
      return cost.amount;
    case 'withdraw':
      return WITHDRAWAL + STEP * gasSteps(tokens.variables[statement], cost.table);
    case 'withdrawFailure': {
      const steps = gasSteps(tokens.variables[statement], cost.table);
      return WITHDRAWAL + STEP * (steps + (!cost.table && steps === 0 ? 1 : 2));
    }
    case 'redeposit':
    case 'unspent':
      return STEP * gasSteps(tokens.variables[statement], false);
    case 'align': {
      const cells = ap.align[statement]!;
      return cells > 0 ? STEP + 10 * cells : 0;
    }
    case 'refund':
      return 0;
  }
}

/** Uses of builtins: each token is a cost of its own. */
export function* tokenCosts(flow: Flow): Steps<TokenCosts> {
  const count = flow.program.statements.length;
  const functions = new Array<number[] | undefined>(flow.program.functions.length).fill(undefined);
  const variables = new Array<number[] | undefined>(count).fill(undefined);
  const { cost } = branchesOf(flow);
  const used = TOKENS.map((_, token) => cost.some((branch) => branch.kind === 'fixed' && branch.tokens?.[token]));
  // Cycles are found even where no builtin is used.
  gasOrder(flow);
  for (let token = 0; token < used.length; token++) {
    if (!used[token]) continue;
    yield;
    const values = linearGas(flow, {
      own: (branch) => (branch.kind === 'fixed' ? (branch.tokens?.[token] ?? 0) : 0),
      enforced: NOTHING_ENFORCED,
    });
    const put = (list: (number[] | undefined)[], at: number, amount: number): void => {
      if (amount === 0) return;
      list[at] ??= new Array<number>(TOKENS.length).fill(0);
      list[at][token] = amount;
    };
    flow.program.functions.forEach(({ entry }, id) => {
      put(functions, id, values.wallet[entry]!);
    });
    for (let i = 0; i < count; i++) put(variables, i, values.variables[i]!);
  }
  return { functions, variables };
}

function constCosts(flow: Flow, tokens: TokenCosts, ap: ApChanges, enforced: EnforcedCosts): ConstCosts {
  const own = (cost: BranchCost, statement: number) => ownCost(cost, statement, tokens, ap);
  const { wallet, variables } = linearGas(flow, { own, enforced });
  return { functions: flow.program.functions.map(({ entry }) => wallet[entry]!), variables };
}

/** The rules of Sierra 1.4 and later. */
export const linearSolver: Solver = { tokenCosts, apChanges: linearAp, constCosts };
