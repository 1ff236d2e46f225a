import type { GasPrices } from '../execution/blockContext.ts';
import { blockHash } from '../execution/hash/blockHash.ts';
import {
  eventCommitment,
  receiptCommitment,
  stateDiffCommitment,
  stateDiffLength,
  transactionCommitment,
} from '../execution/hash/commitments.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { STARKNET_VERSION } from '../protocol/version.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import type { Block, BlockBase, StoredTransaction } from './block.ts';

const ZERO = toFelt(0n);

/** What is computed over a block. */
type BlockHashes = Pick<
  Block,
  'hash' | 'parentHash' | 'transactionCommitment' | 'eventCommitment' | 'receiptCommitment' | 'stateDiffCommitment'
>;

/**
 * A block as it was closed. Hashes are a third of a transaction's work, and whoever sent it asks for none of them:
 * they are computed when first read. Contracts may ask for the hash ten blocks back, so no more than ten wait.
 */
export class SealedBlock implements Block {
  readonly kind = 'sealed';
  readonly number: number;
  readonly timestamp: number;
  readonly sequencerAddress: Felt;
  readonly prices: GasPrices;
  readonly transactions: readonly StoredTransaction[];
  readonly stateDiff: StateDiff;
  readonly newRoot = ZERO;
  readonly eventCount: number;
  readonly stateDiffLength: number;
  /** Before the hashes are known: the block they build on, or what stands for it. */
  #pending: { readonly parent: { readonly hash: Felt }; readonly liteMode: boolean } | undefined;
  #hashes: BlockHashes | undefined;

  /** In lite mode a block's hash is its number, and there are no commitments. */
  constructor(base: BlockBase, parent: { readonly hash: Felt }, liteMode: boolean) {
    this.number = base.number;
    this.timestamp = base.timestamp;
    this.sequencerAddress = base.sequencerAddress;
    this.prices = base.prices;
    this.transactions = base.transactions;
    this.stateDiff = base.stateDiff;
    this.eventCount = base.transactions.reduce((sum, { receipt }) => sum + receipt.events.length, 0);
    this.stateDiffLength = stateDiffLength(base.stateDiff);
    this.#pending = { parent, liteMode };
  }

  get hash(): Felt {
    return this.#known.hash;
  }

  get parentHash(): Felt {
    return this.#known.parentHash;
  }

  get transactionCommitment(): Felt {
    return this.#known.transactionCommitment;
  }

  get eventCommitment(): Felt {
    return this.#known.eventCommitment;
  }

  get receiptCommitment(): Felt {
    return this.#known.receiptCommitment;
  }

  get stateDiffCommitment(): Felt {
    return this.#known.stateDiffCommitment;
  }

  get #known(): BlockHashes {
    if (!this.#hashes) {
      const { parent, liteMode } = this.#pending!;
      this.#hashes = liteMode ? liteHashes(this.number, parent.hash) : this.#hashed(parent.hash);
      this.#pending = undefined;
    }
    return this.#hashes;
  }

  #hashed(parentHash: Felt): BlockHashes {
    const { transactions, stateDiff } = this;
    const commitments = {
      parentHash,
      transactionCommitment: transactionCommitment(transactions),
      eventCommitment: eventCommitment(transactions),
      receiptCommitment: receiptCommitment(transactions),
      stateDiffCommitment: stateDiffCommitment(stateDiff),
    };
    const hash = blockHash({
      number: this.number,
      stateRoot: this.newRoot,
      sequencerAddress: this.sequencerAddress,
      timestamp: this.timestamp,
      transactionCount: transactions.length,
      eventCount: this.eventCount,
      stateDiffLength: this.stateDiffLength,
      blobDa: true,
      prices: this.prices,
      protocolVersion: STARKNET_VERSION,
      ...commitments,
    });
    return { hash, ...commitments };
  }
}

const liteHashes = (number: number, parentHash: Felt): BlockHashes => ({
  hash: toFelt(number),
  parentHash,
  transactionCommitment: ZERO,
  eventCommitment: ZERO,
  receiptCommitment: ZERO,
  stateDiffCommitment: ZERO,
});
