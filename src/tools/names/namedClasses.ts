import { choose, doLater, type EitherWay } from '../../async/eitherWay.ts';
import { restIfDue } from '../../async/turns.ts';
import type { Artifact, ArtifactStore } from '../../classes/artifactStore.ts';
import { isBuiltin } from '../../classes/builtinClasses.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { Need, type StateItem } from '../../state/need.ts';
import { ifKnown } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import { type ClassFacts, type FindClass, factsOf } from './classFacts.ts';
import type { SelectorNames } from './selectorNames.ts';

/**
 * Finds classes for their names. The class of a call that failed early may not have been fetched from the origin of a
 * fork. It is recorded and fetched afterwards. If the origin does not answer, the name is left out.
 */
export class NamedClasses {
  readonly #state: State;
  readonly #files: ReadonlyMap<FeltKey, ClassDefinition>;
  readonly #artifacts: ArtifactStore | undefined;
  /** The classes that were named, with the build output that was known then. */
  readonly #named = new Map<FeltKey, Artifact | undefined>();
  readonly #missing = new Map<FeltKey, StateItem>();
  readonly #selectors: SelectorNames | undefined;
  readonly #unnamed = new Set<FeltKey>();
  #isGivenUp = false;

  /** `files` are class files with debug information, which the classes of a state do not carry. */
  constructor(
    state: State,
    files: ReadonlyMap<FeltKey, ClassDefinition>,
    artifacts: ArtifactStore | undefined,
    selectors?: SelectorNames,
  ) {
    this.#selectors = selectors;
    this.#state = state;
    this.#files = files;
    this.#artifacts = artifacts;
  }

  /** Undefined if the class does not exist or has not been fetched yet. */
  find(classHash: FeltKey): ClassFacts | undefined {
    try {
      const definition = this.#files.get(classHash) ?? this.#state.declaredClassAt(classHash)?.definition;
      if (!definition) return undefined;
      const artifact = this.#artifacts?.get(classHash);
      if (!this.#named.has(classHash)) this.#named.set(classHash, artifact);
      const facts = factsOf(definition);
      if (!artifact) return facts;
      const { contractName, debugInfo = facts.debugInfo, sources, isBuilt } = artifact;
      return { ...facts, contractName, debugInfo, sources, isBuilt };
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      this.#missing.set(classHash, need.item);
      return undefined;
    }
  }

  /** `find` as a function, which also names selectors. */
  get finder(): FindClass {
    const selectorName = (selector: FeltKey): string | undefined => {
      const name = this.#selectors?.get(selector);
      if (name === undefined) this.#unnamed.add(selector);
      return name;
    };
    return Object.assign((classHash: FeltKey) => this.find(classHash), { selectorName });
  }

  forgetMissing(): void {
    this.#missing.clear();
    this.#unnamed.clear();
  }

  /** Fetches the missing classes, and looks for the build output of the others. Returns whether classes would have other names now. */
  fetchMissing(): Promise<boolean> {
    return doLater(this.fetchMissingSteps());
  }

  /** The same, with or without pauses. At once, no classes are fetched. */
  *fetchMissingSteps(): EitherWay<boolean> {
    if (this.#isGivenUp) return false;
    this.#isGivenUp = true;
    // Missing classes are named with their build output too, once they are there: nothing is looked for again.
    // Ours are in no build output, and all of its files would be hashed to find that out.
    const looked = [...this.#named.keys(), ...this.#missing.keys()].filter((classHash) => !isBuiltin(classHash));
    if (this.#artifacts) yield* this.#artifacts.find(looked);
    // Another request may have found it meanwhile.
    const isBuilt = [...this.#named].some(([classHash, artifact]) => this.#artifacts?.get(classHash) !== artifact);
    const isFetched = yield* choose(
      () => this.#fetchClasses(),
      () => false,
    );
    return (yield* this.#nameSelectors()) || isBuilt || isFetched;
  }

  async #fetchClasses(): Promise<boolean> {
    if (this.#missing.size === 0) return false;
    try {
      await this.#state.base.fetch([...this.#missing.values()]);
      return true;
    } catch (error) {
      if (error instanceof ChainError) return false;
      throw error;
    }
  }

  /** Looks for the selectors without a name in all classes of the chain, and in those of the calls. Returns whether one has a name now. */
  *#nameSelectors(): EitherWay<boolean> {
    const selectors = this.#selectors;
    if (!selectors || this.#unnamed.size === 0) return false;
    yield* selectorSteps(selectors, this.#state);
    // Those of a fork's origin are not among the classes of the chain.
    for (const classHash of [...this.#named.keys(), ...this.#missing.keys()]) this.#learn(classHash, selectors);
    return [...this.#unnamed].some((selector) => selectors.get(selector) !== undefined);
  }

  #learn(classHash: FeltKey, selectors: SelectorNames): void {
    const declared = ifKnown(() => this.#state.declaredClassAt(classHash));
    if (declared) selectors.learn(classHash, declared.definition);
  }
}

/** Reads the names of the functions of all classes that were declared in a state, in several turns. */
export const learnSelectors = (selectors: SelectorNames, state: State): Promise<void> =>
  doLater(selectorSteps(selectors, state));

function* selectorSteps(selectors: SelectorNames, state: State): EitherWay<void> {
  for (const [classHash, { definition }] of state.localClasses())
    if (selectors.learn(classHash, definition))
      yield* choose<void>(
        async () => restIfDue(),
        () => undefined,
      );
}
