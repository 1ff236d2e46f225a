import { type CodeCounter, type CodeCounts, type CountedRun, instructionCells } from '../../cairo/codeCounter.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { CodeCollector, FindDefinition } from '../../chain/surroundings.ts';
import type { Sandbox } from '../../library/index.ts';
import { nodeOf } from '../../library/requests/connection.ts';

/**
 * Notes which instructions ran. Sierra lets no two branches lead to the same statement, so each branch that is taken for the first time
 * is an instruction that runs for the first time. What the sandbox counts anyway, for the coverage, goes on being counted.
 */
export class PlaceCounter implements CodeCollector {
  readonly #seen = new Map<LoadedProgram, Uint8Array>();
  readonly #counters = new Map<string | undefined, CodeCounter>();
  readonly #node: ReturnType<typeof nodeOf>;
  /** The places that ran so far. */
  count = 0;

  constructor(box: Sandbox) {
    this.#node = nodeOf(box);
  }

  counterFor(test: string | undefined): CodeCounter {
    let counter = this.#counters.get(test);
    if (!counter) {
      const other = this.#node.surroundings.coverage?.collector.counterFor(
        test ?? this.#node.surroundings.coverage.test,
      );
      counter = {
        byCall: false,
        begin: (run: CountedRun) => other?.begin?.(run),
        add: (program, counts) => {
          other?.add(program, counts);
          this.#add(program, counts);
        },
      };
      this.#counters.set(test, counter);
    }
    return counter;
  }

  define(find: FindDefinition): void {
    this.#node.surroundings.coverage?.collector.define(find);
  }

  /** Gets what machines have counted. Returns whether something ran for the first time. */
  hasNew(): boolean {
    const before = this.count;
    this.#node.surroundings.executor.flushCounts();
    return this.count > before;
  }

  #add(program: LoadedProgram, reports: readonly CodeCounts[]): void {
    let seen = this.#seen.get(program);
    if (!seen) this.#seen.set(program, (seen = new Uint8Array(program.bytecode.length)));
    const cells = instructionCells(program);
    for (const { start, counts } of reports)
      for (let i = 0; i < counts.length; i++)
        if (counts[i] !== 0 && seen[start + i] === 0) {
          seen[start + i] = 1;
          if (cells[start + i] === 1) this.count++;
        }
  }
}
