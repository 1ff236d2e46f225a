import type { MempoolConfig } from './mempoolConfig.ts';
import { offerOf, type PooledTransaction } from './pooledTransaction.ts';

/** What an order depends on beside the transactions. */
export interface OrderingContext {
  readonly blockNumber: number;
  /** The L2 gas price that transactions of the open block pay, in fri. */
  readonly l2PriceFri: bigint;
}

/** The transactions that can be selected now. */
export interface ReadyTransactions {
  add(entry: PooledTransaction): void;
  /** Removes the one that is selected next; undefined if there is none. */
  take(selections: number): PooledTransaction | undefined;
}

export function readyTransactions(
  { ordering, randomSeed }: MempoolConfig,
  context: OrderingContext,
): ReadyTransactions {
  switch (ordering) {
    case 'fifo':
      return new FirstOf(byArrival);
    case 'starknet':
      return new FirstOf(byOffer(context.l2PriceFri));
    case 'random':
      return new DrawnFrom(randomSeed ^ BigInt(context.blockNumber));
  }
}

type Compare = (a: PooledTransaction, b: PooledTransaction) => number;

const byArrival: Compare = (a, b) => a.arrivalId - b.arrivalId;

/** As the network: those whose price bound reaches the price first, the highest tip first, then the highest hash. The others wait in their row. */
function byOffer(l2PriceFri: bigint): Compare {
  return (a, b) => {
    const [left, right] = [offerOf(a.submission), offerOf(b.submission)];
    const pays = left.l2PriceFri >= l2PriceFri;
    if (pays !== right.l2PriceFri >= l2PriceFri) return pays ? -1 : 1;
    if (!pays) return byArrival(a, b);
    if (left.tip !== right.tip) return left.tip > right.tip ? -1 : 1;
    return a.submission.hash > b.submission.hash ? -1 : 1;
  };
}

/** A binary heap: the first by a comparison is at index 0, and each one is before those at twice its index plus one and two. */
class FirstOf implements ReadyTransactions {
  readonly #heap: PooledTransaction[] = [];
  readonly #compare: Compare;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  add(entry: PooledTransaction): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(heap[above]!, entry) <= 0) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = entry;
  }

  take(): PooledTransaction | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#compare(heap[below + 1]!, heap[below]!) < 0) below++;
      if (this.#compare(last, heap[below]!) <= 0) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

/** A list in order of arrival, from which each selection draws. The same seed, block and selection draw the same. */
class DrawnFrom implements ReadyTransactions {
  readonly #list: PooledTransaction[] = [];
  readonly #seed: bigint;

  constructor(seed: bigint) {
    this.#seed = seed;
  }

  add(entry: PooledTransaction): void {
    const list = this.#list;
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]!.arrivalId < entry.arrivalId) low = middle + 1;
      else high = middle;
    }
    list.splice(low, 0, entry);
  }

  take(selections: number): PooledTransaction | undefined {
    const list = this.#list;
    if (list.length === 0) return undefined;
    const drawn = splitMix64(this.#seed ^ BigInt(selections)) % BigInt(list.length);
    return list.splice(Number(drawn), 1)[0];
  }
}

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/**
 * The generator SplitMix64 of Steele, Lea and Flood: one number of 64 bits from another. The public design of the mempool mode draws with it,
 * from the seed, the block and the selection, so a seed gives the order that it would give there. Other draws: src/random.
 */
export function splitMix64(seed: bigint): bigint {
  let z = u64(seed + 0x9e3779b97f4a7c15n);
  z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
