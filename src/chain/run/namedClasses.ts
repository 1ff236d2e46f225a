import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { type ClassFacts, factsOf } from '../../execution/explain/classFacts.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { Need, type StateItem } from '../../state/need.ts';
import type { State } from '../../state/state.ts';

/**
 * Finds classes for their names. The class of a call that failed early may not have been fetched from the origin of a
 * fork. It is recorded and fetched afterwards. If the origin does not answer, the name is left out.
 */
export class NamedClasses {
  readonly #state: State;
  readonly #files: ReadonlyMap<FeltKey, ClassDefinition>;
  readonly #missing = new Map<FeltKey, StateItem>();
  #isGivenUp = false;

  /** `files` are class files with debug information, which the classes of a state do not carry. */
  constructor(state: State, files: ReadonlyMap<FeltKey, ClassDefinition>) {
    this.#state = state;
    this.#files = files;
  }

  /** Undefined if the class does not exist or has not been fetched yet. */
  find(classHash: FeltKey): ClassFacts | undefined {
    try {
      const definition = this.#files.get(classHash) ?? this.#state.declaredClassAt(classHash)?.definition;
      return definition && factsOf(definition);
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      this.#missing.set(classHash, need.item);
      return undefined;
    }
  }

  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Fetches the missing classes. Returns whether any arrived. */
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
