import type { Steps } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, formatKey, keyOf } from '../../felt/key.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { State } from '../../state/state.ts';
import { BlockIndex } from '../value/blockIndex.ts';
import { applyChange, type Change } from '../value/change.ts';
import { type BlockRecord, type History, keepsStateAfter } from '../value/history.ts';
import type { ExecutedTransaction } from '../value/openBlock.ts';
import { hasStatesBetween, keepsStateBefore } from '../value/pastStates.ts';
import { type ContentVisitor, scanContent } from './blockContent.ts';
import { StoredCells, StoredNumbers, StoredPlaces } from './byteIndex.ts';
import type { ByteReader } from './byteReader.ts';
import { readProtocol } from './chainCodec.ts';
import { wholeNumber } from './codec.ts';
import { PendingChanges } from './pendingChanges.ts';
import { StateFileError } from './stateFileError.ts';
import { type BlockSource, endCodec, StoredRecord, takeBlock } from './storedRecord.ts';

/**
 * The number of blocks between two stored states of a loaded chain. It is higher than in a chain that grows, because making a state takes time. COST:
 * rebuilding a state between them takes up to 4 ms.
 */
const BLOCKS_PER_STATE = 256;

/** Goes through the sealed blocks of a file and makes the indexes of the history and the states that a history stores. */
export class HistoryScan implements ContentVisitor {
  readonly #source: BlockSource;
  readonly #firstNumber: number;
  readonly #records: BlockRecord[] = [];
  readonly #numbers: StoredNumbers;
  readonly #places: StoredPlaces;
  readonly #cells: StoredCells;
  readonly #pending = new PendingChanges();
  #state: State;
  #parentHash: FeltKey;
  /** The protocol version of the last block. */
  #version: string | undefined;
  #number: number;
  #changes = 0;
  #isLong = false;

  /** `first` is the state after the first block, which contains more than the block changed. */
  constructor(source: BlockSource, firstNumber: number, parentHash: Felt, first: State) {
    this.#source = source;
    this.#numbers = new StoredNumbers(source.bytes);
    this.#places = new StoredPlaces(source.bytes);
    this.#cells = new StoredCells(source.bytes);
    this.#firstNumber = firstNumber;
    this.#number = firstNumber;
    this.#parentHash = keyOf(parentHash);
    this.#state = first;
  }

  /** Reads the next block. */
  *add(from: ByteReader): Steps<void> {
    const start = from.at;
    // In the order of headCodec.
    const version = from.text();
    if (version !== this.#version) readProtocol(version, this.#source.protocol);
    this.#version = version;
    wholeNumber.skip(from);
    this.#numbers.add(from.at, this.#number);
    const hash = from.key();
    const parentHash = from.key();
    if (parentHash !== this.#parentHash)
      throw new StateFileError(`its parent hash is ${formatKey(parentHash)}, not ${formatKey(this.#parentHash)}`);
    this.#changes = 0;
    yield* scanContent(from, this.#source.classes, this);
    endCodec.skip(from);
    this.#records.push(yield* this.#record(start, from.at));
    this.#parentHash = hash;
    this.#number++;
  }

  *#record(start: number, end: number): Steps<BlockRecord> {
    const index = this.#records.length;
    if (this.#isLong) return yield* this.#longRecord(start);
    const state = keepsStateAfter(index, this.#changes, BLOCKS_PER_STATE) ? this.#current() : undefined;
    return new StoredRecord(this.#source, this.#number, [start, end], state);
  }

  /** A block of many transactions has states between them, so it is read at once. */
  *#longRecord(start: number): Steps<BlockRecord> {
    const record = yield* takeBlock(this.#source, this.#number, start);
    const { executed, state } = yield* withStates(record.executed, record.changes, this.#state);
    this.#state = state;
    const isKept = keepsStateAfter(this.#records.length, record.changes.length, BLOCKS_PER_STATE);
    const block = { ...record.block, transactions: executed };
    return { ...record, block, executed, state: isKept ? state : undefined };
  }

  /** The state after all that was read. */
  #current(): State {
    // The changes of the first block are part of the state that the file begins with.
    const after = this.#pending.applyTo(this.#state);
    if (this.#records.length > 0) this.#state = after;
    return this.#state;
  }

  result(): History {
    const end = this.#number;
    return {
      firstNumber: this.#firstNumber,
      records: PersistentVector.from(this.#records),
      state: this.#current(),
      numberByHash: BlockIndex.of(this.#numbers, end),
      places: BlockIndex.of(this.#places, end),
      cellUpdates: BlockIndex.of(this.#cells, end),
    };
  }

  transaction(hashAt: number, index: number): void {
    this.#places.add(hashAt, this.#number, index);
  }

  changes(transactions: number, changes: number): PendingChanges {
    this.#changes = changes;
    this.#isLong = hasStatesBetween(transactions);
    if (!this.#isLong) return this.#pending;
    this.#current();
    return new PendingChanges();
  }

  changedCell(addressAt: number, keyAt: number): void {
    this.#cells.add(addressAt, keyAt, this.#number);
  }
}

/** Transactions with the states before some of them, and the state after all changes. */
export function* withStates(
  executed: readonly ExecutedTransaction[],
  changes: readonly Change[],
  start: State,
): Steps<{ readonly executed: ExecutedTransaction[]; readonly state: State }> {
  let state = start;
  let at = 0;
  const to = (count: number): State => {
    for (; at < count; at++) state = applyChange(state, changes[at]!);
    return state;
  };
  const withThem: ExecutedTransaction[] = [];
  for (const [index, transaction] of executed.entries()) {
    const isKept = keepsStateBefore(index);
    withThem.push(isKept ? { ...transaction, before: to(transaction.changesBefore) } : transaction);
    if (isKept) yield;
  }
  return { executed: withThem, state: to(changes.length) };
}
