import { HOLE, RANGE_CHECK, STEP } from '../prices.ts';
import { type BranchCost, gasSteps, TOKENS, type TokenCounts } from '../solve/effects.ts';
import type { ApChanges, ConstCosts, TokenCosts } from '../solve/solver.ts';

/** The prepaid gas at a statement: a plain amount, and uses of each token. */
export interface Wallet {
  readonly plain: number;
  /** Shared between wallets and replaced when it changes. */
  readonly tokens: readonly number[];
}

const NO_TOKENS: readonly number[] = TOKENS.map(() => 0);
/** A wallet with nothing in it. */
export const EMPTY_WALLET: Wallet = { plain: 0, tokens: NO_TOKENS };
const NAMES = ['Const', ...TOKENS];

/** The results of the solvers. */
export interface Solution {
  readonly tokens: TokenCosts;
  readonly ap: ApChanges;
  readonly costs: ConstCosts;
}

/** The wallet at the start of a function: its whole cost. */
export function functionWallet({ tokens, costs }: Solution, id: number): Wallet {
  return { plain: costs.functions[id] ?? 0, tokens: tokens.functions[id] ?? NO_TOKENS };
}

/** The wallet after a branch; an amount is negative if the wallet had too little of it. */
export function payBranch(wallet: Wallet, cost: BranchCost, statement: number, solution: Solution): Wallet {
  if (cost.kind === 'fixed') {
    if (cost.amount === 0 && !cost.tokens) return wallet;
    return pay(wallet, cost.amount, cost.tokens, 1);
  }
  const used = solution.tokens.variables[statement];
  const amount = solution.costs.variables[statement] ?? 0;
  switch (cost.kind) {
    case 'function': {
      const { plain, tokens } = functionWallet(solution, cost.function);
      return pay(wallet, plain + cost.amount, tokens, 1);
    }
    case 'refund': {
      const { plain, tokens } = functionWallet(solution, cost.function);
      return pay(pay(wallet, amount, used, 1), -plain, tokens, -1);
    }
    case 'withdraw':
      return pay(wallet, STEP * (3 + gasSteps(used, cost.table)) + RANGE_CHECK - amount, used, -1);
    case 'withdrawFailure': {
      const steps = gasSteps(used, cost.table);
      return pay(wallet, STEP * (3 + steps + (cost.table || steps > 0 ? 2 : 1)) + RANGE_CHECK, undefined, 1);
    }
    case 'redeposit':
      return pay(wallet, STEP * gasSteps(used, false) + amount, used, 1);
    case 'unspent':
      return pay(wallet, STEP * gasSteps(used, false), undefined, 1);
    case 'align':
      return pay(wallet, alignCost(solution.ap.align[statement] ?? 0, amount), used, 1);
  }
}

/** The cost of a branch_align that moves ap over `cells` and burns an amount. */
const alignCost = (cells: number, burned: number): number => (cells > 0 ? STEP + HOLE * cells : 0) + burned;

function pay(wallet: Wallet, plain: number, tokens: TokenCounts, sign: 1 | -1): Wallet {
  const spent = tokens === undefined || tokens === NO_TOKENS;
  return {
    plain: wallet.plain - plain,
    tokens: spent ? wallet.tokens : wallet.tokens.map((have, i) => have - sign * (tokens[i] ?? 0)),
  };
}

/** The first token whose amount is negative. */
export function missingToken({ plain, tokens }: Wallet): string | undefined {
  if (plain < 0) return NAMES[0]!;
  if (tokens === NO_TOKENS) return undefined;
  const at = tokens.findIndex((have) => have < 0);
  return at < 0 ? undefined : NAMES[at + 1]!;
}

/** The amounts paid between two wallets. */
export const difference = (before: Wallet, after: Wallet): Wallet =>
  pay(before, after.plain, after.tokens === NO_TOKENS ? undefined : after.tokens, 1);

/** The wallet for error messages. */
export function showWallet({ plain, tokens }: Wallet): string {
  return `{${[plain, ...tokens].flatMap((have, i) => (have === 0 ? [] : [`${NAMES[i]}: ${have}`])).join(', ')}}`;
}

export function sameWallet(a: Wallet, b: Wallet): boolean {
  if (a.plain !== b.plain) return false;
  return a.tokens === b.tokens || a.tokens.every((have, i) => have === b.tokens[i]);
}
