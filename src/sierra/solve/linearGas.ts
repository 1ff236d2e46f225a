import { SierraError } from '../sierraError.ts';
import { branchesOf, COST } from './branches.ts';
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

const orders = new WeakMap<Flow, GasOrder>();

export function gasOrder(flow: Flow): GasOrder {
  const known = orders.get(flow);
  if (known) return known;
  const { start, target, kind, callee } = branchesOf(flow);
  const count = flow.program.statements.length;
  const needs = childrenFirst(
    count,
    (i, push) => {
      const first = start[i]!;
      const end = start[i + 1]!;
      if (end - first === 1) {
        const to = target[first]!;
        const called = callee[first]!;
        if (called >= 0) push(called);
        if (kind[first] !== COST.withdraw && to !== called) push(to);
        return;
      }
      // The first mention counts: a set keeps its order.
      const named = new Set<number>();
      for (let at = first; at < end; at++) {
        if (callee[at]! >= 0) named.add(callee[at]!);
        if (kind[at] !== COST.withdraw) named.add(target[at]!);
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
  const order = { needs, excess };
  orders.set(flow, order);
  return order;
}

/** One kind of cost: what a branch costs by itself; a withdrawal, on top of what it withdraws. */
export interface GasMeasure {
  readonly own: (cost: BranchCost, statement: number) => number;
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
export function linearGas(flow: Flow, measure: GasMeasure): GasValues {
  const { start, target, cost, kind, callee } = branchesOf(flow);
  const order = gasOrder(flow);
  const count = flow.program.statements.length;

  // The constant part of each branch.
  const own = new Float64Array(target.length);
  for (let i = 0; i < count; i++)
    for (let at = start[i]!; at < start[i + 1]!; at++) own[at] = measure.own(cost[at]!, i);

  // What a statement needs, and what its wallet then is: the same, unless the wallet is enforced.
  const needed = new Float64Array(count);
  const wallet = new Float64Array(count);
  const enforced = new Uint8Array(count);
  for (const [i, amount] of measure.enforced) {
    enforced[i] = 1;
    wallet[i] = amount;
  }
  const requirement = (at: number): number => {
    if (kind[at] === COST.withdraw) return own[at]!;
    const called = callee[at]!;
    const paid = called < 0 ? 0 : kind[at] === COST.refund ? -wallet[called]! : wallet[called]!;
    return own[at]! + paid + wallet[target[at]!]!;
  };

  const computeNeeds = (wanted: Float64Array | undefined): void => {
    for (let k = 0; k < count; k++) {
      const i = order.needs[k]!;
      let most = 0;
      const first = start[i]!;
      const end = start[i + 1]!;
      for (let at = first; at < end; at++) {
        const amount = requirement(at);
        if (amount > most) most = amount;
      }
      const flexible = end - first > 1 || (end - first === 1 && kind[first] === COST.redeposit);
      if (wanted && flexible && wanted[i]! > most) most = wanted[i]!;
      needed[i] = most;
      if (!enforced[i]) wallet[i] = most;
    }
  };

  /** What each statement would have if everything left over were handed down. */
  const withExcess = (): Float64Array => {
    const excess = new Float64Array(count).fill(Number.NaN);
    const final = new Uint8Array(count);
    for (let k = count - 1; k >= 0; k--) {
      const i = order.excess[k]!;
      if (enforced[i]) excess[i] = Math.max(wallet[i]! - needed[i]!, 0);
      final[i] = 1;
      const here = Number.isNaN(excess[i]!) ? 0 : excess[i]!;
      const first = start[i]!;
      const end = start[i + 1]!;
      for (let at = first; at < end; at++) {
        const to = target[at]!;
        // A loop back: what is above has been settled, and with it this statement.
        if (final[to]) break;
        let passed = here;
        if (end - first > 1) {
          if (kind[at] === COST.withdraw) passed = Math.max(here - (wallet[to]! + own[at]! - needed[i]!), 0);
          else passed += Math.max(needed[i]! - requirement(at), 0);
        } else if (kind[at] === COST.redeposit) passed = 0;
        else if (kind[at] === COST.refund) passed += Math.max(needed[i]! - requirement(at), 0);
        excess[to] = Number.isNaN(excess[to]!) ? passed : Math.min(excess[to]!, passed);
      }
    }
    for (let i = 0; i < count; i++) excess[i] = needed[i]! + (Number.isNaN(excess[i]!) ? 0 : excess[i]!);
    return excess;
  };

  computeNeeds(undefined);
  computeNeeds(withExcess());
  for (const [i, amount] of measure.enforced)
    if (needed[i] !== amount) throw new SierraError('metadata', 'failed to enforce function cost');

  const variables = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const first = start[i]!;
    const end = start[i + 1]!;
    for (let at = first; at < end; at++) {
      switch (kind[at]) {
        case COST.withdraw: {
          const amount = wallet[target[at]!]! + own[at]! - wallet[i]!;
          variables[i] = Math.max(amount, 0);
          variables[target[at]!] = Math.max(-amount, 0);
          break;
        }
        case COST.redeposit:
        case COST.refund:
          variables[i] = wallet[i]! - requirement(at);
          break;
        case COST.unspent:
          variables[i] = wallet[i]!;
          break;
        default:
          if (end - first > 1) variables[target[at]!] = wallet[i]! - requirement(at);
      }
    }
  }
  return { wallet, variables };
}
