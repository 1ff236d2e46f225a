import type { Felt } from '../felt/felt.ts';
import type { BuiltinName } from './builtinNames.ts';
import type { Cairo0Data } from './cairo0/cairo0Data.ts';
import type { CasmClass, CasmHint } from './casm.ts';

/** What the machines run: bytecode and its hints, from a compiled Sierra class or a Cairo 0 program. */
export interface LoadedProgram {
  readonly kind: 'casm' | 'cairo0';
  readonly bytecode: readonly Felt[];
  /** Sierra classes: hints by the offset of their instruction, in their published JSON form. */
  readonly hints: ReadonlyMap<number, readonly CasmHint[]>;
  /** Cairo 0: the program's builtins. */
  readonly builtins: readonly BuiltinName[];
  /** Cairo 0: the error messages the source attached to ranges of the bytecode, [start, end). */
  readonly errorMessages?: readonly ErrorMessage[];
  /** Cairo 0: hints as text, with what their names refer to. */
  readonly cairo0?: Cairo0Data;
}

/** An error message of a Cairo 0 source: `{name}` in it stands for the value of a variable. */
export interface ErrorMessage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The variables in reach, by name: the text of their references. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** The program of a compiled Sierra class. */
export const programOfCasm = (casm: CasmClass): LoadedProgram => ({
  kind: 'casm',
  bytecode: casm.bytecode,
  hints: new Map(casm.hints),
  builtins: [],
});
