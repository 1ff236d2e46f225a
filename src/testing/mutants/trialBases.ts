import type { RunningTrial } from '../../libraryNode/mutants/mutantSession.ts';
import { type Base, type Preparation, preparedBase } from '../base.ts';

/** The chains that are kept, each prepared with a mutant. */
const MAX_KEPT = 32;

/** The prepared chains of a fixture: one as usual, and one for each mutant that can be noticed while the chain is prepared. */
export class TrialBases<T> {
  readonly #prepared: Preparation<T>;
  readonly #usual: () => Promise<Base<T>>;
  readonly #byMutant = new Map<string, Promise<Base<T>>>();

  constructor(prepared: Preparation<T>, usual: () => Promise<Base<T>>) {
    this.#prepared = prepared;
    this.#usual = usual;
  }

  /** The prepared chain of a trial, whose mutant is active. */
  async of({ mutant, inSetup }: RunningTrial): Promise<Base<T>> {
    if (!inSetup) return this.#usual();
    let base = this.#byMutant.get(mutant.id);
    if (!base) {
      this.#byMutant.set(mutant.id, (base = preparedBase(this.#prepared)));
      if (this.#byMutant.size > MAX_KEPT) await this.#drop(this.#byMutant.keys().next().value!);
    }
    return base;
  }

  async close(): Promise<void> {
    for (const id of this.#byMutant.keys()) await this.#drop(id);
  }

  async #drop(id: string): Promise<void> {
    const base = this.#byMutant.get(id);
    this.#byMutant.delete(id);
    await base?.then(
      ({ box }) => box.close(),
      () => undefined,
    );
  }
}
