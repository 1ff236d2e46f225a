import { type BranchCost, gasSteps, TOKENS } from '../solve/effects.ts';
import type { ApChanges, ConstCosts, TokenCosts } from '../solve/solver.ts';

/** Gas that is paid for on the way to a statement: a plain amount, then uses of each token. */
export type Wallet = readonly number[];

const NAMES = ['Const', ...TOKENS];
const STEP = 100;
const HOLE = 10;
const RANGE_CHECK = 70;

/** What the solvers found. */
export interface Solution {
  readonly tokens: TokenCosts;
  readonly ap: ApChanges;
  readonly costs: ConstCosts;
}

/** What a function has when it starts: all it costs. */
export function functionWallet({ tokens, costs }: Solution, id: number): Wallet {
  return [costs.functions[id] ?? 0, ...TOKENS.map((_, i) => tokens.functions[id]?.[i] ?? 0)];
}

/** What is left after a branch; negative where it was not enough. */
export function payBranch(wallet: Wallet, cost: BranchCost, statement: number, solution: Solution): Wallet {
  const used = solution.tokens.variables[statement];
  const amount = solution.costs.variables[statement] ?? 0;
  const pay = (plain: number, sign: number): Wallet =>
    wallet.map((have, i) => have - (i === 0 ? plain + sign * amount : sign * (used?.[i - 1] ?? 0)));
  switch (cost.kind) {
    case 'fixed':
      return cost.amount === 0 && !cost.tokens
        ? wallet
        : wallet.map((have, i) => have - (i === 0 ? cost.amount : (cost.tokens?.[i - 1] ?? 0)));
    case 'function': {
      const callee = functionWallet(solution, cost.function);
      return wallet.map((have, i) => have - callee[i]! - (i === 0 ? cost.amount : 0));
    }
    case 'refund': {
      const callee = functionWallet(solution, cost.function);
      return pay(0, 1).map((have, i) => have + callee[i]!);
    }
    case 'withdraw':
      return pay(STEP * (3 + gasSteps(used, cost.table)) + RANGE_CHECK, -1);
    case 'withdrawFailure': {
      const steps = gasSteps(used, cost.table);
      return pay(STEP * (3 + steps + (cost.table || steps > 0 ? 2 : 1)) + RANGE_CHECK, 0);
    }
    case 'redeposit':
      return pay(STEP * gasSteps(used, false), 1);
    case 'unspent':
      return pay(STEP * gasSteps(used, false), 0);
    case 'align': {
      const align = solution.ap.align[statement] ?? 0;
      return pay(align > 0 ? STEP + HOLE * align : 0, 1);
    }
  }
}

/** The first token a wallet has less than none of. */
export function shortOf(wallet: Wallet): string | undefined {
  const at = wallet.findIndex((have) => have < 0);
  return at < 0 ? undefined : NAMES[at]!;
}

/** The wallet as error texts show it. */
export function showWallet(wallet: Wallet): string {
  return `{${wallet.flatMap((have, i) => (have === 0 ? [] : [`${NAMES[i]}: ${have}`])).join(', ')}}`;
}

export const sameWallet = (a: Wallet, b: Wallet): boolean => a === b || a.every((have, i) => have === b[i]);
