import type { Steps } from '../../async/steps.ts';
import type { Program } from '../program.ts';
import type { LibfuncEffects, TokenCounts } from './effects.ts';

/** A program with what its libfuncs do to ap and gas, by libfunc id. */
export interface Flow {
  readonly program: Program;
  readonly effects: readonly LibfuncEffects[];
  /** The first statement of each line that the solvers take for one: straightLines. */
  readonly lines: Int32Array;
}

/** Builtin tokens: what each function needs, and the variable of each gas statement. */
export interface TokenCosts {
  readonly functions: readonly TokenCounts[];
  /** By statement: withdrawn, redeposited, unspent or burned uses. */
  readonly variables: readonly TokenCounts[];
}

/** How ap moves: by function where its change is known, and what each branch_align adds. */
export interface ApChanges {
  readonly functions: readonly (number | undefined)[];
  /** By statement. */
  readonly align: readonly number[];
}

/** Plain gas: what each function needs, and the variable of each gas statement, by statement. */
export interface ConstCosts {
  readonly functions: readonly number[];
  readonly variables: readonly number[];
}

/** Entry statement of a function to the cost it must have. */
export type EnforcedCosts = ReadonlyMap<number, number>;

/**
 * The rules that decide costs and ap changes. Sierra 1.4 and later has linear ones, older Sierra linear programs; token
 * costs are the same in both.
 */
export interface Solver {
  readonly tokenCosts: (flow: Flow) => Steps<TokenCosts>;
  readonly apChanges: (flow: Flow, tokens: TokenCosts) => ApChanges;
  readonly constCosts: (flow: Flow, tokens: TokenCosts, ap: ApChanges, enforced: EnforcedCosts) => ConstCosts;
}
