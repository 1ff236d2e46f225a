import { SierraError } from '../sierraError.ts';
import { branchesOf, COST } from './branches.ts';
import type { EnforcedCosts, Flow } from './solver.ts';
import { childrenFirst } from './topology.ts';

/** The orders in which gas flows through the lines of a program; the same for every kind of cost. */
export interface GasOrder {
  /** What a line needs comes from what its targets and callees need. */
  readonly needs: Int32Array;
  /** What is left over goes from a line to its targets. */
  readonly excess: Int32Array;
  /** The lines themselves, ascending. */
  readonly lines: Int32Array;
}

const orders = new WeakMap<Flow, GasOrder>();

export function gasOrder(flow: Flow): GasOrder {
  const known = orders.get(flow);
  if (known) return known;
  const { start, target, kind, callee } = branchesOf(flow);
  // What follows a withdrawal is paid for by it; what is called and then gone on with is one child.
  const paid = new Int32Array(target.length);
  for (let at = 0; at < target.length; at++)
    paid[at] = kind[at] === COST.withdraw || target[at] === callee[at] ? -1 : target[at]!;
  const needs = childrenFirst({ start, first: callee, second: paid }, () => {
    throw new SierraError('metadata', 'found an unexpected cycle during cost computation');
  });
  const excess = childrenFirst({ start, first: target });
  const lines = new Int32Array(needs.length);
  for (let i = 0; i < lines.length; i++) lines[i] = i;
  const order = { needs, excess, lines };
  orders.set(flow, order);
  return order;
}

/** The same orders for the lines of some regions alone. */
export function orderWithin({ needs, excess, lines }: GasOrder, regionOf: Int32Array, wanted: Uint8Array): GasOrder {
  const within = (line: number): boolean => wanted[regionOf[line]!] === 1;
  return { needs: needs.filter(within), excess: excess.filter(within), lines: lines.filter(within) };
}

/** One kind of cost: what each branch costs by itself; a withdrawal, on top of what it withdraws. */
export interface GasMeasure {
  readonly own: readonly number[];
  readonly enforced: EnforcedCosts;
}

/** By line: what it needs in the wallet before it runs, and the variable of each gas statement. */
export interface GasValues {
  readonly wallet: readonly number[];
  readonly variables: readonly number[];
}

/**
 * Finds the smallest wallets that never run empty. A first pass finds what each line needs; what a costlier
 * sibling branch leaves over is then passed down to where gas is withdrawn, and a second pass settles. With an order of
 * some lines alone, all others are taken to need nothing.
 */
export function linearGas(flow: Flow, { own, enforced: costs }: GasMeasure, order = gasOrder(flow)): GasValues {
  const { start, target, kind, callee, lineAt } = branchesOf(flow);
  const count = flow.lines.length;
  const { needs, lines } = order;
  const visited = lines.length;

  // What a line needs, and what its wallet then is: the same, unless the wallet is enforced.
  const needed = new Array<number>(count).fill(0);
  const wallet = new Array<number>(count).fill(0);
  const enforced = new Uint8Array(count);
  for (const [entry, amount] of costs) {
    enforced[lineAt[entry]!] = 1;
    wallet[lineAt[entry]!] = amount;
  }
  const requirement = (at: number): number => {
    if (kind[at] === COST.withdraw) return own[at]!;
    const called = callee[at]!;
    const rest = own[at]! + wallet[target[at]!]!;
    return called < 0 ? rest : kind[at] === COST.refund ? rest - wallet[called]! : rest + wallet[called]!;
  };

  const computeNeeds = (wanted: readonly number[] | undefined): void => {
    for (let k = 0; k < visited; k++) {
      const i = needs[k]!;
      const first = start[i]!;
      const end = start[i + 1]!;
      let most = 0;
      for (let at = first; at < end; at++) {
        const amount = kind[at] === COST.fixed ? own[at]! + wallet[target[at]!]! : requirement(at);
        if (amount > most) most = amount;
      }
      if (wanted && wanted[i]! > most && (end - first > 1 || (end - first === 1 && kind[first] === COST.redeposit)))
        most = wanted[i]!;
      needed[i] = most;
      if (enforced[i] === 0) wallet[i] = most;
    }
  };

  /** What each line would have if everything left over were handed down. */
  const withExcess = (): readonly number[] => {
    const excess = new Array<number>(count).fill(0);
    /** Whether something was handed down to a line, and whether it was settled. */
    const given = new Uint8Array(count);
    const final = new Uint8Array(count);
    for (let k = visited - 1; k >= 0; k--) {
      const i = order.excess[k]!;
      if (enforced[i] !== 0) excess[i] = Math.max(wallet[i]! - needed[i]!, 0);
      final[i] = 1;
      const here = excess[i]!;
      const first = start[i]!;
      const end = start[i + 1]!;
      for (let at = first; at < end; at++) {
        const to = target[at]!;
        // A loop back: what is above has been settled, and with it this line.
        if (final[to] !== 0) break;
        const cost = kind[at]!;
        let passed = here;
        if (end - first > 1) {
          if (cost === COST.withdraw) passed = Math.max(here - (wallet[to]! + own[at]! - needed[i]!), 0);
          else passed += Math.max(needed[i]! - requirement(at), 0);
        } else if (cost === COST.redeposit) passed = 0;
        else if (cost === COST.refund) passed += Math.max(needed[i]! - requirement(at), 0);
        if (given[to] === 0 || passed < excess[to]!) excess[to] = passed;
        given[to] = 1;
      }
    }
    for (let k = 0; k < visited; k++) excess[needs[k]!]! += needed[needs[k]!]!;
    return excess;
  };

  computeNeeds(undefined);
  computeNeeds(withExcess());
  for (const [entry, amount] of costs)
    if (needed[lineAt[entry]!] !== amount) throw new SierraError('metadata', 'failed to enforce function cost');

  const variables = new Array<number>(count).fill(0);
  for (let k = 0; k < visited; k++) {
    const i = lines[k]!;
    const first = start[i]!;
    const end = start[i + 1]!;
    if (end - first === 1 && kind[first] === COST.fixed) continue;
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
