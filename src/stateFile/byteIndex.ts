import type { StoredIndex } from '../chain/value/blockIndex.ts';
import type { CellKey, CellUpdate, Place } from '../chain/value/history.ts';
import type { FeltKey } from '../felt/key.ts';
import { ByteReader } from './byteReader.ts';
import { ByteTable } from './byteTable.ts';

// Indexes of what the blocks of a state file contain. The keys are felts in the bytes of the file, so that a chain of 100,000 blocks is indexed in a
// tenth of a second.

/** The positions of transactions by hash. */
export class StoredPlaces implements StoredIndex<FeltKey, Place> {
  readonly #table: ByteTable;

  constructor(bytes: Uint8Array) {
    this.#table = new ByteTable(bytes, false);
  }

  /** Adds a transaction whose hash stands at a position of the file. */
  add(at: number, blockNumber: number, index: number): void {
    this.#table.seek(at, 0);
    this.#table.add(at, 0, blockNumber, index);
  }

  get(hash: FeltKey, end: number): Place | undefined {
    const entry = this.#table.find(hash);
    if (entry < 0) return undefined;
    const blockNumber = this.#table.blocks.at(entry);
    return blockNumber < end ? { blockNumber, index: this.#table.others.at(entry) } : undefined;
  }

  size(end: number): number {
    return this.#table.countBefore(end);
  }
}

/** The numbers of blocks by hash. */
export class StoredNumbers implements StoredIndex<FeltKey, number> {
  readonly #places: StoredPlaces;

  constructor(bytes: Uint8Array) {
    this.#places = new StoredPlaces(bytes);
  }

  add(at: number, blockNumber: number): void {
    this.#places.add(at, blockNumber, 0);
  }

  get(hash: FeltKey, end: number): number | undefined {
    return this.#places.get(hash, end)?.blockNumber;
  }

  size(end: number): number {
    return this.#places.size(end);
  }
}

/** The blocks that changed each cell, and where the values stand that it had after them. */
export class StoredCells implements StoredIndex<CellKey, CellUpdate> {
  readonly #bytes: Uint8Array;
  readonly #table: ByteTable;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#table = new ByteTable(bytes, true);
  }

  /** Adds a change of a cell whose contract and key stand at positions of the file. The value follows the key. */
  add(address: number, key: number, blockNumber: number): void {
    const earlier = this.#table.seek(address, key);
    if (earlier >= 0 && this.#table.blocks.at(earlier) === blockNumber) this.#table.seconds.set(earlier, key);
    else this.#table.add(address, key, blockNumber, earlier + 1);
  }

  /** The number of changes so far. */
  get changes(): number {
    return this.#table.length;
  }

  /** The newest values of the cells that have changed since there were `start` changes, by contract. */
  valuesSince(start: number): Map<FeltKey, Map<FeltKey, FeltKey>> {
    const { firsts, seconds, others, length } = this.#table;
    const values = new Map<FeltKey, Map<FeltKey, FeltKey>>();
    const from = new ByteReader(this.#bytes);
    const isReplaced = new Uint8Array(length - start);
    for (let entry = length - 1; entry >= start; entry--) {
      const earlier = others.at(entry) - 1;
      if (earlier >= start) isReplaced[earlier - start] = 1;
      if (isReplaced[entry - start]) continue;
      from.at = firsts.at(entry);
      const address = from.repeatedKey();
      let cells = values.get(address);
      if (!cells) values.set(address, (cells = new Map()));
      from.at = seconds.at(entry);
      cells.set(from.key(), from.key());
    }
    return values;
  }

  get(cell: CellKey, end: number): CellUpdate | undefined {
    const update = this.#update(this.#table.find(cell));
    return olderThan(update, end);
  }

  #update(entry: number): CellUpdate | undefined {
    if (entry < 0) return undefined;
    const earlier = () => this.#update(this.#table.others.at(entry) - 1);
    return {
      blockNumber: this.#table.blocks.at(entry),
      get earlier() {
        return earlier();
      },
    };
  }

  size(end: number): number {
    return this.#table.countBefore(end);
  }
}

function olderThan(newest: CellUpdate | undefined, end: number): CellUpdate | undefined {
  let update = newest;
  while (update && update.blockNumber >= end) update = update.earlier;
  return update;
}
