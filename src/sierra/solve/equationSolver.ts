import { equationAp } from './equationAp.ts';
import { equationCosts } from './equationCosts.ts';
import { tokenCosts } from './linearSolver.ts';
import type { Solver } from './solver.ts';

/** The rules before Sierra 1.4: changes of ap and plain gas by linear programming. */
export const equationSolver: Solver = { tokenCosts, apChanges: equationAp, constCosts: equationCosts };
