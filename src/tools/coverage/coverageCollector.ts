import type { CodeCounter, CodeCounts, CountedRun } from '../../cairo/codeCounter.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { CodeCollector, FindDefinition } from '../../chain/surroundings.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { SaveFile } from '../saveFile.ts';

/** The most classes that are counted. */
const MAX_CLASSES = 2000;
/** The most memory for what each test ran. Tests beyond it are counted, but not listed. */
const MAX_TEST_BYTES = 64 << 20;

/** A class that ran. */
export interface CountedClass {
  readonly classHash: FeltKey;
  /** Undefined until a state is known that has the class. */
  definition: ClassDefinition | undefined;
  /** How often each instruction ran. */
  readonly counts: Float64Array;
  /** By test: 1 for each instruction that it ran. */
  readonly tests: Map<string, Uint8Array>;
}

/** Counts how often the instructions of Sierra classes run, over all clones of a node, and which test ran them. */
export class CoverageCollector implements CodeCollector {
  /** Writes the coverage so far to a file, if there is a folder for it. */
  readonly save: SaveFile | undefined;
  readonly #classes = new Map<LoadedProgram, CountedClass>();
  readonly #counters = new Map<string | undefined, CodeCounter>();
  readonly #withoutDefinition = new Set<CountedClass>();
  #testBytes = 0;

  /** Takes memory for the counts of a class. Returns false if there is none. */
  readonly #keep: (bytes: number) => boolean;

  /** Whether there was no room for some classes or tests. */
  isTruncated = false;
  /** Whether there was no memory for a class. */
  lacksMemory = false;

  constructor(save?: SaveFile, keep: (bytes: number) => boolean = () => true) {
    this.save = save;
    this.#keep = keep;
  }

  /** The counter of a test, or of what belongs to no test. */
  counterFor(test: string | undefined): CodeCounter {
    let counter = this.#counters.get(test);
    if (!counter) {
      counter = {
        byCall: false,
        begin: (entry) => this.#meet(entry),
        add: (program, counts) => this.#add(test, program, counts),
      };
      this.#counters.set(test, counter);
    }
    return counter;
  }

  #meet({ program, classHash }: CountedRun): void {
    if (this.#classes.has(program) || program.kind !== 'casm' || classHash === undefined) return;
    if (this.#classes.size >= MAX_CLASSES) {
      this.isTruncated = true;
      return;
    }
    const { length } = program.bytecode;
    if (!this.#keep(length * Float64Array.BYTES_PER_ELEMENT)) {
      this.lacksMemory = true;
      return;
    }
    const counts = new Float64Array(length);
    const counted: CountedClass = { classHash, definition: undefined, counts, tests: new Map() };
    this.#classes.set(program, counted);
    this.#withoutDefinition.add(counted);
  }

  #add(test: string | undefined, program: LoadedProgram, reports: readonly CodeCounts[]): void {
    const counted = this.#classes.get(program);
    if (!counted) return;
    const ran = test === undefined ? undefined : this.#testMarks(counted, test);
    for (const { start, counts } of reports)
      for (let i = 0; i < counts.length; i++) {
        if (counts[i] === 0) continue;
        counted.counts[start + i]! += counts[i]!;
        if (ran) ran[start + i] = 1;
      }
  }

  #testMarks({ tests, counts }: CountedClass, test: string): Uint8Array | undefined {
    let marks = tests.get(test);
    if (!marks) {
      if (this.#testBytes + counts.length > MAX_TEST_BYTES) {
        this.isTruncated = true;
        return undefined;
      }
      this.#testBytes += counts.length;
      tests.set(test, (marks = new Uint8Array(counts.length)));
    }
    return marks;
  }

  /** Looks for the definitions of classes that were met. A later state may not have them any more. */
  define(find: FindDefinition): void {
    for (const counted of this.#withoutDefinition) {
      counted.definition = find(counted.classHash);
      if (counted.definition) this.#withoutDefinition.delete(counted);
    }
  }

  /** The classes that ran. What machines counted must have been flushed. */
  get classes(): readonly CountedClass[] {
    return [...this.#classes.values()];
  }
}
