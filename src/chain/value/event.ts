import type { Felt } from '../../felt/felt.ts';
import type { Block, PlacedTransaction } from './block.ts';
import type { QueuedTransaction } from './queued.ts';

/** The events of a change of the chain, in order. */
export type ChainEvent =
  /** Transactions were added to the open block. This does not happen in transaction mode, where the block is sealed at once. */
  | { readonly kind: 'preConfirmed'; readonly transactions: readonly PlacedTransaction[] }
  /** Transactions came to the mempool, or came back to it, or were selected there. */
  | { readonly kind: 'queued'; readonly transactions: readonly QueuedTransaction[] }
  /** Transactions that waited in the mempool are gone, and in no block: removed, replaced, too old or refused. */
  | { readonly kind: 'dropped'; readonly transactions: readonly QueuedTransaction[] }
  /** A block was added: newly sealed, or restored by a revert. */
  | { readonly kind: 'block'; readonly block: Block; readonly transactions: readonly PlacedTransaction[] }
  /** Blocks were removed, from the lowest to the highest number. */
  | { readonly kind: 'reorg'; readonly first: BlockName; readonly last: BlockName }
  /** The finality of these transactions changed without a new block: acceptance on L1, or a restored open block. */
  | { readonly kind: 'status'; readonly transactions: readonly PlacedTransaction[] }
  /** The chain was replaced by a restart or a load, which ends all subscriptions. */
  | { readonly kind: 'reset' };

export interface BlockName {
  readonly number: number;
  readonly hash: Felt;
}
