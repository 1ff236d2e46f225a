import type { MutantKind } from './findMutants.ts';

/** What is told about a mutant. */
export interface MutantFacts {
  /** The same in every run over the same class. */
  readonly id: string;
  readonly kind: MutantKind;
  /** The mutation as a text. */
  readonly change: string;
  /** What was changed, as the end of a sentence about the line. */
  readonly text: string;
  readonly functionName: string;
  /** Undefined if the class has no source lines. */
  readonly place?: MutantPlace;
}

/** Where a mutant is in the source. */
export interface MutantPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The expression that is changed. */
  readonly source?: string;
}

/** A class with its mutants. */
export interface ClassMutants {
  readonly classHash: string;
  /** The name of the contract, or its hash. */
  readonly name: string;
  readonly hasLines: boolean;
  readonly mutants: readonly MutantFacts[];
}

/** How a test can be run again: by its fixture, once for each mutant, or only with the whole command. */
export type TestRepetition = 'again' | 'whole';

/** What a sandbox and its clones ran without a mutant. */
export interface CoveringRun {
  /** Whether a fixture made the sandbox, so that what belongs to no test prepared it for all of its tests. */
  readonly isFixture: boolean;
  readonly tests: readonly { readonly name: string; readonly repetition: TestRepetition }[];
  readonly covered: readonly {
    /** Undefined for what belongs to no test. */
    readonly test: string | undefined;
    readonly classHash: string;
    /** Positions in the mutants of the class. */
    readonly mutants: readonly number[];
    /** The lines of the user that ran, by file. */
    readonly lines: readonly (readonly [path: string, lines: readonly number[]])[];
  }[];
  readonly isTruncated: boolean;
}

/** What a process ran without a mutant. */
export interface MutantRun {
  readonly classes: readonly ClassMutants[];
  readonly runs: readonly CoveringRun[];
}
