import type { Felt } from '../../felt/felt.ts';

/** How a client names a block. */
export type BlockId =
  | 'latest'
  | 'pre_confirmed'
  | 'l1_accepted'
  | { readonly number: number }
  | { readonly hash: Felt };
