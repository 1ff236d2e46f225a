import { equationCosts } from './equationCosts.ts';
import { linearAp } from './linearAp.ts';
import { tokenCosts } from './linearSolver.ts';
import type { Solver } from './solver.ts';

/**
 * The rules before Sierra 1.4: plain gas by a linear program. Changes of ap came from one too, with the result that
 * the linear rules give.
 */
export const equationSolver: Solver = { tokenCosts, apChanges: linearAp, constCosts: equationCosts };
