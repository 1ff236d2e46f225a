import type { Artifact, ArtifactStore } from '../../classes/artifactStore.ts';
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
  readonly #artifacts: ArtifactStore | undefined;
  /** The classes that were named, with the build output that was known then. */
  readonly #named = new Map<FeltKey, Artifact | undefined>();
  readonly #missing = new Map<FeltKey, StateItem>();
  #isGivenUp = false;

  /** `files` are class files with debug information, which the classes of a state do not carry. */
  constructor(state: State, files: ReadonlyMap<FeltKey, ClassDefinition>, artifacts: ArtifactStore | undefined) {
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

  forgetMissing(): void {
    this.#missing.clear();
  }

  /** Fetches the missing classes, and looks for the build output of the others. Returns whether classes would have other names now. */
  async fetchMissing(): Promise<boolean> {
    if (this.#isGivenUp) return false;
    this.#isGivenUp = true;
    await this.#artifacts?.find([...this.#named.keys()]);
    // Another request may have found it meanwhile.
    const isBuilt = [...this.#named].some(([classHash, artifact]) => this.#artifacts?.get(classHash) !== artifact);
    if (this.#missing.size === 0) return isBuilt;
    try {
      await this.#state.base.fetch([...this.#missing.values()]);
      return true;
    } catch (error) {
      if (error instanceof ChainError) return isBuilt;
      throw error;
    }
  }
}
