import type { FeltKey } from '../../felt/key.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { EntryPointRun } from '../machine.ts';
import type { Pointer } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';

/** What setting up and ending an entry point need of a machine; addresses are those of the run at hand. */
export interface RunHost extends CellMemory {
  /** Writes a felt given by its key; no bigint is needed. */
  setKey(address: Pointer, value: FeltKey): void;
  /** Creates segment 0 with the bytecode, all of it accessed. */
  loadProgram(program: LoadedProgram): void;
  /** Declares a segment as a builtin's: its cells follow the builtin's rules from here on. */
  setBuiltin(name: BuiltinName, segment: number): void;
  /** Where the run starts, and where it ends. */
  start(pc: Pointer, stackEnd: Pointer, end: Pointer): void;

  readonly ap: Pointer;
  readonly fp: Pointer;
  readonly steps: number;
  readonly blakes: number;
  /** The least that a withdrawal of gas left on the counter. */
  readonly leastGas: number;
  readonly segmentCount: number;
  /** Whether hints have closed every scope they opened. */
  readonly scopesClosed: boolean;
  /** Moves temporary segments to their places. */
  relocate(): void;
  /** An address of a temporary segment still in memory. */
  firstTemporaryAddress(): Pointer | undefined;
  markAccessed(start: Pointer, count: number): void;
  /** Cells of a segment that hold a value and were accessed. */
  accessedCells(segment: number): number;
  /**
   * Whether the machine has checked by itself that the outputs or the inputs of a builtin's segment are as they must be;
   * false leaves it to the shared checks. Throws a VmError when they are not.
   */
  passes(segment: number, what: 'deductions' | 'inputs'): boolean;
  /** Fills the unknown cells of a segment below an offset with zeros. */
  fillZeros(segment: number, end: number): void;
  /** Whether the machine itself computed a builtin's cell, so that it need not be checked again. */
  wasDeduced(address: Pointer): boolean;
}

/** Where the parts of a run lie. */
export interface RunLayout {
  readonly run: EntryPointRun;
  /** Builtins in the order of their arguments. */
  readonly builtins: readonly { readonly name: BuiltinName; readonly segment: number }[];
  readonly syscallSegment: number;
  /** Arguments on the stack, without the return fp and pc. */
  readonly argumentCount: number;
  readonly initialFp: Pointer;
  /** Cells the program segment may have. */
  readonly programSize: number;
  /** Cairo 0: implicit arguments (the syscall pointer and the builtins). */
  readonly implicitCount: number;
  /** Segments whose first cells count as accessed and that may not grow; syscalls add to it. */
  readonly readOnly: { readonly segment: number; readonly length: number }[];
}
