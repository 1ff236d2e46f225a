import type { Steps } from '../async/steps.ts';
import { BlockIndex } from '../chain/value/blockIndex.ts';
import { applyChanges, type Change } from '../chain/value/change.ts';
import { type BlockRecord, type History, keepsStateAfter } from '../chain/value/history.ts';
import type { ExecutedTransaction } from '../chain/value/openBlock.ts';
import { hasStatesBetween, keepsStateBefore } from '../chain/value/pastStates.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, formatKey } from '../felt/key.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import type { State } from '../state/state.ts';
import { type ContentVisitor, scanContent } from './blockContent.ts';
import { StoredCells, StoredNumbers, StoredPlaces } from './byteIndex.ts';
import { ByteReader } from './byteReader.ts';
import { readProtocol } from './chainCodec.ts';
import { wholeNumber } from './codec.ts';
import { PendingChanges } from './pendingChanges.ts';
import { StateFileError } from './stateFileError.ts';
import type { StoredEvents } from './storedEvents.ts';
import { type BlockSource, endCodec, StoredRecord, takeBlock } from './storedRecord.ts';

/**
 * The number of blocks between two stored states of a loaded chain. It is higher than in a chain that grows, because making a state takes time. COST:
 * rebuilding a state between them takes up to 15 ms.
 */
const BLOCKS_PER_STATE = 1024;

/** The positions of the first byte of something in the file and of the byte after its end. */
type Part = readonly [number, number];

/** Goes through the sealed blocks of a file and makes the indexes of the history and the states that a history stores. */
export class HistoryScan implements ContentVisitor {
  readonly #source: BlockSource;
  readonly #firstNumber: number;
  readonly #records: BlockRecord[] = [];
  readonly #numbers: StoredNumbers;
  readonly #places: StoredPlaces;
  readonly #cells: StoredCells;
  readonly #pending: PendingChanges;
  #state: State;
  /** Where the hash of the last block stands in the file. */
  #parentHash: Part;
  /** Where its protocol version stands. */
  #version: Part = [0, 0];
  #number: number;
  #changes = 0;
  #changedCells = 0;
  #isLong = false;

  /** `first` is the state after the first block, which contains more than the block changed. `parentHash` is where the file has that of the first block. */
  constructor(source: BlockSource, firstNumber: number, parentHash: Part, first: State) {
    this.#source = source;
    this.#numbers = new StoredNumbers(source.bytes);
    this.#places = new StoredPlaces(source.bytes);
    this.#cells = new StoredCells(source.bytes);
    this.#pending = new PendingChanges(source.bytes, this.#cells);
    this.#firstNumber = firstNumber;
    this.#number = firstNumber;
    this.#parentHash = parentHash;
    this.#state = first;
  }

  /** Reads the next block. */
  *add(from: ByteReader): Steps<void> {
    const start = from.at;
    // In the order of headCodec.
    if (this.#version[1] === 0 || !from.skipIfSame(...this.#version)) {
      readProtocol(from.text(), this.#source.protocol);
      this.#version = [start, from.at];
    }
    wholeNumber.skip(from);
    const hashAt = from.at;
    from.skipFelt();
    const hash: Part = [hashAt, from.at];
    this.#checkParent(from);
    this.#numbers.add(hashAt, this.#number);
    yield* scanContent(from, this.#source.classes, this);
    endCodec.skip(from);
    this.#records.push(yield* this.#record(start, from.at));
    this.#parentHash = hash;
    this.#number++;
  }

  /** Each felt has one form, so equal hashes have equal bytes. */
  #checkParent(from: ByteReader): void {
    if (from.skipIfSame(...this.#parentHash)) return;
    const expected = new ByteReader(this.#source.bytes, this.#parentHash[0]).key();
    throw new StateFileError(`its parent hash is ${formatKey(from.key())}, not ${formatKey(expected)}`);
  }

  *#record(start: number, end: number): Steps<BlockRecord> {
    const index = this.#records.length;
    if (this.#isLong) return yield* this.#longRecord(start);
    const state = keepsStateAfter(index, this.#changes, this.#changedCells, BLOCKS_PER_STATE)
      ? this.#current()
      : undefined;
    return new StoredRecord(this.#source, this.#number, [start, end], state);
  }

  /** A block of many transactions has states between them, so it is read at once. */
  *#longRecord(start: number): Steps<BlockRecord> {
    const record = yield* takeBlock(this.#source, this.#number, start);
    const { executed, state } = yield* withStates(record.executed, record.changes, this.#state);
    this.#state = state;
    this.#pending.forget();
    const isKept = keepsStateAfter(this.#records.length, record.changes.length, this.#changedCells, BLOCKS_PER_STATE);
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

  get events(): StoredEvents {
    return this.#source.events;
  }

  begin(transactions: number): void {
    this.events.beginBlock();
    this.#changedCells = 0;
    this.#isLong = hasStatesBetween(transactions);
    if (this.#isLong) this.#current();
  }

  cell(addressAt: number, keyAt: number): void {
    this.#changedCells++;
    this.#cells.add(addressAt, keyAt, this.#number);
  }

  nonce(address: FeltKey, nonceAt: number): void {
    this.#pending.nonce(address, nonceAt);
  }

  contractClass(address: FeltKey, classHash: FeltKey): void {
    this.#pending.contractClass(address, classHash);
  }

  declare(classHash: FeltKey, declared: DeclaredClass): void {
    this.#pending.declare(classHash, declared);
  }

  changed(changes: number): void {
    this.#changes = changes;
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
    state = applyChanges(state, changes.slice(at, count));
    at = Math.max(at, count);
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
