import type { Pointer } from '../pointer.ts';
import { Dictionaries } from './dictionaries.ts';
import type { SquashData } from './squashData.ts';

/** What the hints of one run remember between them. */
export class HintScope {
  readonly dictionaries = new Dictionaries();
  squash: SquashData | undefined;
  /** Which of three arcs the last comparison leaves out. */
  excludedArc: number | undefined;
  /** The least that a withdrawal of gas left on the counter. */
  leastGas = Number.MAX_SAFE_INTEGER;
  /** Where the next object of constant size goes. */
  nextObject: Pointer | undefined;
  /** Cairo 0: variables of the open scopes, innermost last. */
  readonly variables: Map<string, unknown>[] = [new Map()];
}
