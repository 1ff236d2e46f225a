import { SierraError } from '../sierraError.ts';
import { branchesOf, COST } from './branches.ts';
import { postOrder } from './postOrder.ts';
import type { EnforcedCosts, Flow } from './solver.ts';

/** The orders in which the passes visit the blocks of a program; the same for every kind of cost. */
export interface GasOrder {
  /** For needs: targets and callees come before a block. */
  readonly needs: Int32Array;
  /** For excess gas, in reverse: a block comes before its targets. */
  readonly excess: Int32Array;
  /** The block numbers, ascending. */
  readonly blocks: Int32Array;
}

const orders = new WeakMap<Flow, GasOrder>();

export function gasOrder(flow: Flow): GasOrder {
  const cached = orders.get(flow);
  if (cached) return cached;
  const { start, target, costKind, costCallee } = branchesOf(flow);
  // withdraw_gas pays for its success branch, so that edge is skipped. A call that continues with its callee is one edge.
  const paid = new Int32Array(target.length);
  for (let at = 0; at < target.length; at++)
    paid[at] = costKind[at] === COST.withdraw || target[at] === costCallee[at] ? -1 : target[at]!;
  const needs = postOrder({ start, first: costCallee, second: paid }, () => {
    throw new SierraError('metadata', 'found an unexpected cycle during cost computation');
  });
  const excess = postOrder({ start, first: target });
  const blocks = new Int32Array(needs.length);
  for (let i = 0; i < blocks.length; i++) blocks[i] = i;
  const order = { needs, excess, blocks };
  orders.set(flow, order);
  return order;
}

/** The orders of a program restricted to the blocks of some regions. */
export function orderWithin({ needs, excess, blocks }: GasOrder, regionOf: Int32Array, wanted: Uint8Array): GasOrder {
  const within = (block: number): boolean => wanted[regionOf[block]!] === 1;
  return { needs: needs.filter(within), excess: excess.filter(within), blocks: blocks.filter(within) };
}

/** One kind of cost: the own cost of each branch; for a withdrawal, without the amount that it withdraws. */
export interface GasMeasure {
  readonly own: readonly number[];
  readonly enforced: EnforcedCosts;
}

/** Indexed by block: the wallet before it, and the variable of its gas statement. */
export interface GasValues {
  readonly wallet: readonly number[];
  readonly variables: readonly number[];
}

/**
 * Finds the smallest wallets that are never negative. A first pass computes what each block needs. Where a sibling branch is more
 * expensive, the excess is passed down to where gas is withdrawn, and a second pass computes the final values. If `order` contains
 * only some blocks, all others are assumed to need nothing.
 */
export function linearGas(flow: Flow, { own, enforced: costs }: GasMeasure, order = gasOrder(flow)): GasValues {
  const { start, target, costKind, costCallee, blockAt } = branchesOf(flow);
  const count = flow.blocks.length;
  const { needs, blocks } = order;
  const visited = blocks.length;

  // The need of a block, and its wallet: the same, unless the wallet is enforced.
  const needed = new Array<number>(count).fill(0);
  const wallet = new Array<number>(count).fill(0);
  const enforced = new Uint8Array(count);
  for (const [entry, amount] of costs) {
    enforced[blockAt[entry]!] = 1;
    wallet[blockAt[entry]!] = amount;
  }
  const requirement = (at: number): number => {
    if (costKind[at] === COST.withdraw) return own[at]!;
    const callee = costCallee[at]!;
    const rest = own[at]! + wallet[target[at]!]!;
    return callee < 0 ? rest : costKind[at] === COST.refund ? rest - wallet[callee]! : rest + wallet[callee]!;
  };

  const computeNeeds = (wanted: readonly number[] | undefined): void => {
    for (let k = 0; k < visited; k++) {
      const i = needs[k]!;
      const first = start[i]!;
      const end = start[i + 1]!;
      let most = 0;
      for (let at = first; at < end; at++) {
        const amount = costKind[at] === COST.fixed ? own[at]! + wallet[target[at]!]! : requirement(at);
        if (amount > most) most = amount;
      }
      if (wanted && wanted[i]! > most && (end - first > 1 || (end - first === 1 && costKind[first] === COST.redeposit)))
        most = wanted[i]!;
      needed[i] = most;
      if (enforced[i] === 0) wallet[i] = most;
    }
  };

  /** The wallet of each block if all excess gas were passed down. */
  const withExcess = (): readonly number[] => {
    const excess = new Array<number>(count).fill(0);
    /** Whether excess gas was passed to a block, and whether its value is final. */
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
        // A jump back to a block whose value is final.
        if (final[to] !== 0) break;
        const cost = costKind[at]!;
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
    if (needed[blockAt[entry]!] !== amount) throw new SierraError('metadata', 'failed to enforce function cost');

  const variables = new Array<number>(count).fill(0);
  for (let k = 0; k < visited; k++) {
    const i = blocks[k]!;
    const first = start[i]!;
    const end = start[i + 1]!;
    if (end - first === 1 && costKind[first] === COST.fixed) continue;
    for (let at = first; at < end; at++) {
      switch (costKind[at]) {
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
