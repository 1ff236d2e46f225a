import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { Cell } from '../machine.ts';
import type { Pointer } from '../pointer.ts';

/** Signatures that hints gave to the ecdsa builtin of a run, by the address of their public key cell. */
export type Signatures = Map<Pointer, { readonly r: Felt; readonly s: Felt }>;

/** The rules of a builtin. Its segment is a sequence of instances. */
export interface Builtin {
  readonly name: BuiltinName;
  readonly cellsPerInstance: number;
  readonly inputCells: number;
  /** The value of an output cell, if the inputs of its instance are known. */
  readonly deduce?: (memory: CellMemory, address: Pointer) => Cell | undefined;
  /** Checks a cell that has just been written. */
  readonly validate?: (memory: CellMemory, address: Pointer, signatures: Signatures) => void;
  /** Checks the whole segment at the end of the run. */
  readonly check?: (memory: CellMemory, segment: number) => void;
}
