import { restIfDue } from '../async/turns.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import type { State } from '../state/state.ts';
import type { L1Connection } from './l1Connection.ts';
import type { Origin } from './origin.ts';
import type { RunOptions } from './run/executor.ts';
import { StateView } from './stateView.ts';
import type { Surroundings } from './surroundings.ts';
import type { Block, OpenBlock, PlacedTransaction } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainValue } from './value/chainValue.ts';
import { numberOf, recordOf } from './value/history.ts';
import { eachPlaced, eachPlacedInOpen, placedAt, placedInOpen } from './value/placed.ts';
import { type QueuedTransaction, queued } from './value/queued.ts';
import { type Resolved, resolve, stateOf } from './value/resolveBlock.ts';
import { headerNow, SEQUENCER_ADDRESS } from './value/seal.ts';

/** One state of the chain, which never changes: its blocks, states and transactions. */
export class ChainView {
  readonly surroundings: Surroundings;
  readonly value: ChainValue;
  /** How executions on this chain are run. */
  readonly runOptions: RunOptions;

  constructor(surroundings: Surroundings, value: ChainValue, runOptions: RunOptions = {}) {
    this.surroundings = surroundings;
    this.value = value;
    this.runOptions = runOptions;
  }

  /**
   * Long work awaits this between its parts. It lets other work run at the end of a time slice, and costs little before. Throws if the
   * request was cancelled.
   */
  rest(): Promise<void> | undefined {
    this.runOptions.signal?.throwIfAborted();
    return restIfDue();
  }

  get latest(): Block {
    return this.value.history.records.last!.block;
  }

  /** The open block, with the current time. */
  get open(): OpenBlock {
    const { open } = this.value;
    const { timestamp, prices } = headerNow(this.value, this.surroundings.now());
    return {
      kind: 'open',
      number: open.number,
      timestamp,
      prices,
      protocol: open.protocol,
      sequencerAddress: SEQUENCER_ADDRESS,
      transactions: open.executed,
      stateDiff: open.stateDiff,
    };
  }

  get openNumber(): number {
    return this.value.open.number;
  }

  /** The number of the first local block: 0, or on a fork the one after the forked block. */
  get firstNumber(): number {
    return this.value.history.firstNumber;
  }

  /** The origin, if the chain is a fork. */
  get origin(): Origin | undefined {
    return this.value.origin;
  }

  get chainId(): Felt {
    return this.value.origin?.chainId ?? this.surroundings.chainId;
  }

  /** The number of transactions, including those of the open block. */
  get transactionCount(): number {
    return this.value.history.places.size + this.value.open.executed.length;
  }

  /** The L1 that messages are exchanged with, undefined while there is none. */
  get l1(): L1Connection | undefined {
    return this.value.messaging.l1;
  }

  /** A sealed local block. */
  blockByNumber(number: number): Block | undefined {
    return recordOf(this.value.history, number)?.block;
  }

  blockByHash(hash: Felt): Block | undefined {
    const number = numberOf(this.value.history, hash);
    return number === undefined ? undefined : this.blockByNumber(number);
  }

  /** Resolves a block id. Throws blockNotFound. */
  resolveBlock(id: BlockId): Block | OpenBlock {
    const resolved = resolve(this.value, id);
    return resolved.kind === 'open' ? this.open : resolved.record.block;
  }

  /** The state after a block; throws blockNotFound, or -1 `No state at block ...` where the archive is needed. */
  stateAt(id: BlockId): StateView {
    const resolved = resolve(this.value, id);
    return this.#stateView(this.stateOf(id, resolved), resolved);
  }

  /** A class declared at or before a block; needs no archive. Throws blockNotFound. */
  async classAt(classHash: Felt, id: BlockId): Promise<DeclaredClass | undefined> {
    const resolved = resolve(this.value, id);
    const state =
      resolved.kind === 'open'
        ? this.value.open.state
        : this.surroundings.pastStates.after(this.value.history, resolved.record.block.number);
    return this.#stateView(state, resolved).classOf(classHash);
  }

  /** The transactions of a block with their positions, created lazily. */
  eachTransaction(block: Block | OpenBlock): Iterable<PlacedTransaction> {
    if (block.kind === 'open') return eachPlacedInOpen(this.value);
    return eachPlaced(this.value, recordOf(this.value.history, block.number)!);
  }

  transaction(hash: Felt): PlacedTransaction | undefined {
    const place = this.value.history.places.get(keyOf(hash));
    if (place) return placedAt(this.value, recordOf(this.value.history, place.blockNumber)!, place.index);
    const index = this.value.open.places.get(keyOf(hash));
    return index === undefined ? undefined : placedInOpen(this.value, index);
  }

  /** A transaction that waits in the mempool. */
  waiting(hash: Felt): QueuedTransaction | undefined {
    const entry = this.value.pool.waiting(hash);
    return entry && queued(entry, 'RECEIVED');
  }

  /** The L2 transactions of an L1 transaction's messages, in the order of sending. */
  transactionsOfL1(hash: bigint): readonly PlacedTransaction[] {
    const hashes = this.value.messaging.byL1Transaction.get(hash.toString()) ?? [];
    return hashes.map((l2Hash) => this.transaction(l2Hash)).filter((placed) => placed !== undefined);
  }

  /** The state that executions at a block start from. Throws as stateAt does. */
  stateOf(id: BlockId, resolved = resolve(this.value, id)): State {
    return stateOf(
      this.value,
      id,
      resolved,
      this.surroundings.config.stateArchiveCapacity,
      this.surroundings.pastStates,
    );
  }

  #stateView(state: State, resolved: Resolved): StateView {
    const number = resolved.kind === 'open' ? this.value.open.number : resolved.record.block.number;
    return new StateView(state, this.value.history, number, this.runOptions.waitFor);
  }
}
