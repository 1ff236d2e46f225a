import type { CodeCounter } from '../../cairo/codeCounter.ts';
import type { CodeCollector, FindDefinition } from '../../chain/surroundings.ts';
import { type CountedClass, CoverageCollector } from '../coverage/coverageCollector.ts';

/** The name under which what belongs to no test is collected: that of no test is empty. */
export const NO_TEST = '';

/** Collects what each test of a sandbox runs, and what runs for none: the preparation of its chain. */
export class MutantCollector implements CodeCollector {
  readonly #collector = new CoverageCollector();

  counterFor(test: string | undefined): CodeCounter {
    return this.#collector.counterFor(test ?? NO_TEST);
  }

  define(find: FindDefinition): void {
    this.#collector.define(find);
  }

  get classes(): readonly CountedClass[] {
    return this.#collector.classes;
  }

  /** Whether there was no room for some classes or tests. */
  get isTruncated(): boolean {
    return this.#collector.isTruncated;
  }
}
