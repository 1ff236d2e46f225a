import { targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost } from './effects.ts';
import type { Flow } from './solver.ts';

/** All branches of a program in a row; those of statement i are from `start[i]` to below `start[i + 1]`. */
export interface Branches {
  readonly start: Int32Array;
  readonly target: Int32Array;
  readonly ap: readonly ApEffect[];
  readonly cost: readonly BranchCost[];
  /** What `cost` is, as a number. */
  readonly kind: Uint8Array;
  /** The first statement of the function whose cost counts; -1 where none does. */
  readonly callee: Int32Array;
}

/** Kinds of cost as numbers, for the loops that run over all branches again and again. */
export const COST = {
  fixed: 0,
  function: 1,
  refund: 2,
  withdraw: 3,
  withdrawFailure: 4,
  redeposit: 5,
  unspent: 6,
  align: 7,
} as const satisfies Record<BranchCost['kind'], number>;

const cache = new WeakMap<Flow, Branches>();

/** Lays the branches of a flow out; each of the solvers walks over them. */
export function branchesOf(flow: Flow): Branches {
  const known = cache.get(flow);
  if (known) return known;
  const { statements } = flow.program;
  const start = new Int32Array(statements.length + 1);
  statements.forEach((statement, i) => {
    start[i + 1] = start[i]! + statement.branches.length;
  });
  const total = start[statements.length]!;
  const target = new Int32Array(total);
  const ap = new Array<ApEffect>(total);
  const cost = new Array<BranchCost>(total);
  const kind = new Uint8Array(total);
  const callee = new Int32Array(total).fill(-1);
  statements.forEach((statement, i) => {
    const effects = statement.branches.length > 0 ? flow.effects[statement.libfunc]?.branches : undefined;
    statement.branches.forEach((branch, k) => {
      const effect = effects?.[k];
      const to = targetOf(branch, i);
      if (!effect || to < 0 || to >= statements.length)
        throw new SierraError('registry', `#${i}: Jump out of range`, { statement: i });
      const at = start[i]! + k;
      target[at] = to;
      ap[at] = effect.ap;
      cost[at] = effect.cost;
      kind[at] = COST[effect.cost.kind];
      if (effect.cost.kind === 'function' || effect.cost.kind === 'refund')
        callee[at] = entryOf(flow, effect.cost.function);
    });
  });
  const branches = { start, target, ap, cost, kind, callee };
  cache.set(flow, branches);
  return branches;
}

/** The first statement of a function. */
export function entryOf(flow: Flow, id: number): number {
  const found = flow.program.functions[id];
  if (!found || found.entry >= flow.program.statements.length)
    throw new SierraError('registry', 'Could not find the requested function');
  return found.entry;
}
