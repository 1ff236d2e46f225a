import { targetOf } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import type { ApEffect, BranchCost } from './effects.ts';
import type { Flow } from './solver.ts';

/**
 * All branches of a program in flat arrays; those of basic block i are from `start[i]` to below `start[i + 1]`. A block of several
 * statements has one branch, that of its last statement, but `apChange` and `amount` are the sums over the whole block.
 */
export interface Branches {
  readonly start: Int32Array;
  /** The target block of a branch. */
  readonly target: Int32Array;
  readonly ap: readonly ApEffect[];
  readonly cost: readonly BranchCost[];
  /** The kinds of `ap` and `cost` as numbers. */
  readonly apKind: Uint8Array;
  readonly costKind: Uint8Array;
  /** The change of ap if it is a fixed number; otherwise 0. */
  readonly apChange: readonly number[];
  /** The plain amount of the cost if it has one; otherwise 0. */
  readonly amount: readonly number[];
  /** The first block of the function that is called, and of the function whose cost is paid or refunded; -1 if there is none. */
  readonly apCallee: Int32Array;
  readonly costCallee: Int32Array;
  /** The first block of each function. */
  readonly entries: Int32Array;
  /** Indexed by statement: the block that starts with it; 0 for statements inside a block. */
  readonly blockAt: Int32Array;
}

/** Kinds of ap changes as numbers, for loops that run over all branches many times. */
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

/** Collects the branches of a program into flat arrays. The result is cached, since all solvers use it. */
export function branchesOf(flow: Flow): Branches {
  const cached = cache.get(flow);
  if (cached) return cached;
  const { program, effects, blocks } = flow;
  const { statements } = program;
  const count = statements.length;
  const start = new Int32Array(blocks.length + 1);
  const blockAt = new Int32Array(count);
  for (let block = 0, total = 0; block < blocks.length; block++) {
    const first = blocks[block]!;
    blockAt[first] = block;
    start[block + 1] = total += statements[first]!.branches.length;
  }
  const total = start[blocks.length]!;
  const target = new Int32Array(total);
  const ap = new Array<ApEffect>(total);
  const cost = new Array<BranchCost>(total);
  const apKind = new Uint8Array(total);
  const costKind = new Uint8Array(total);
  const apChange = new Array<number>(total).fill(0);
  const amount = new Array<number>(total).fill(0);
  const apCallee = new Int32Array(total).fill(-1);
  const costCallee = new Int32Array(total).fill(-1);
  for (let block = 0, at = 0; block < blocks.length; block++) {
    const last = (blocks[block + 1] ?? count) - 1;
    for (let i = blocks[block]!; i < last; i++) {
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
      target[at] = blockAt[to]!;
      ap[at] = change;
      cost[at] = price;
      apKind[at] = AP[change.kind];
      costKind[at] = COST[price.kind];
      if (change.kind === 'known') apChange[at]! += change.change;
      else if (change.kind === 'call') apCallee[at] = blockAt[entryOf(flow, change.function)]!;
      if (price.kind === 'fixed') amount[at]! += price.amount;
      else if (price.kind === 'function') {
        amount[at] = price.amount;
        costCallee[at] = blockAt[entryOf(flow, price.function)]!;
      } else if (price.kind === 'refund') costCallee[at] = blockAt[entryOf(flow, price.function)]!;
    }
  }
  const entries = Int32Array.from(program.functions, ({ entry }) => blockAt[entry] ?? -1);
  const branches = {
    start,
    target,
    ap,
    cost,
    apKind,
    costKind,
    apChange,
    amount,
    apCallee,
    costCallee,
    entries,
    blockAt,
  };
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
