import { HOLE, RANGE_CHECK, STEP } from '../prices.ts';
import { type BranchCost, gasSteps } from './effects.ts';
import type { ApChanges, TokenCosts } from './solver.ts';

// A withdrawal costs three steps and a range check, and one or two more steps if there is not enough gas.
const WITHDRAWAL = 3 * STEP + RANGE_CHECK;

/** The own plain gas of a branch whose cost is not a fixed amount. */
export function ownCost(cost: BranchCost, statement: number, tokens: TokenCosts, ap: ApChanges): number {
  switch (cost.kind) {
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
      return cells > 0 ? STEP + HOLE * cells : 0;
    }
    default:
      return 0;
  }
}
