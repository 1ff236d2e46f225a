import type { Felt } from '../felt/felt.ts';
import type { BuiltinName } from './builtinNames.ts';
import type { Cairo0Data } from './cairo0/cairo0Data.ts';
import type { CasmClass, CasmHint } from './casm.ts';

/** A program for the machines: bytecode and hints, from a compiled Sierra class or a Cairo 0 program. */
export interface LoadedProgram {
  readonly kind: 'casm' | 'cairo0';
  readonly bytecode: readonly Felt[];
  /** Sierra classes: hints by the offset of their instruction, in the published JSON format. */
  readonly hints: ReadonlyMap<number, readonly CasmHint[]>;
  /** Cairo 0: the program's builtins. */
  readonly builtins: readonly BuiltinName[];
  /** Cairo 0: error messages that the source code attached to ranges of the bytecode, [start, end). */
  readonly errorMessages?: readonly ErrorMessage[];
  /** Cairo 0: the texts of hints, with the references behind their names. */
  readonly cairo0?: Cairo0Data;
}

/** An error message of Cairo 0 source code; `{name}` in it is replaced by the value of a variable. */
export interface ErrorMessage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The texts of the references of accessible variables, by name. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** The program of a compiled Sierra class. */
export const programOfCasm = (casm: CasmClass): LoadedProgram => ({
  kind: 'casm',
  bytecode: casm.bytecode,
  hints: new Map(casm.hints),
  builtins: [],
});
