import type { Felt } from '../felt/felt.ts';
import type { BuiltinName } from './builtinNames.ts';
import type { CasmHint } from './casm.ts';

/** What the machines run: bytecode and its hints, from a compiled Sierra class or a Cairo 0 program. */
export interface LoadedProgram {
  readonly kind: 'casm' | 'cairo0';
  readonly bytecode: readonly Felt[];
  /** Hints by the offset of their instruction: published JSON form (casm) or the text's hash name (cairo0). */
  readonly hints: ReadonlyMap<number, readonly CasmHint[]>;
  /** Cairo 0: the program's builtins. */
  readonly builtins: readonly BuiltinName[];
  /** Cairo 0: the error messages the source attached to ranges of the bytecode, [start, end). */
  readonly errorMessages?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}
