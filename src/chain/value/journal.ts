import type { Felt } from '../../felt/felt.ts';
import type { PriceSchedule } from '../../market/priceSchedule.ts';
import type { MempoolConfig } from '../../mempool/mempoolConfig.ts';
import type { PersistentVector } from '../../state/persistentVector.ts';
import type { BlockGeneration } from '../config.ts';

/** New prices in their own unit; what is undefined stays. */
export interface GasPriceChanges {
  readonly gasPriceWei: bigint | undefined;
  readonly dataGasPriceWei: bigint | undefined;
  readonly gasPriceFri: bigint | undefined;
  readonly dataGasPriceFri: bigint | undefined;
  readonly l2GasPriceWei: bigint | undefined;
  readonly l2GasPriceFri: bigint | undefined;
}

/**
 * A change that the chain made by itself, without a request: a block of the timer, or an override of a state file. Also what a request did
 * exactly that the chain decided by its mempool and its clock.
 */
export type ChangeRecord =
  | { readonly kind: 'blockMade' }
  | { readonly kind: 'timeSet'; readonly time: bigint }
  /** Transactions of the mempool that were selected, in this order. */
  | { readonly kind: 'selected'; readonly hashes: readonly Felt[] }
  /** A transaction that a rule of the mempool dropped. */
  | { readonly kind: 'dropped'; readonly hash: Felt }
  /** The open block was closed as it was. */
  | { readonly kind: 'sealed' }
  | { readonly kind: 'pricesSet'; readonly prices: GasPriceChanges }
  | { readonly kind: 'scheduleSet'; readonly schedule: PriceSchedule }
  | { readonly kind: 'mempoolSet'; readonly config: MempoolConfig }
  | { readonly kind: 'modeSet'; readonly mode: BlockGeneration };

/** What the layer above records of a change that it requested. The chain keeps it and does not read it. */
export interface OpaqueRecord {
  readonly kind?: undefined;
}

/** A record of a state file, which the layer above reads when it needs it. */
export interface StoredJournalRecord {
  readonly kind: 'stored';
  /** The record as the layer above wrote it. */
  readonly text: Uint8Array;
}

/** One change in the journal. */
export type JournalRecord = ChangeRecord | OpaqueRecord | StoredJournalRecord;

/** All changes since genesis, in their order. */
export type Journal = PersistentVector<JournalRecord>;
