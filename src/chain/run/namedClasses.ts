import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { Need, type StateItem } from '../../state/need.ts';
import type { State } from '../../state/state.ts';

/**
 * Classes looked up for their names. A call that failed before its class was needed names one that may still lie at a
 * fork's origin: it is noted, fetched afterwards, and given up when the origin does not answer, as names are an extra.
 */
export class NamedClasses {
  readonly #state: State;
  readonly #missing = new Map<FeltKey, StateItem>();
  #isGivenUp = false;

  constructor(state: State) {
    this.#state = state;
  }

  /** Undefined when there is no such class, or it is not at hand yet. */
  find(classHash: FeltKey): ClassDefinition | undefined {
    try {
      return this.#state.declaredClassAt(classHash)?.definition;
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      this.#missing.set(classHash, need.item);
      return undefined;
    }
  }

  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Whether classes were missing and have come. */
  async fetchMissing(): Promise<boolean> {
    if (this.#missing.size === 0 || this.#isGivenUp) return false;
    this.#isGivenUp = true;
    try {
      await this.#state.base.fetch([...this.#missing.values()]);
      return true;
    } catch (error) {
      if (error instanceof ChainError) return false;
      throw error;
    }
  }
}
