import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { BuiltinName } from './builtinNames.ts';
import type { CodeCounter } from './codeCounter.ts';
import type { Pointer } from './pointer.ts';
import type { LoadedProgram } from './program.ts';
import type { VmError } from './vmError.ts';

/** The value of a memory cell outside the machine: a felt (bigint) or an address (number). */
export type Cell = Felt | Pointer;

/** One entry point to run. */
export interface EntryPointRun {
  readonly program: LoadedProgram;
  /** The class of the program, for those who count its instructions. */
  readonly classHash?: FeltKey;
  /** The offset of the entry point in the bytecode. */
  readonly offset: number;
  /** The entry point's builtins (a Sierra class) or the program's (Cairo 0), in order. */
  readonly builtins: readonly BuiltinName[];
  readonly calldata: readonly FeltKey[];
  /** Sierra classes: the initial gas counter. */
  readonly initialGas: bigint;
  /** Cairo 0 classes: the selector, which is pushed on the stack. */
  readonly selector: FeltKey;
  /** The protocol version of the block, whose prices of builtins the compiled code reads. */
  readonly constants: ProtocolConstants;
}

/** Why `run` returned. */
export type Stop =
  | { readonly kind: 'end' }
  | { readonly kind: 'budget' }
  /** A syscall's request is at this address. The executor writes the response there and continues the run. */
  | { readonly kind: 'syscall'; readonly pointer: Pointer }
  | { readonly kind: 'error'; readonly error: VmError };

/** An instruction, and the frame that it ran in. */
export interface CodePosition {
  readonly pc: Pointer;
  readonly fp: Pointer;
}

/** The felts that a DebugPrint hint printed. */
export interface Printed {
  readonly felts: readonly FeltKey[];
  /** The number of steps that the run had taken. */
  readonly step: number;
  /** The label of `labelPrints`. */
  readonly by: object | undefined;
}

/** The resources of one run, without inner calls, which are separate runs. */
export interface RunResources {
  readonly steps: number;
  readonly memoryHoles: number;
  readonly builtins: Readonly<Partial<Record<BuiltinName, number>>>;
  /** The number of BLAKE2s opcodes. */
  readonly blakes: number;
}

/** The result of a run that reached its end. */
export interface FinishedRun {
  readonly resources: RunResources;
  readonly retdata: readonly FeltKey[];
  /** Sierra classes: whether the entry point panicked. Then retdata is the panic data. */
  readonly failed: boolean;
  /** Sierra classes: the gas counter at the end. */
  readonly gasLeft: bigint;
  /**
   * Sierra classes: the lowest gas counter after any withdrawal. A run that starts with that much less gas executes the same steps.
   * The value may be too low, since other comparisons may look like withdrawals.
   */
  readonly leastGas: number;
}

/**
 * A Cairo machine: a stack of runs in one memory. Segment numbers are those of the top run and start at 0, so the addresses of
 * an inner call and of its caller do not overlap. WasmMachine is the fast implementation and PlainMachine the definition; they
 * agree on every program.
 */
export interface Machine {
  /**
   * Sets up an entry point on top of the current run: its segments and builtins and, on its stack, its arguments and the
   * return address. Returns the start of its syscall segment. Throws a VmError if the setup is impossible.
   */
  begin(run: EntryPointRun): Pointer;
  /** Runs at most `budget` steps of the top run. Returns at a syscall, at the end and after an error; hints run inside. */
  run(budget: number): Stop;
  /**
   * Ends the top run after `end`: validates it, counts its resources, reads its return values and drops its memory, even if the
   * result is an error. `syscallEnd` is the executor's own syscall pointer; Cairo 0 runs are checked against it.
   */
  finish(syscallEnd: Pointer): FinishedRun | VmError;
  /** Drops the top run at any point. Returns the resources it has used so far. */
  abandon(): RunResources;
  /**
   * Announces that an account will check this signature over the Stark curve. It does not change any result; a machine may compute
   * in advance the curve points that the check of a valid signature needs.
   */
  expectSignature(sender: FeltKey, hash: FeltKey, r: FeltKey, s: FeltKey): void;
  /** While it is true, DebugPrint hints print nothing. It is set for repeated runs, whose output was printed before. */
  muted: boolean;
  /** Who is told how often instructions of the next runs execute; undefined if nobody is, which costs nothing. */
  counter: CodeCounter | undefined;
  /** The output of the DebugPrint hints of all runs since the last call, oldest first. */
  takePrints(): readonly Printed[];
  /** Notes who made the prints that nobody has labelled yet. */
  labelPrints(by: object): void;
  /** Sierra classes: the last instruction of the top run that allocated a segment or made a system call. */
  readonly lastAllocation: CodePosition | undefined;
  /** The number of steps of the top run so far. */
  readonly steps: number;
  readonly pc: Pointer;
  readonly ap: Pointer;
  readonly fp: Pointer;

  /** Values that were read from this machine's memory and are kept: calldata, results, events. The executor adds to it. */
  keptFelts: number;

  // Memory of the top run.
  addSegment(): number;
  /** The value of a cell; undefined if it is unknown. */
  get(address: Pointer): Cell | undefined;
  /** Writes a cell. Throws a VmError if it already has another value. The cell does not count as accessed (for memory holes). */
  set(address: Pointer, value: Cell): void;
  /** The felt in a cell as a key, without a bigint; undefined if the cell is unknown or an address. */
  getKey(address: Pointer): FeltKey | undefined;
  setKey(address: Pointer, value: FeltKey): void;
  /** The address in a cell; undefined if the cell is unknown or a felt. */
  getPointer(address: Pointer): Pointer | undefined;
  /** The felt in a cell if it is below 2^53; otherwise -1 (unknown, an address, or larger). */
  getNumber(address: Pointer): number;
  /** The felts of `count` cells from `start` on as keys; undefined if one is unknown or an address. */
  getKeys(start: Pointer, count: number): FeltKey[] | undefined;
  /** Writes felts to a new segment and returns its start. The cells do not count as accessed. */
  writeKeys(values: readonly FeltKey[]): Pointer;
  /**
   * Declares the first `length` cells of a segment read-only, like calldata. At the end of the run they count as accessed (for
   * memory holes), and a Cairo 0 run that has made the segment longer fails.
   */
  setReadOnly(segment: number, length: number): void;
  /** The offset after the last written cell of a segment. */
  segmentSize(segment: number): number;
  /** The number of segments of the top run. */
  readonly segmentCount: number;
  /** The address of a segment in `rawMemory`. */
  rawBase?(segment: number): number;
  /** The memory of a machine in the format of the kernel; undefined if it has another one. */
  readonly rawMemory?: ArrayBuffer;
  /** The segment of a builtin of the top run; undefined if the run has no such builtin. */
  builtinSegment(name: BuiltinName): number | undefined;
}
