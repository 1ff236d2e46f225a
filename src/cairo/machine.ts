import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { BuiltinName } from './builtinNames.ts';
import type { Pointer } from './pointer.ts';
import type { LoadedProgram } from './program.ts';
import type { VmError } from './vmError.ts';

/** What a memory cell holds when it leaves the machine: a felt (bigint) or an address (number). */
export type Cell = Felt | Pointer;

/** One entry point to run. */
export interface EntryPointRun {
  readonly program: LoadedProgram;
  /** Where the entry point starts in the bytecode. */
  readonly offset: number;
  /** The entry point's builtins (a Sierra class) or the program's (Cairo 0), in their order. */
  readonly builtins: readonly BuiltinName[];
  readonly calldata: readonly FeltKey[];
  /** Sierra classes: the gas counter the entry point starts with. */
  readonly initialGas: bigint;
  /** Cairo 0 classes: the selector on the stack. */
  readonly selector: FeltKey;
}

/** Why `run` returned. */
export type Stop =
  | { readonly kind: 'end' }
  | { readonly kind: 'budget' }
  /** A system call waits at this address; write its response there and run on. */
  | { readonly kind: 'syscall'; readonly pointer: Pointer }
  | { readonly kind: 'error'; readonly error: VmError };

/** What one run used, its own steps only (inner calls are runs of their own). */
export interface RunResources {
  readonly steps: number;
  readonly memoryHoles: number;
  readonly builtins: Readonly<Partial<Record<BuiltinName, number>>>;
  /** Runs of the BLAKE2s opcode. */
  readonly blakes: number;
}

/** How a run that reached its end came out. */
export interface FinishedRun {
  readonly resources: RunResources;
  readonly retdata: readonly FeltKey[];
  /** Sierra classes: the entry point panicked; retdata is then the panic data. */
  readonly failed: boolean;
  /** Sierra classes: the gas counter at the end. */
  readonly gasLeft: bigint;
  /**
   * Sierra classes: no withdrawal left less than this on the gas counter, so a run that starts with as much less takes the same way.
   * It may be lower than the truth, since other comparisons may look like withdrawals.
   */
  readonly leastGas: number;
}

/**
 * A Cairo machine: a stack of runs in one memory. Segment numbers are those of the top run, counted from 0,
 * so an inner call's addresses never meet its caller's. `wasm` is the engine, `plain` the definition; they agree on every program.
 */
export interface Machine {
  /**
   * Sets up an entry point on top of the current run: its segments and builtins and, on its stack, its arguments and the
   * return address. Gives the start of its syscall segment.
   * Throws a VmError when the setup is impossible.
   */
  begin(run: EntryPointRun): Pointer;
  /** Steps the top run at most `budget` times. Rare hints are done inside; a system call, the end and an error return. */
  run(budget: number): Stop;
  /**
   * Ends the top run after `end`: validates it, counts it, takes its return values and drops its memory (also when it gives an error).
   * `syscallEnd` is where the executor's own syscall pointer stands; Cairo 0 runs are checked against it.
   */
  finish(syscallEnd: Pointer): FinishedRun | VmError;
  /** Drops the top run wherever it stands, and says what it used up to there. */
  abandon(): RunResources;
  /**
   * Says that an account is about to check a signature over the Stark curve. Nothing comes out differently; a machine may work out
   * beforehand what a good signature makes the check compute.
   */
  expectSignature(sender: FeltKey, hash: FeltKey, r: FeltKey, s: FeltKey): void;
  /** While it is set, DebugPrint hints show nothing: a run that only tries something out has shown it before. */
  muted: boolean;
  /** What the DebugPrint hints of all runs showed since the last time this was asked, oldest first. */
  takePrints(): readonly (readonly FeltKey[])[];
  /** Steps of the top run so far. */
  readonly steps: number;
  readonly pc: Pointer;
  readonly ap: Pointer;
  readonly fp: Pointer;

  // Memory of the top run.
  addSegment(): number;
  /** What a cell holds, undefined when it is unknown. */
  get(address: Pointer): Cell | undefined;
  /** Writes a cell once; throws a VmError when it holds something else. Cells written here are not yet accessed (memory holes). */
  set(address: Pointer, value: Cell): void;
  /** The felt of a cell as a key: no bigint is made. Undefined when the cell is unknown or an address. */
  getKey(address: Pointer): FeltKey | undefined;
  setKey(address: Pointer, value: FeltKey): void;
  /** The address a cell holds, undefined when it is unknown or a felt. */
  getPointer(address: Pointer): Pointer | undefined;
  /** The felt of a cell when it is below 2^53, -1 otherwise (unknown, an address, or larger). */
  getNumber(address: Pointer): number;
  /** Felts of [start, end) as keys. Undefined when one is unknown or an address. */
  getKeys(start: Pointer, count: number): FeltKey[] | undefined;
  /** Writes felts into a fresh segment and gives its start; its cells are not yet accessed. */
  writeKeys(values: readonly FeltKey[]): Pointer;
  /**
   * Declares the first `length` cells of a segment read-only, as calldata is: when the run ends they count as accessed
   * (memory holes), and a Cairo 0 run that made the segment longer fails.
   */
  setReadOnly(segment: number, length: number): void;
  /** One past the last cell written in a segment. */
  segmentSize(segment: number): number;
}
