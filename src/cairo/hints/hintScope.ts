import type { Pointer } from '../pointer.ts';
import { type Dictionaries, PlainDictionaries } from './dictionaries.ts';

/** The state that the hints of one run share. */
export class HintScope {
  readonly dictionaries: Dictionaries;
  /** Which of the three arcs the last comparison has excluded. */
  excludedArc: number | undefined;
  /** The lowest gas counter after any withdrawal of gas. */
  leastGas = Number.MAX_SAFE_INTEGER;
  /** The address for the next object of constant size. */
  nextObject: Pointer | undefined;
  /** Cairo 0: variables of the open scopes, innermost last. */
  readonly variables: Map<string, unknown>[] = [new Map()];

  constructor(dictionaries: Dictionaries = new PlainDictionaries()) {
    this.dictionaries = dictionaries;
  }
}
