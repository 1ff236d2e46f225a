import type { BuiltinName } from '../cairo/builtinNames.ts';
import type { EntryPointType, SegmentLengths } from '../cairo/casm.ts';
import type { LoadedProgram } from '../cairo/program.ts';
import type { FeltKey } from '../felt/key.ts';

/** Where an entry point starts, and what it asks for. */
export interface RunnableEntryPoint {
  readonly selector: FeltKey;
  readonly offset: number;
  /** Sierra: the entry point's builtins; Cairo 0: the program's. */
  readonly builtins: readonly BuiltinName[];
  /** The program that it runs, if that is not the class's: a mutant replaces some entry points. */
  readonly program?: LoadedProgram;
}

/** What the class formats weigh: fees of a declaration and the limits on size. */
export interface ClassSize {
  readonly bytecodeFelts: number;
  readonly sierraFelts: number;
  readonly abiBytes: number;
  /** The bytes of the compiled class as JSON, if it is available in that form. */
  readonly compiledJsonBytes?: number;
}

export type SierraVersion = readonly [major: number, minor: number, patch: number];

/** A class ready to run: its program and its entry points. */
export interface RunnableClass {
  readonly kind: 'sierra' | 'cairo0';
  readonly program: LoadedProgram;
  /** In the class's own order; Cairo 0 falls back to a first entry point with selector 0. */
  readonly entryPoints: Readonly<Record<EntryPointType, readonly RunnableEntryPoint[]>>;
  /** Sierra: the version of its program. With the block's protocol it decides how calls of the class are metered. */
  readonly sierraVersion?: SierraVersion;
  /** Sierra: it may learn how much gas is left, other than by withdrawing some. */
  readonly readsGas: boolean;
  /** Sierra: how the bytecode is cut for hashing; undefined: not at all. */
  readonly segmentLengths?: SegmentLengths;
}
