// What the pool of the networks holds, and for how long. The numbers are the same in all versions since 0.14.0.

/** The file with the numbers below GATEWAY_SOURCE.folder, and the code that applies them. */
export const MEMPOOL_SOURCE = {
  file: 'mempool_config.json',
  code: 'crates/apollo_mempool/src',
  revision: '60161ba754, 2026-08-20',
} as const;

export const mempoolLimits = {
  /** How long a transaction waits before it is dropped. */
  lifetimeSeconds: 300n,
  /** How long a declaration waits before it can be selected, so that all nodes can compile its class. */
  declareDelaySeconds: 20n,
  /** The most bytes of transactions. */
  capacityBytes: 2 ** 30,
} as const;
