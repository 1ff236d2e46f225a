export const MEMPOOL_ORDERINGS = ['fifo', 'starknet', 'random'] as const;
/** How transactions are selected: by arrival, as the network does (by tip), or at random from a seed. */
export type MempoolOrdering = (typeof MEMPOOL_ORDERINGS)[number];

export const MEMPOOL_RULES = ['none', 'network'] as const;
/** The rules of a pool beside the order: none, or those of the network. */
export type MempoolRules = (typeof MEMPOOL_RULES)[number];

/** How a pool works. It can be changed at run time. */
export interface MempoolConfig {
  readonly ordering: MempoolOrdering;
  /** The seed of the order `random`, below 2^64. */
  readonly randomSeed: bigint;
  /** The most transactions of a block that is filled from the pool. */
  readonly maxTransactionsPerBlock: number;
  readonly rules: MempoolRules;
}

/** The largest block that can be asked for. */
export const MAX_TRANSACTIONS_PER_BLOCK = 100_000;
