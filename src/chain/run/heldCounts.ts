import type { CodeCounter, CodeCounts, CountedRun } from '../../cairo/codeCounter.ts';
import type { LoadedProgram } from '../../cairo/program.ts';

/** Holds the counts of a run that may have to be dropped. */
export class HeldCounts implements CodeCounter {
  readonly byCall: boolean;
  readonly #counter: CodeCounter;
  readonly #reports: (readonly [program: LoadedProgram, counts: readonly CodeCounts[]])[] = [];

  constructor(counter: CodeCounter) {
    this.#counter = counter;
    this.byCall = counter.byCall;
  }

  begin(run: CountedRun): void {
    this.#counter.begin?.(run);
  }

  add(program: LoadedProgram, counts: readonly CodeCounts[]): void {
    this.#reports.push([program, counts]);
  }

  /** The run counts. */
  report(): void {
    for (const [program, counts] of this.#reports) this.#counter.add(program, counts);
    this.#reports.length = 0;
  }
}
