import type { Felt } from '../../felt/felt.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';

/** The value of a cell: a felt or an address. */
type Cell = Felt | Pointer;

// The tags of the kernel's cells (kernel/vm/cells.ts), which the copy keeps.
const SMALL_TAG = 3;
const ADDRESS_TAG = 1;
export const BIG_TAG = 2;

/**
 * A copy of the memory of a run, in which memory is written once: whoever has the memory at the end of a run has it at every moment.
 * The program segment is not part of it.
 */
export class RunMemory {
  /** Two words for each cell, in the kernel's format, but a big felt is an index into `bigFelts`. */
  readonly words: Uint32Array;
  /** The first cell of each segment, and the number of all cells. */
  readonly #starts: Uint32Array;
  /** Four numbers for each felt. */
  readonly #bigFelts: BigUint64Array;

  constructor(words: Uint32Array, starts: Uint32Array, bigFelts: BigUint64Array) {
    this.words = words;
    this.#starts = starts;
    this.#bigFelts = bigFelts;
  }

  /** The size in units of 8 bytes: one for each cell, and four more for each big felt. */
  get size(): number {
    return this.#starts.at(-1)! + this.#bigFelts.length;
  }

  /** The index of a segment's first cell. */
  startOf(segment: number): number {
    return this.#starts[segment]!;
  }

  /** The number of cells of a segment. */
  sizeOf(segment: number): number {
    return segment >= 0 && segment + 1 < this.#starts.length ? this.#starts[segment + 1]! - this.#starts[segment]! : 0;
  }

  /** The value of a cell; undefined if it is unknown. */
  get(address: Pointer): Cell | undefined {
    const [segment, offset] = [segmentOf(address), offsetOf(address)];
    if (offset >= this.sizeOf(segment)) return undefined;
    const at = 2 * (this.#starts[segment]! + offset);
    return this.#cell(this.words[at]!, this.words[at + 1]!);
  }

  /** The offset of the address in a cell; -1 if the cell is not an address in the given segment. */
  offsetAt(segment: number, offset: number, target: number): number {
    const at = 2 * (this.#starts[segment]! + offset);
    const [low, high] = [this.words[at]!, this.words[at + 1]!];
    return (low & 3) === ADDRESS_TAG && high >>> 2 === target ? ((high & 3) * 2 ** 30 + (low >>> 2)) >>> 0 : -1;
  }

  #cell(low: number, high: number): Cell | undefined {
    const tag = low & 3;
    if (tag === 0) return undefined;
    const value = high * 2 ** 30 + (low >>> 2);
    if (tag === BIG_TAG) return this.#bigFelt(value);
    if (tag === ADDRESS_TAG) return pointer((high << 2) >> 4, ((high & 3) * 2 ** 30 + (low >>> 2)) >>> 0);
    return (Number.isSafeInteger(value) ? BigInt(value) : (BigInt(high) << 30n) | BigInt(low >>> 2)) as Felt;
  }

  #bigFelt(index: number): Felt {
    const [a, b, c, d] = this.#bigFelts.subarray(4 * index, 4 * index + 4);
    return (a! | (b! << 64n) | (c! << 128n) | (d! << 192n)) as Felt;
  }
}

/** Copies a memory cell by cell. */
export function packMemory(sizes: readonly number[], read: (address: Pointer) => Cell | undefined): RunMemory {
  const starts = startsOf(sizes);
  const words = new Uint32Array(2 * starts.at(-1)!);
  const felts: bigint[] = [];
  for (const [segment, size] of sizes.entries())
    for (let offset = 0; offset < size; offset++) {
      const cell = read(pointer(segment, offset));
      if (cell === undefined) continue;
      let packed: bigint;
      if (typeof cell === 'number')
        packed = (BigInt(segmentOf(cell) & 0xfffffff) << 34n) | (BigInt(offsetOf(cell)) << 2n) | BigInt(ADDRESS_TAG);
      else if (cell < 1n << 60n) packed = (cell << 2n) | BigInt(SMALL_TAG);
      else packed = (BigInt(felts.push(cell) - 1) << 2n) | BigInt(BIG_TAG);
      const at = 2 * (starts[segment]! + offset);
      words[at] = Number(packed & 0xffffffffn);
      words[at + 1] = Number(packed >> 32n);
    }
  const limbs = felts.flatMap((felt) => [0n, 64n, 128n, 192n].map((shift) => BigInt.asUintN(64, felt >> shift)));
  return new RunMemory(words, starts, BigUint64Array.from(limbs));
}

/** The first cell of each segment and, at the end, the number of all cells. */
export function startsOf(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [i, size] of sizes.entries()) starts[i + 1] = starts[i]! + size;
  return starts;
}
