import type { BlockModeOutput } from '../rpc/format/blockMode.ts';

/** Whether transactions wait in a mempool in a mode that an answer names. */
export const hasMempool = (mode: BlockModeOutput): boolean =>
  mode === 'mempool' || (typeof mode === 'object' && 'mempool' in mode);
