import { equationCosts } from './equationCosts.ts';
import { linearAp } from './linearAp.ts';
import { tokenCosts } from './linearSolver.ts';
import type { Solver } from './solver.ts';

/**
 * The rules before Sierra 1.4: plain gas by linear programming. The reference compiler also computed changes of ap that way, with
 * the same result as the linear rules.
 */
export const equationSolver: Solver = { tokenCosts, apChanges: linearAp, constCosts: equationCosts };
