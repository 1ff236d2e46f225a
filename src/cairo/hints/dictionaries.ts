import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { Cell } from '../machine.ts';
import { type Pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';

/** The dictionaries of a run, in the order of their creation. Each has its own segment. */
export class Dictionaries {
  readonly #bySegment = new Map<number, { readonly index: number; readonly values: Map<FeltKey, Cell> }>();

  add(segment: number): void {
    this.#bySegment.set(segment, { index: this.#bySegment.size, values: new Map() });
  }

  #at(end: Pointer) {
    const found = this.#bySegment.get(segmentOf(end));
    if (found === undefined) throw new VmError('The given value does not point to a known dictionary.');
    return found;
  }

  /** The index of the dictionary that a pointer points into. */
  indexOf(end: Pointer): number {
    return this.#at(end).index;
  }

  /** The last value of a key; zero if it was never written. */
  read(end: Pointer, key: Felt): Cell {
    return this.#at(end).values.get(keyOf(key)) ?? (0n as Felt);
  }

  write(end: Pointer, key: Felt, value: Cell): void {
    this.#at(end).values.set(keyOf(key), value);
  }
}
