import type { Felt } from '../felt/felt.ts';
import type { BuiltinName } from './builtinNames.ts';

/** The kinds of entry points of a class, in the order of the published JSON format. */
export type EntryPointType = 'EXTERNAL' | 'L1_HANDLER' | 'CONSTRUCTOR';

/** An entry point of a compiled Sierra class. */
export interface CasmEntryPoint {
  readonly selector: Felt;
  readonly offset: number;
  readonly builtins: readonly BuiltinName[];
}

/** Lengths of the bytecode's segments: a leaf is a length, a node lists its children. */
export type SegmentLengths = number | readonly SegmentLengths[];

/** A hint in its published JSON format, such as `{ AllocSegment: { dst: { register: 'AP', offset: 0 } } }`. */
export type CasmHint = string | { readonly [name: string]: unknown };

/** A compiled class: the compiler's output, which the network hashes and the VM runs. */
export interface CasmClass {
  readonly compilerVersion: string;
  readonly bytecode: readonly Felt[];
  readonly bytecodeSegmentLengths?: SegmentLengths;
  /** Hints by the offset of their instruction, ascending. */
  readonly hints: readonly (readonly [offset: number, hints: readonly CasmHint[]])[];
  readonly entryPointsByType: Readonly<Record<EntryPointType, readonly CasmEntryPoint[]>>;
}
