import { restIfDue } from '../async/turns.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../felt/key.ts';
import { Need } from '../state/need.ts';
import type { State } from '../state/state.ts';
import type { L1Connection } from './l1Connection.ts';
import type { Origin } from './origin.ts';
import type { RunOptions } from './run/executor.ts';
import { StateView } from './stateView.ts';
import type { Surroundings } from './surroundings.ts';
import type { Block, OpenBlock, PlacedTransaction } from './value/block.ts';
import type { BlockId } from './value/blockId.ts';
import type { ChainValue } from './value/chainValue.ts';
import type { Clock } from './value/clock.ts';
import type { EventFilter } from './value/eventFilter.ts';
import { numberOf, recordOf } from './value/history.ts';
import type { Journal } from './value/journal.ts';
import { type FoundEvent, matchingEvents } from './value/matchingEvents.ts';
import { eachPlaced, eachPlacedInOpen, placedAt, placedInOpen } from './value/placed.ts';
import { type Resolved, resolve, stateOf } from './value/resolveBlock.ts';
import { headerNow, SEQUENCER_ADDRESS } from './value/seal.ts';

/** A contract in a list. */
export interface ListedContract {
  readonly address: Felt;
  readonly classHash: Felt;
  readonly nonce: Felt;
}

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

  /** The highest block of the origin that was declared accepted on L1 here. */
  get originAcceptedNumber(): number | undefined {
    return this.value.originAcceptedNumber;
  }

  /** The highest block accepted on L1, undefined while there is none. */
  get l1AcceptedNumber(): number | undefined {
    return this.value.l1AcceptedNumber;
  }

  /** The number of transactions, including those of the open block. */
  get transactionCount(): number {
    return this.value.history.places.size + this.value.open.executed.length;
  }

  /** The L1 that messages are exchanged with, undefined while there is none. */
  get l1(): L1Connection | undefined {
    return this.value.messaging.l1;
  }

  get autoImpersonate(): boolean {
    return this.value.autoImpersonate;
  }

  /** When blocks are made, as it is now. */
  get blockGeneration(): ChainValue['blockGeneration'] {
    return this.value.blockGeneration;
  }

  /** The clock of blocks. */
  get clock(): Clock {
    return this.value.clock;
  }

  /** A persistent vector, which shares its content with earlier versions. */
  get journal(): Journal {
    return this.value.journal;
  }

  listImpersonatedAccounts(): Felt[] {
    return [...this.value.impersonated.keys()].map(feltOf);
  }

  /** The contracts that were deployed here, by address; on a fork those of the origin are not among them. */
  listContracts(): ListedContract[] {
    const all = [...this.value.open.state.localContracts()].map(({ address, classHash, nonce }) => ({
      address: feltOf(address),
      classHash: feltOf(classHash),
      nonce: feltOf(nonce),
    }));
    return all.sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  /** The classes that were declared here, by the hashes that they are declared as. */
  listClasses(): { readonly classHash: Felt; readonly declared: DeclaredClass }[] {
    const all = [...this.value.open.state.localClasses()].map(([key, declared]) => ({
      classHash: feltOf(key),
      declared,
    }));
    return all.sort((a, b) => (a.classHash < b.classHash ? -1 : 1));
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

  /** A class in the newest state, if it is known without a request to an origin. */
  knownClass(classHash: FeltKey): DeclaredClass | undefined {
    try {
      return this.value.open.state.declaredClassAt(classHash);
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      return undefined;
    }
  }

  /** The class of a contract in the newest state, if it is known without a request to an origin. */
  knownClassOf(address: Felt): DeclaredClass | undefined {
    const { state } = this.value.open;
    try {
      return state.declaredClassAt(state.classHashAt(keyOf(address)));
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      return undefined;
    }
  }

  /** The transactions of a block with their positions, created lazily. */
  eachTransaction(block: Block | OpenBlock): Iterable<PlacedTransaction> {
    if (block.kind === 'open') return eachPlacedInOpen(this.value);
    return eachPlaced(this.value, recordOf(this.value.history, block.number)!);
  }

  /** The events of local blocks that match a filter, in order. Yields undefined where other work may run. */
  matchingEvents(filter: EventFilter, from: number, to: number): Iterable<FoundEvent | undefined> {
    return matchingEvents(this.value, filter, from, to);
  }

  transaction(hash: Felt): PlacedTransaction | undefined {
    const place = this.value.history.places.get(keyOf(hash));
    if (place) return placedAt(this.value, recordOf(this.value.history, place.blockNumber)!, place.index);
    const index = this.value.open.places.get(keyOf(hash));
    return index === undefined ? undefined : placedInOpen(this.value, index);
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
