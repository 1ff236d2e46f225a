import { SierraError } from '../sierraError.ts';
import { branchesOf, entryOf } from './branches.ts';
import type { BranchCost } from './effects.ts';
import type { EnforcedCosts, Flow } from './solver.ts';
import { childrenFirst } from './topology.ts';

/** The orders in which gas flows through a program; the same for every kind of cost. */
export interface GasOrder {
  /** What a statement needs comes from what its targets and callees need. */
  readonly needs: Int32Array;
  /** What is left over goes from a statement to its targets. */
  readonly excess: Int32Array;
}

export function gasOrder(flow: Flow): GasOrder {
  const { start, target, cost } = branchesOf(flow);
  const count = flow.program.statements.length;
  const needs = childrenFirst(
    count,
    (i, push) => {
      // The first mention counts: a set keeps its order.
      const named = new Set<number>();
      for (let at = start[i]!; at < start[i + 1]!; at++) {
        const kind = cost[at]!;
        if (kind.kind === 'function' || kind.kind === 'refund') named.add(entryOf(flow, kind.function));
        if (kind.kind !== 'withdraw') named.add(target[at]!);
      }
      for (const child of named) push(child);
    },
    () => {
      throw new SierraError('metadata', 'found an unexpected cycle during cost computation');
    },
  );
  const excess = childrenFirst(count, (i, push) => {
    for (let at = start[i]!; at < start[i + 1]!; at++) push(target[at]!);
  });
  return { needs, excess };
}

/** One kind of cost: what a branch costs by itself, and a withdrawal on top of what it withdraws. */
export interface GasMeasure {
  readonly own: (cost: BranchCost, statement: number) => number;
  readonly withdrawal: (cost: BranchCost, statement: number) => number;
  readonly enforced: EnforcedCosts;
}

/** What each statement needs in the wallet before it runs, and the variable of each gas statement. */
export interface GasValues {
  readonly wallet: Float64Array;
  readonly variables: Float64Array;
}

/**
 * Finds the smallest wallets that never run empty. A first pass finds what each statement needs; what a costlier
 * sibling branch leaves over is then passed down to where gas is withdrawn, and a second pass settles.
 */
export function linearGas(flow: Flow, order: GasOrder, measure: GasMeasure): GasValues {
  const { start, target, cost } = branchesOf(flow);
  const { enforced } = measure;
  const count = flow.program.statements.length;
  const total = target.length;

  // The constant part of each branch and where a function's cost is added or taken off.
  const own = new Float64Array(total);
  const callee = new Int32Array(total).fill(-1);
  const sign = new Int8Array(total);
  for (let i = 0; i < count; i++)
    for (let at = start[i]!; at < start[i + 1]!; at++) {
      const kind = cost[at]!;
      own[at] = kind.kind === 'withdraw' ? measure.withdrawal(kind, i) : measure.own(kind, i);
      if (kind.kind === 'function' || kind.kind === 'refund') {
        callee[at] = entryOf(flow, kind.function);
        sign[at] = kind.kind === 'function' ? 1 : -1;
      }
    }

  const needed = new Float64Array(count);
  const wallet = (i: number): number => enforced.get(i) ?? needed[i]!;
  const requirement = (at: number): number => {
    if (cost[at]!.kind === 'withdraw') return own[at]!;
    const called = callee[at]! < 0 ? 0 : sign[at]! * wallet(callee[at]!);
    return own[at]! + called + wallet(target[at]!);
  };

  const computeNeeds = (wanted: Float64Array | undefined): void => {
    for (const i of order.needs) {
      let most = 0;
      const first = start[i]!;
      const end = start[i + 1]!;
      for (let at = first; at < end; at++) most = Math.max(most, requirement(at));
      const flexible = end - first > 1 || (end - first === 1 && cost[first]!.kind === 'redeposit');
      if (wanted && flexible) most = Math.max(most, wanted[i]!);
      needed[i] = most;
    }
  };

  computeNeeds(undefined);
  computeNeeds(withExcess(flow, order, needed, wallet, requirement, own, enforced));
  for (const [i, amount] of enforced)
    if (needed[i] !== amount) throw new SierraError('metadata', 'failed to enforce function cost');

  const variables = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const first = start[i]!;
    const end = start[i + 1]!;
    for (let at = first; at < end; at++) {
      switch (cost[at]!.kind) {
        case 'withdraw': {
          const amount = wallet(target[at]!) + own[at]! - wallet(i);
          variables[i] = Math.max(amount, 0);
          variables[target[at]!] = Math.max(-amount, 0);
          break;
        }
        case 'redeposit':
        case 'refund':
          variables[i] = wallet(i) - requirement(at);
          break;
        case 'unspent':
          variables[i] = wallet(i);
          break;
        default:
          if (end - first > 1) variables[target[at]!] = wallet(i) - requirement(at);
      }
    }
  }
  return { wallet: Float64Array.from({ length: count }, (_, i) => wallet(i)), variables };
}

/** What each statement would have if everything left over were handed down. */
function withExcess(
  flow: Flow,
  order: GasOrder,
  needed: Float64Array,
  wallet: (i: number) => number,
  requirement: (at: number) => number,
  own: Float64Array,
  enforced: EnforcedCosts,
): Float64Array {
  const { start, target, cost } = branchesOf(flow);
  const count = needed.length;
  const excess = new Float64Array(count).fill(Number.NaN);
  const final = new Uint8Array(count);
  for (let k = count - 1; k >= 0; k--) {
    const i = order.excess[k]!;
    const fixed = enforced.get(i);
    if (fixed !== undefined) excess[i] = Math.max(fixed - needed[i]!, 0);
    final[i] = 1;
    const here = Number.isNaN(excess[i]!) ? 0 : excess[i]!;
    const first = start[i]!;
    const end = start[i + 1]!;
    for (let at = first; at < end; at++) {
      const to = target[at]!;
      // A loop back: what is above has been settled, and with it this statement.
      if (final[to]) break;
      const kind = cost[at]!.kind;
      let passed = here;
      if (end - first > 1) {
        if (kind === 'withdraw') passed = Math.max(here - (wallet(to) + own[at]! - needed[i]!), 0);
        else passed += Math.max(needed[i]! - requirement(at), 0);
      } else if (kind === 'redeposit') passed = 0;
      else if (kind === 'refund') passed += Math.max(needed[i]! - requirement(at), 0);
      excess[to] = Number.isNaN(excess[to]!) ? passed : Math.min(excess[to]!, passed);
    }
  }
  return Float64Array.from({ length: count }, (_, i) => needed[i]! + (Number.isNaN(excess[i]!) ? 0 : excess[i]!));
}
