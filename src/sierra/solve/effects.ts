/** The builtins whose prices are read at run time, in the order of all tables. */
export const TOKENS = ['Pedersen', 'Poseidon', 'Bitwise', 'EcOp', 'AddMod', 'MulMod', 'Blake'] as const;
export type Token = (typeof TOKENS)[number];

/** Uses per token, by position in TOKENS; undefined if there are none. */
export type TokenCounts = readonly number[] | undefined;

/** The effect of one branch of a libfunc on `ap`. */
export type ApEffect =
  | { readonly kind: 'known'; readonly change: number }
  /** branch_align: the change that the solver decides. */
  | { readonly kind: 'align' }
  | { readonly kind: 'alloc'; readonly cells: number }
  | { readonly kind: 'finalize' }
  | { readonly kind: 'call'; readonly function: number }
  | { readonly kind: 'enable' }
  | { readonly kind: 'disable' }
  | { readonly kind: 'unknown' }
  /** Depends on the statement's token uses: `extra` plus the steps that add up the price (gasSteps). */
  | { readonly kind: 'gas'; readonly table: boolean; readonly extra: number; readonly extraIfTokens: number };

/** The cost of one branch of a libfunc. Amounts are in gas; a step is 100. */
export type BranchCost =
  | { readonly kind: 'fixed'; readonly amount: number; readonly tokens?: TokenCounts }
  /** function_call: `amount` plus the cost of the function; coupon_buy: the same without a call. */
  | { readonly kind: 'function'; readonly amount: number; readonly function: number }
  /** coupon_refund: refunds the cost of the function. */
  | { readonly kind: 'refund'; readonly function: number }
  /** The success branch of withdraw_gas (without the price table) and of withdraw_gas_all (with it). */
  | { readonly kind: 'withdraw'; readonly table: boolean }
  | { readonly kind: 'withdrawFailure'; readonly table: boolean }
  | { readonly kind: 'redeposit' }
  | { readonly kind: 'unspent' }
  | { readonly kind: 'align' };

/** The effects of a libfunc, branch by branch, for the solvers. */
export interface LibfuncEffects {
  readonly branches: readonly { readonly ap: ApEffect; readonly cost: BranchCost }[];
}

/** The number of steps that add up `tokens` times their prices. `table` is true if the code already has the price table. */
export function gasSteps(tokens: TokenCounts, table: boolean): number {
  if (!tokens) return 0;
  let steps = 0;
  for (const uses of tokens) steps += uses <= 0 ? 0 : uses === 1 ? 2 : 3;
  return steps > 0 && !table ? steps + 4 : steps;
}
