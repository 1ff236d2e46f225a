import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { Cell } from '../machine.ts';
import type { Pointer } from '../pointer.ts';

/** Signatures handed to the ecdsa builtin of a run, by the address of their public key cell. */
export type Signatures = Map<Pointer, { readonly r: Felt; readonly s: Felt }>;

/** The rules of a builtin: what its cells mean. Instances lie one after the other in its segment. */
export interface Builtin {
  readonly name: BuiltinName;
  readonly cellsPerInstance: number;
  readonly inputCells: number;
  /** The value of an output cell, when the inputs of its instance are known. */
  readonly deduce?: (memory: CellMemory, address: Pointer) => Cell | undefined;
  /** Refuses a cell that has just been written. */
  readonly validate?: (memory: CellMemory, address: Pointer, signatures: Signatures) => void;
  /** Refuses a finished segment of so many instances. */
  readonly check?: (memory: CellMemory, segment: number) => void;
}
