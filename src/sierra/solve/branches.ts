import { targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost } from './effects.ts';
import type { Flow } from './solver.ts';

/**
 * All branches of a program in a row; those of line i are from `start[i]` to below `start[i + 1]`. A line of several
 * statements has one branch, which is that of its last; only `apChange` and `amount` are of the whole line.
 */
export interface Branches {
  readonly start: Int32Array;
  /** The line a branch goes to. */
  readonly target: Int32Array;
  readonly ap: readonly ApEffect[];
  readonly cost: readonly BranchCost[];
  /** What `ap` and `cost` are, as numbers. */
  readonly apKind: Uint8Array;
  readonly kind: Uint8Array;
  /** How far ap moves where that is a fixed number; 0 for all others. */
  readonly apChange: readonly number[];
  /** The plain amount of costs that have one; 0 for all others. */
  readonly amount: readonly number[];
  /** The first line of the function that moves ap, and of the one whose cost counts; -1 where none does. */
  readonly called: Int32Array;
  readonly callee: Int32Array;
  /** The first line of each function. */
  readonly entries: Int32Array;
  /** By statement: the line that starts with it; 0 for those within lines. */
  readonly lineAt: Int32Array;
}

/** Kinds of change as numbers, for the loops that run over all branches again and again. */
export const AP = {
  known: 0,
  align: 1,
  alloc: 2,
  finalize: 3,
  call: 4,
  enable: 5,
  disable: 6,
  unknown: 7,
  gas: 8,
} as const satisfies Record<ApEffect['kind'], number>;

/** Kinds of cost as numbers. */
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
  const { program, effects, lines } = flow;
  const { statements } = program;
  const count = statements.length;
  const start = new Int32Array(lines.length + 1);
  const lineAt = new Int32Array(count);
  for (let line = 0, total = 0; line < lines.length; line++) {
    const first = lines[line]!;
    lineAt[first] = line;
    start[line + 1] = total += statements[first]!.branches.length;
  }
  const total = start[lines.length]!;
  const target = new Int32Array(total);
  const ap = new Array<ApEffect>(total);
  const cost = new Array<BranchCost>(total);
  const apKind = new Uint8Array(total);
  const kind = new Uint8Array(total);
  const apChange = new Array<number>(total).fill(0);
  const amount = new Array<number>(total).fill(0);
  const called = new Int32Array(total).fill(-1);
  const callee = new Int32Array(total).fill(-1);
  for (let line = 0, at = 0; line < lines.length; line++) {
    const last = (lines[line + 1] ?? count) - 1;
    for (let i = lines[line]!; i < last; i++) {
      const { ap: change, cost: price } = effects[statements[i]!.libfunc]!.branches[0]!;
      if (change.kind === 'known') apChange[at]! += change.change;
      if (price.kind === 'fixed') amount[at]! += price.amount;
    }
    const { libfunc, branches } = statements[last]!;
    if (branches.length === 0) continue;
    const known = effects[libfunc]?.branches;
    for (let k = 0; k < branches.length; k++, at++) {
      const effect = known?.[k];
      const to = targetOf(branches[k]!, last);
      if (!effect || to < 0 || to >= count)
        throw new SierraError('registry', `#${last}: Jump out of range`, { statement: last });
      const { ap: change, cost: price } = effect;
      target[at] = lineAt[to]!;
      ap[at] = change;
      cost[at] = price;
      apKind[at] = AP[change.kind];
      kind[at] = COST[price.kind];
      if (change.kind === 'known') apChange[at]! += change.change;
      else if (change.kind === 'call') called[at] = lineAt[entryOf(flow, change.function)]!;
      if (price.kind === 'fixed') amount[at]! += price.amount;
      else if (price.kind === 'function') {
        amount[at] = price.amount;
        callee[at] = lineAt[entryOf(flow, price.function)]!;
      } else if (price.kind === 'refund') callee[at] = lineAt[entryOf(flow, price.function)]!;
    }
  }
  const entries = Int32Array.from(program.functions, ({ entry }) => lineAt[entry] ?? -1);
  const branches = { start, target, ap, cost, apKind, kind, apChange, amount, called, callee, entries, lineAt };
  cache.set(flow, branches);
  return branches;
}

/** The first statement of a function. */
function entryOf(flow: Flow, id: number): number {
  const found = flow.program.functions[id];
  if (!found || found.entry >= flow.program.statements.length)
    throw new SierraError('registry', 'Could not find the requested function');
  return found.entry;
}
