import type { Felt } from '../../felt/felt.ts';
import type { Block, PlacedTransaction } from './block.ts';

/** What a change of the chain means to those who follow it, in the order it happened. */
export type ChainEvent =
  /** Transactions were added to the open block and stay there (never in transaction mode). */
  | { readonly kind: 'preConfirmed'; readonly transactions: readonly PlacedTransaction[] }
  /** A block is there that was not: newly sealed, or brought back. */
  | { readonly kind: 'block'; readonly block: Block; readonly transactions: readonly PlacedTransaction[] }
  /** Blocks are gone, from the lowest to the highest. */
  | { readonly kind: 'reorg'; readonly first: BlockName; readonly last: BlockName }
  /** The finality of these transactions changed without a new block: acceptance on L1, or a restored open block. */
  | { readonly kind: 'status'; readonly transactions: readonly PlacedTransaction[] }
  /** Everything started anew (restart, load): whoever followed the old chain follows nothing now. */
  | { readonly kind: 'reset' };

export interface BlockName {
  readonly number: number;
  readonly hash: Felt;
}
