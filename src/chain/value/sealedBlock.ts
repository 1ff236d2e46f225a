import { finishInSlices, type Steps } from '../../async/steps.ts';
import type { StateCommitment } from '../../commitment/stateCommitment.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import { blockHash } from '../../execution/hash/blockHash.ts';
import {
  eventCommitment,
  receiptCommitment,
  stateDiffCommitment,
  stateDiffFelts,
  transactionCommitment,
} from '../../execution/hash/commitments.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type BackgroundHasher, type DeferredHashes, directHashing, type Hashing } from '../../felt/hashing.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { diffSize } from '../../state/diffParts.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { Block, BlockBase, StoredTransaction } from './block.ts';
import { type Change, diffOfChangesSteps } from './change.ts';
import { hashInSteps } from './hashInSteps.ts';

const ZERO = toFelt(0n);

/** How a block changed the state. */
export interface BlockChanges {
  readonly changes: readonly Change[];
  /** Their merged diff. */
  readonly stateDiff: StateDiff;
}

/** What is computed from the content of a block. */
type BlockHashes = Pick<
  Block,
  'hash' | 'parentHash' | 'transactionCommitment' | 'eventCommitment' | 'receiptCommitment' | 'stateDiffCommitment'
>;
/** The commitments to transactions, events, receipts and the difference of states, then the hash, which the next block builds on. */
type HashList<V> = readonly [V, V, V, V, V];
const HASH_COUNT = 5;
/** A block with more transactions, events and changed cells than this is hashed in slices. */
const LARGE = 1000;
/** A block with more transactions, events, messages and changed cells than this takes a millisecond or so to hash. */
const HEAVY = 60;

/**
 * A sealed block with deferred hashes. Hashes take a third of a transaction's time, and its sender usually reads none of them, so
 * they are computed when first read. Contracts can read the hash ten blocks back, so at most ten blocks wait.
 */
export class SealedBlock implements Block {
  readonly kind = 'sealed';
  readonly number: number;
  readonly timestamp: bigint;
  readonly sequencerAddress: Felt;
  readonly prices: GasPrices;
  readonly protocol: ProtocolConstants;
  readonly transactions: readonly StoredTransaction[];
  readonly commitment: StateCommitment | undefined;
  readonly eventCount: number;
  readonly stateDiffLength: number;
  readonly #changes: readonly Change[];
  /** What the hashes are computed from; undefined once they are. The parent is a block, or the hash before the first block. */
  #pending:
    | { readonly parent: { readonly hash: Felt }; readonly liteMode: boolean; readonly stateDiff: StateDiff }
    | undefined;
  /** The hashes that the worker computes. */
  #deferred: DeferredHashes | undefined;
  #hashes: BlockHashes | undefined;

  /** In lite mode a block's hash is its number, and there are no commitments. */
  constructor(
    base: BlockBase & Pick<Block, 'transactions'>,
    { changes, stateDiff }: BlockChanges,
    parent: { readonly hash: Felt },
    liteMode: boolean,
    commitment?: StateCommitment,
  ) {
    this.commitment = commitment;
    this.number = base.number;
    this.timestamp = base.timestamp;
    this.sequencerAddress = base.sequencerAddress;
    this.prices = base.prices;
    this.protocol = base.protocol;
    this.transactions = base.transactions;
    this.#changes = changes;
    this.eventCount = base.transactions.reduce((sum, { receipt }) => sum + receipt.events.length, 0);
    this.stateDiffLength = diffSize(stateDiff);
    this.#pending = { parent, liteMode, stateDiff };
  }

