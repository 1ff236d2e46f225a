import type { FeltKey } from '../../felt/key.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CellMemory } from '../cells.ts';
import type { EntryPointRun } from '../machine.ts';
import type { Pointer } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';

/** A machine, as the setup and the end of an entry point use it. Addresses are those of the current run. */
export interface RunHost extends CellMemory {
  /** Writes a felt that is given as a key, without a bigint. */
  setKey(address: Pointer, value: FeltKey): void;
  /** Creates segment 0 with the bytecode. All its cells count as accessed. */
  loadProgram(program: LoadedProgram): void;
  /** Makes a segment the segment of a builtin, whose rules apply to it from then on. */
  setBuiltin(name: BuiltinName, segment: number): void;
  /** Sets the registers for the start, and the address where the run ends. */
  start(pc: Pointer, stackEnd: Pointer, end: Pointer): void;

  readonly ap: Pointer;
  readonly fp: Pointer;
  readonly steps: number;
  readonly blakes: number;
  /** The lowest gas counter after any withdrawal of gas. */
  readonly leastGas: number;
  readonly segmentCount: number;
  /** Whether hints have closed every scope they opened. */
  readonly scopesClosed: boolean;
  /** Relocates the temporary segments. */
  relocate(): void;
  /** An address of a temporary segment that is still in memory; undefined if there is none. */
  firstTemporaryAddress(): Pointer | undefined;
  markAccessed(start: Pointer, count: number): void;
  /** The number of cells of a segment that have a value and were accessed. */
  accessedCells(segment: number): number;
  /**
   * Checks the outputs or the inputs of a builtin's segment with the machine's own fast path. Returns false if the machine has none
   * for them; then the shared checks have to be used. Throws a VmError if they are invalid.
   */
  fastCheck(segment: number, what: 'deductions' | 'inputs'): boolean;
  /** The felts of cells as keys. Undefined if the machine has no fast path, or if a cell is unknown or an address. */
  fastKeys(start: Pointer, count: number): FeltKey[] | undefined;
  /** Writes zeros to the unknown cells of a segment below an offset. */
  fillZeros(segment: number, end: number): void;
  /** Whether the machine itself computed a cell of a builtin, so that it need not be checked. */
  wasDeduced(address: Pointer): boolean;
}

/** The segments and addresses of a run. */
export interface RunLayout {
  readonly run: EntryPointRun;
  /** Builtins in the order of their arguments. */
  readonly builtins: readonly { readonly name: BuiltinName; readonly segment: number }[];
  readonly syscallSegment: number;
  /** The number of arguments on the stack, without the return fp and pc. */
  readonly argumentCount: number;
  readonly initialFp: Pointer;
  /** The largest valid size of the program segment. */
  readonly programSize: number;
  /** Cairo 0: the number of implicit arguments (the syscall pointer and the builtins). */
  readonly implicitCount: number;
  /** Segments that must not grow and whose first cells count as accessed. Syscalls add to the list. */
  readonly readOnly: { readonly segment: number; readonly length: number }[];
}
