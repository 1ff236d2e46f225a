import { formatFelt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { providePlatform } from '../../src/library/platform.ts';
import { ActiveMutant } from '../../src/libraryNode/mutants/activeMutant.ts';
import { MutantLibrary } from '../../src/libraryNode/mutants/mutantLibrary.ts';
import { nodePlatform } from '../../src/libraryNode/nodePlatform.ts';
import type { SierraClass } from '../../src/sierra/class/sierraClass.ts';
import { sierraClassHash } from '../../src/sierra/hash/sierraClassHash.ts';
import { trackSandbox } from '../../src/testing/index.ts';
import type { AnyContract, Suite } from './suite.ts';

/** Whether a test noticed a change, and which one was the first. */
export interface SuiteVerdict {
  readonly state: 'killed' | 'survived' | 'equal' | 'invalid';
  readonly by?: string;
  readonly reason?: string;
}

const active = new ActiveMutant();
providePlatform({
  ...nodePlatform,
  mutants: async () => ({
    library: (inner) => new MutantLibrary(inner, active.replace),
    collector: undefined,
    file: () => undefined,
  }),
});

/** Runs a suite with the class as it is, with a mutant of it, or with another class. One mutant is active at a time. */
export class SuiteRunner {
  readonly #suite: Suite;
  readonly #json: unknown;
  readonly #classHash: string;

  constructor(suite: Suite, json: unknown, definition: SierraClass) {
    this.#suite = suite;
    this.#json = json;
    this.#classHash = formatFelt(sierraClassHash(definition));
  }

  async verdict(change?: string, json: unknown = this.#json): Promise<SuiteVerdict> {
    active.set(change === undefined ? undefined : { id: change, classHash: this.#classHash, change });
    try {
      const found = await this.#firstFailure(json);
      const { state } = active;
      if (state === 'equal' || state === 'invalid') return { state };
      return found ? { state: 'killed', ...found } : { state: 'survived' };
    } finally {
      active.set(undefined);
    }
  }

  async #firstFailure(json: unknown): Promise<{ readonly by: string; readonly reason: string } | undefined> {
    const base = await Sandbox.create({ seed: 7, accounts: 3, artifacts: [] });
    const reasonOf = (error: unknown) => String(error).slice(0, 200);
    const deploy = async (box: Sandbox, args: readonly unknown[]): Promise<AnyContract> =>
      box.deploy(json as never, args as never);
    try {
      const { abi, address } = await deploy(base, this.#suite.arguments(base));
      for (const [name, test] of Object.entries(this.#suite.tests)) {
        const box = base.clone();
        const untrack = trackSandbox(box);
        const [owner, alice, bob] = box.accounts;
        try {
          await test({ box, contract: box.contract(abi, address), owner: owner!, alice: alice!, bob: bob!, deploy });
        } catch (error) {
          return { by: name, reason: reasonOf(error) };
        } finally {
          untrack();
          await box.close();
        }
      }
    } catch (error) {
      return { by: 'the deployment', reason: reasonOf(error) };
    } finally {
      await base.close();
    }
    return undefined;
  }
}
