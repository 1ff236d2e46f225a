import type { Pointer } from '../pointer.ts';
import { Dictionaries } from './dictionaries.ts';
import type { SquashData } from './squashData.ts';

/** The state that the hints of one run share. */
export class HintScope {
  readonly dictionaries = new Dictionaries();
  squash: SquashData | undefined;
  /** Which of the three arcs the last comparison has excluded. */
  excludedArc: number | undefined;
  /** The lowest gas counter after any withdrawal of gas. */
  leastGas = Number.MAX_SAFE_INTEGER;
  /** The address for the next object of constant size. */
  nextObject: Pointer | undefined;
  /** Cairo 0: variables of the open scopes, innermost last. */
  readonly variables: Map<string, unknown>[] = [new Map()];
}