  mergeStateDiff(): Steps<StateDiff> {
    return diffOfChangesSteps(this.#changes);
  }

  get newRoot(): Felt {
    return this.commitment?.root ?? ZERO;
  }

  get hash(): Felt {
    return this.#computed.hash;
  }

  get parentHash(): Felt {
    return this.#computed.parentHash;
  }

  get transactionCommitment(): Felt {
    return this.#computed.transactionCommitment;
  }

  get eventCommitment(): Felt {
    return this.#computed.eventCommitment;
  }

  get receiptCommitment(): Felt {
    return this.#computed.receiptCommitment;
  }

  get stateDiffCommitment(): Felt {
    return this.#computed.stateDiffCommitment;
  }

  /** Lets a worker compute the hashes, after those of earlier blocks that are not computed yet. Returns false if it cannot. */
  hashInBackground(hasher: BackgroundHasher): boolean {
    if (this.#hashes || this.#deferred) return true;
    const { parent, liteMode } = this.#pending!;
    if (liteMode) return false;
    if (parent instanceof SealedBlock && !parent.hashInBackground(hasher)) return false;
    const before = (parent instanceof SealedBlock && !parent.#hashes && parent.#deferred) || parent.hash;
    this.#deferred = hasher.begin((hashing, parentHash) => this.#formula(hashing, parentHash), HASH_COUNT, before);
    return this.#deferred !== undefined;
  }

  /** Whether the hashes are not begun yet and take so long that a worker should begin before the answer to the client is written. */
  get isHeavy(): boolean {
    // The worker does not compute the state root.
    if (!this.#pending || this.#deferred || this.commitment) return false;
    let size = this.transactions.length + this.eventCount + this.stateDiffLength;
    // Writing down the recipe of a larger one would delay the answer.
    if (size > LARGE) return false;
    for (const { receipt } of this.transactions) size += receipt.messages.length;
    return size > HEAVY;
  }

  /** Whether the hashes are not computed yet and take so long that other requests should be served meanwhile. */
  get hasLongHash(): boolean {
    if (!this.#pending || this.#pending.liteMode) return false;
    if (this.commitment?.isLong || this.transactions.length + this.eventCount + this.stateDiffLength > LARGE)
      return true;
    const { parent } = this.#pending;
    return parent instanceof SealedBlock && parent.hasLongHash;
  }

  /** Computes the hashes, with pauses. */
  *hashSteps(): Steps<void> {
    if (!this.#pending) return;
    const { parent, stateDiff } = this.#pending;
    if (parent instanceof SealedBlock) yield* parent.hashSteps();
    yield* this.commitment?.tries() ?? [];
    const changed = yield* stateDiffFelts(stateDiff);
    const felts = yield* hashInSteps((hashing, parentHash) => this.#formula(hashing, parentHash, changed), parent.hash);
    this.#keep(namedHashes(felts, parent.hash));
  }

  get #computed(): BlockHashes {
    if (this.#hashes) return this.#hashes;
    const { parent, liteMode } = this.#pending!;
    // The worker hashes the parent first, so the hash of the parent is read after these have arrived.
    const felts = liteMode ? undefined : (this.#deferred?.settle() ?? this.#formula(directHashing, parent.hash));
    return this.#keep(felts ? namedHashes(felts, parent.hash) : liteHashes(this.number, parent.hash));
  }

  #keep(hashes: BlockHashes): BlockHashes {
    this.#hashes = hashes;
    this.#pending = undefined;
    this.#deferred = undefined;
    return hashes;
  }

  #formula<V>(hashing: Hashing<V>, parentHash: Felt | V, changed?: readonly Felt[]): HashList<Felt | V> {
    const { transactions } = this;
    const { stateDiff } = this.#pending!;
    const commitments = {
      transactionCommitment: transactionCommitment(transactions, hashing),
      eventCommitment: eventCommitment(transactions, hashing),
      receiptCommitment: receiptCommitment(transactions, hashing),
      stateDiffCommitment: changed ? hashing.many(changed) : stateDiffCommitment(stateDiff, hashing),
    };
    const header = {
      number: this.number,
      stateRoot: this.newRoot,
      sequencerAddress: this.sequencerAddress,
      timestamp: this.timestamp,
      transactionCount: transactions.length,
      eventCount: this.eventCount,
      stateDiffLength: this.stateDiffLength,
      blobDa: true,
      prices: this.prices,
      protocolVersion: this.protocol.version,
      parentHash,
      ...commitments,
    };
    const hash = blockHash<V>(header, hashing);
    return [
      commitments.transactionCommitment,
      commitments.eventCommitment,
      commitments.receiptCommitment,
      commitments.stateDiffCommitment,
      hash,
    ];
  }
}

function namedHashes(felts: readonly Felt[], parentHash: Felt): BlockHashes {
  const [transactionCommitment, eventCommitment, receiptCommitment, stateDiffCommitment, hash] =
    felts as HashList<Felt>;
  return { hash, parentHash, transactionCommitment, eventCommitment, receiptCommitment, stateDiffCommitment };
}

const liteHashes = (number: number, parentHash: Felt): BlockHashes => ({
  hash: toFelt(number),
  parentHash,
  transactionCommitment: ZERO,
  eventCommitment: ZERO,
  receiptCommitment: ZERO,
  stateDiffCommitment: ZERO,
});

/** Hashes a block in slices if that takes long. A read of its hash would compute it without a pause. */
export async function hashIfLong(block: Block): Promise<void> {
  if (block instanceof SealedBlock && block.hasLongHash) await finishInSlices(block.hashSteps());
}
