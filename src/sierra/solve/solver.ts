import type { Steps } from '../../async/steps.ts';
import type { Program } from '../program.ts';
import type { LibfuncEffects, TokenCounts } from './effects.ts';

/** A program, the effects of its libfuncs by libfunc id, and its basic blocks. */
export interface Flow {
  readonly program: Program;
  readonly effects: readonly LibfuncEffects[];
  /** The first statement of each block (see basicBlocks). */
  readonly blocks: Int32Array;
}

/** Builtin tokens: the needs of each function, and the variable of each gas statement. */
export interface TokenCosts {
  readonly functions: readonly TokenCounts[];
  /** Indexed by statement: withdrawn, redeposited, unspent or burned uses. */
  readonly variables: readonly TokenCounts[];
}

/** Changes of ap: by function if the change is known, and the amount that each branch_align adds. */
export interface ApChanges {
  readonly functions: readonly (number | undefined)[];
  /** Indexed by statement. */
  readonly align: readonly number[];
}

/** Plain gas: the needs of each function, and the variable of each gas statement, indexed by statement. */
export interface ConstCosts {
  readonly functions: readonly number[];
  readonly variables: readonly number[];
}

/** The fixed costs of functions, by entry statement. */
export type EnforcedCosts = ReadonlyMap<number, number>;

/**
 * The rules for costs and ap changes. Sierra 1.4 and later uses linear passes, older Sierra linear programming; token costs are
 * the same in both.
 */
export interface Solver {
  readonly tokenCosts: (flow: Flow) => Steps<TokenCosts>;
  readonly apChanges: (flow: Flow, tokens: TokenCosts) => Steps<ApChanges>;
  readonly constCosts: (flow: Flow, tokens: TokenCosts, ap: ApChanges, enforced: EnforcedCosts) => Steps<ConstCosts>;
}
