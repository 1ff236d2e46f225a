import { type CellMemory, debugCell, debugPointer, isPointer, shiftPointer } from '../cells.ts';
import { MAX_SEGMENT_CELLS, SEGMENT_FULL } from '../limits.ts';
import type { Cell } from '../machine.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import { relocationTarget, ruleIndex } from '../relocationRule.ts';
import { VmError } from '../vmError.ts';

interface Segment {
  readonly cells: (Cell | undefined)[];
  readonly accessed: boolean[];
}

/** The write-once memory of one run. Segments are numbered from 0 up, temporary ones from -1 down. */
export class PlainMemory implements CellMemory {
  readonly #segments: Segment[] = [];
  readonly #temporary: Segment[] = [];
  /** The relocation target of each temporary segment, by its index (0 for segment -1). */
  readonly #rules = new Map<number, Pointer>();
  /** Called after every write, for the validation rules of builtins. */
  readonly #validate: (address: Pointer) => void;

  constructor(validate: (address: Pointer) => void) {
    this.#validate = validate;
  }

  get segmentCount(): number {
    return this.#segments.length;
  }

  addSegment(): number {
    return this.#segments.push({ cells: [], accessed: [] }) - 1;
  }

  addTemporarySegment(): Pointer {
    return pointer(-this.#temporary.push({ cells: [], accessed: [] }), 0);
  }

  #segment(address: Pointer): Segment | undefined {
    const index = segmentOf(address);
    return index < 0 ? this.#temporary[-1 - index] : this.#segments[index];
  }

  get(address: Pointer): Cell | undefined {
    const cell = this.#segment(address)?.cells[offsetOf(address)];
    return cell !== undefined && isPointer(cell) && cell < 0 ? this.#relocated(cell) : cell;
  }

  set(address: Pointer, value: Cell): void {
    const segment = this.#segment(address);
    if (segment === undefined) {
      const index = segmentOf(address);
      const [at, of] = index < 0 ? [-1 - index, this.#temporary.length] : [index, this.#segments.length];
      throw new VmError(`Can't insert into segment #${at}; memory only has ${of} segment`);
    }
    const offset = offsetOf(address);
    if (offset >= MAX_SEGMENT_CELLS) throw new VmError(SEGMENT_FULL);
    const current = segment.cells[offset];
    if (current === undefined) segment.cells[offset] = value;
    else if (current !== value)
      throw new VmError(
        `Inconsistent memory assignment at address ${debugPointer(address)}. ${debugCell(current)} != ${debugCell(value)}`,
      );
    this.#validate(address);
  }

  /** Marks an existing cell as accessed. */
  markAccessed(address: Pointer): void {
    const segment = this.#segment(address);
    if (segment === undefined) return;
    const offset = offsetOf(address);
    if (offset < segment.cells.length) segment.accessed[offset] = true;
  }

  segmentSize(index: number): number {
    return this.#segments[index]?.cells.length ?? 0;
  }

  /** The number of cells of a segment that have a value and were accessed. */
  accessedCells(index: number): number {
    const { cells, accessed } = this.#segments[index]!;
    let count = 0;
    for (let i = 0; i < cells.length; i++) if (accessed[i] && cells[i] !== undefined) count++;
    return count;
  }

  addRelocationRule(from: Pointer, to: Pointer): void {
    this.#rules.set(ruleIndex(from, this.#rules), to);
  }

  #relocated(address: Pointer): Pointer {
    const target = this.#rules.get(-1 - segmentOf(address));
    return target === undefined ? address : shiftPointer(target, offsetOf(address));
  }

  /** Relocates the temporary segments that have a relocation rule. */
  relocate(): void {
    if (this.#rules.size === 0 || this.#temporary.length === 0) return;
    // The target of a rule may be in another temporary segment, so the rules are resolved to their final targets first.
    for (const [index, target] of this.#rules) this.#rules.set(index, relocationTarget(target, this.#rules));
    for (const { cells } of [...this.#segments, ...this.#temporary])
      cells.forEach((cell, i) => {
        if (cell !== undefined && isPointer(cell) && cell < 0) cells[i] = this.#relocated(cell);
      });
    for (let index = this.#temporary.length - 1; index >= 0; index--) {
      const target = this.#rules.get(index);
      if (target === undefined) continue;
      const [{ cells, accessed }] = this.#temporary.splice(index, 1) as [Segment];
      for (let i = 0; i < cells.length; i++) {
        if (cells[i] === undefined) continue;
        const address = shiftPointer(target, i);
        this.set(address, cells[i]!);
        if (accessed[i]) this.markAccessed(address);
      }
    }
    this.#rules.clear();
  }

  /** The first address of a temporary segment in memory; at the end of a run there must be none. */
  firstTemporaryAddress(): Pointer | undefined {
    if (this.#temporary.length === 0) return undefined;
    for (const { cells } of this.#segments)
      for (const cell of cells) if (cell !== undefined && isPointer(cell) && cell < 0) return cell;
    return undefined;
  }
}
