/** The builtins whose use is priced at run time, in the order all tables and maps follow. */
export const TOKENS = ['Pedersen', 'Poseidon', 'Bitwise', 'EcOp', 'AddMod', 'MulMod', 'Blake'] as const;
export type Token = (typeof TOKENS)[number];

/** Uses per token, by position in TOKENS; undefined stands for none at all. */
export type TokenCounts = readonly number[] | undefined;

/** What one branch of a libfunc does to `ap`. */
export type ApEffect =
  | { readonly kind: 'known'; readonly change: number }
  /** branch_align: as much as the solver gives it. */
  | { readonly kind: 'align' }
  | { readonly kind: 'alloc'; readonly cells: number }
  | { readonly kind: 'finalize' }
  | { readonly kind: 'call'; readonly function: number }
  | { readonly kind: 'enable' }
  | { readonly kind: 'disable' }
  | { readonly kind: 'unknown' }
  /** Known once the statement's token uses are: `extra` plus the steps that add up the price (gasSteps). */
  | { readonly kind: 'gas'; readonly table: boolean; readonly extra: number; readonly extraIfTokens: number };

/** What one branch of a libfunc costs. Const amounts are in gas units: 100 a step. */
export type BranchCost =
  | { readonly kind: 'fixed'; readonly amount: number; readonly tokens?: TokenCounts }
  /** function_call: `amount` plus the cost of the function; coupon_buy: the same without a call. */
  | { readonly kind: 'function'; readonly amount: number; readonly function: number }
  /** coupon_refund: gives back the cost of the function. */
  | { readonly kind: 'refund'; readonly function: number }
  /** Success of withdraw_gas (no table at hand) and withdraw_gas_all (with it). */
  | { readonly kind: 'withdraw'; readonly table: boolean }
  | { readonly kind: 'withdrawFailure'; readonly table: boolean }
  | { readonly kind: 'redeposit' }
  | { readonly kind: 'unspent' }
  | { readonly kind: 'align' };

/** What the solvers know of a libfunc; one per declared libfunc, branches in order. */
export interface LibfuncEffects {
  readonly branches: readonly { readonly ap: ApEffect; readonly cost: BranchCost }[];
}

/** Steps that add up `tokens` times their prices; `table` when the price table is already at hand. */
export function gasSteps(tokens: TokenCounts, table: boolean): number {
  if (!tokens) return 0;
  let steps = 0;
  for (const uses of tokens) steps += uses <= 0 ? 0 : uses === 1 ? 2 : 3;
  return steps > 0 && !table ? steps + 4 : steps;
}
