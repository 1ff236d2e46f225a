import type { Felt } from '../../felt/felt.ts';

/** A block id of a client. */
export type BlockId =
  | 'latest'
  | 'pre_confirmed'
  | 'l1_accepted'
  | { readonly number: number }
  | { readonly hash: Felt };
