import type { BlockGeneration } from '../../chain/config.ts';

/** When blocks are made, as requests say it. */
export type BlockModeInput = 'transaction' | 'demand' | 'mempool' | `mempool:${number}` | number | bigint | string;

/** The same as answers say it. An interval is in seconds. */
export type BlockModeOutput =
  | 'transaction'
  | 'demand'
  | 'mempool'
  | { readonly interval: number }
  | { readonly mempool: number };

export function formatBlockMode(mode: BlockGeneration): BlockModeOutput {
  if (typeof mode === 'string') return mode;
  return 'intervalSeconds' in mode ? { interval: mode.intervalSeconds } : { mempool: mode.mempoolSeconds };
}

/** The mode as a request sets it. */
export function blockModeInput(mode: BlockGeneration): BlockModeInput {
  if (typeof mode === 'string') return mode;
  return 'intervalSeconds' in mode ? mode.intervalSeconds : `mempool:${mode.mempoolSeconds}`;
}
