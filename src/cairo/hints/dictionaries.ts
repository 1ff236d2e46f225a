import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { Cell } from '../machine.ts';
import { type Pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Squash } from './squash.ts';
import { SquashData } from './squashData.ts';

/** The dictionaries of a run, in the order of their creation. Each has its own segment. Unknown segments throw a VmError. */
export interface Dictionaries {
  add(segment: number): void;
  /** The index of the dictionary that a pointer points into. */
  indexOf(end: Pointer): number;
  /** The last value of a key; zero if it was never written. */
  read(end: Pointer, key: Felt): Cell;
  write(end: Pointer, key: Felt, value: Cell): void;
  /** Starts squashing the accesses at an address, which have these keys; there is at least one. */
  startSquash(start: Pointer, keys: readonly Felt[]): Squash;
  /** The squash that was started last. */
  readonly squash: Squash | undefined;
}

export const unknownDictionary = (): VmError => new VmError('The given value does not point to a known dictionary.');

/** The definition of dictionaries. */
export class PlainDictionaries implements Dictionaries {
  readonly #bySegment = new Map<number, { readonly index: number; readonly values: Map<FeltKey, Cell> }>();
  squash: Squash | undefined;

  add(segment: number): void {
    this.#bySegment.set(segment, { index: this.#bySegment.size, values: new Map() });
  }

  #at(end: Pointer) {
    const found = this.#bySegment.get(segmentOf(end));
    if (found === undefined) throw unknownDictionary();
    return found;
  }

  indexOf(end: Pointer): number {
    return this.#at(end).index;
  }

  read(end: Pointer, key: Felt): Cell {
    return this.#at(end).values.get(keyOf(key)) ?? (0n as Felt);
  }

  write(end: Pointer, key: Felt, value: Cell): void {
    this.#at(end).values.set(keyOf(key), value);
  }

  startSquash(_start: Pointer, keys: readonly Felt[]): Squash {
    this.squash = new SquashData(keys);
    return this.squash;
  }
}
