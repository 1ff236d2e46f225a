import { type CodeCounter, type CodeCounts, type CountedRun, instructionCells } from '../../cairo/codeCounter.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { CodeCollector, FindDefinition } from '../../chain/surroundings.ts';
import type { Sandbox } from '../../library/index.ts';
import { nodeOf } from '../../library/requests/connection.ts';

/** The instructions that ran, by program. */
type Seen = Map<LoadedProgram, Uint8Array>;

function seenOf(known: Seen, program: LoadedProgram): Uint8Array {
  let seen = known.get(program);
  if (!seen) known.set(program, (seen = new Uint8Array(program.bytecode.length)));
  return seen;
}

/**
 * Notes which instructions ran. Sierra lets no two branches lead to the same statement, so each branch that is taken for the first time
 * is an instruction that runs for the first time. What the sandbox counts anyway, for the coverage, goes on being counted.
 */
export class PlaceCounter implements CodeCollector {
  /** What ran in no lane: at the start, and in sequences of earlier runs. Each lane begins with it. */
  readonly #common: Seen = new Map();
  readonly #lanes = new Map<number, Seen>();
  readonly #all: Seen = new Map();
  readonly #counters = new Map<string | undefined, CodeCounter>();
  readonly #node: ReturnType<typeof nodeOf>;
  #lane: number | undefined;
  #hasNew = false;
  #ignores = false;
  /** The places that ran so far, in all lanes. */
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

  /** Says in which lane the next sequence runs; undefined for none. */
  enter(lane: number | undefined): void {
    this.#lane = lane;
  }

  /** Gets what machines have counted. Returns whether something ran for the first time in the lane. */
  hasNew(): boolean {
    this.#hasNew = false;
    this.#node.surroundings.executor.flushCounts();
    return this.#hasNew;
  }

  /** Drops what machines have counted since. */
  forget(): void {
    this.#ignores = true;
    this.#node.surroundings.executor.flushCounts();
    this.#ignores = false;
  }

  #add(program: LoadedProgram, reports: readonly CodeCounts[]): void {
    if (this.#ignores) return;
    const seen = this.#seenIn(program);
    const all = seenOf(this.#all, program);
    const cells = instructionCells(program);
    for (const { start, counts } of reports)
      for (let i = 0; i < counts.length; i++)
        if (counts[i] !== 0 && seen[start + i] === 0) {
          seen[start + i] = 1;
          if (cells[start + i] !== 1) continue;
          this.#hasNew = true;
          if (all[start + i] === 0) this.count++;
          all[start + i] = 1;
        }
  }

  #seenIn(program: LoadedProgram): Uint8Array {
    if (this.#lane === undefined) return seenOf(this.#common, program);
    let lane = this.#lanes.get(this.#lane);
    if (!lane) this.#lanes.set(this.#lane, (lane = new Map()));
    let seen = lane.get(program);
    if (!seen) lane.set(program, (seen = seenOf(this.#common, program).slice()));
    return seen;
  }
}
