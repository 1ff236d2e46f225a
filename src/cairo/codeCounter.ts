import { signed } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { LoadedProgram } from './program.ts';

/** How often the instructions of a function ran, or those of a whole program. */
export interface CodeCounts {
  /** The offset of the first instruction. */
  readonly start: number;
  /** The count of the instruction at `start + i`; entries of cells that are not instructions have no meaning. */
  readonly counts: Uint32Array;
  /** The caller's index in the same list; -1 for the entry point, for a whole program, and for calls that are not told apart. */
  readonly caller: number;
  /** The offset of the call instruction in the caller. */
  readonly site: number;
}

/** A run that is counted. */
export interface CountedRun {
  readonly program: LoadedProgram;
  readonly classHash?: FeltKey;
}

/**
 * Receives how often instructions ran. Either every run is reported at its end, by the path of its function calls, or the machine
 * keeps sums for whole programs, which cost almost nothing, and reports them when it is asked to (`flushCounts`).
 */
export interface CodeCounter {
  /** Whether runs are reported one by one, by function calls. */
  readonly byCall: boolean;
  /** A run starts on top of the others. */
  begin?(run: CountedRun): void;
  /** Counts of the top run, which ends, or sums of a program. */
  add(program: LoadedProgram, counts: readonly CodeCounts[]): void;
}

/** The sums of counters up to each of them, which are the numbers of times that instructions ran. */
export function countsOf(jumps: Int32Array): Uint32Array {
  const counts = new Uint32Array(jumps.length);
  for (let i = 0, sum = 0; i < jumps.length; i++) counts[i] = sum += jumps[i]!;
  return counts;
}

const startsByProgram = new WeakMap<LoadedProgram, Uint32Array>();

/** The offsets at which functions start, ascending: 0, and all that are called. */
export function functionStarts(program: LoadedProgram): Uint32Array {
  let found = startsByProgram.get(program);
  if (!found) startsByProgram.set(program, (found = findStarts(program)));
  return found;
}

/** `call rel immediate`; its offsets are fixed, so the whole word is. */
const CALL_RELATIVE = 0x1104800180018000n;

// A constant may look like a call. Then a function is divided in two, which changes no count.
function findStarts({ bytecode }: LoadedProgram): Uint32Array {
  const found = new Set([0]);
  for (let i = 0; i + 1 < bytecode.length; i++) {
    if (bytecode[i] !== CALL_RELATIVE) continue;
    const target = i + Number(signed(bytecode[i + 1]!));
    if (target > 0 && target < bytecode.length) found.add(target);
  }
  return Uint32Array.from(found).sort();
}

/** The bit of an instruction that is set if an immediate follows it. */
const IMMEDIATE_BIT = 50n;
const cellsByProgram = new WeakMap<LoadedProgram, Uint8Array>();

/** For each cell of a program: 1 if an instruction starts there, 0 for its immediate. */
export function instructionCells(program: LoadedProgram): Uint8Array {
  let cells = cellsByProgram.get(program);
  if (!cells) {
    cells = new Uint8Array(program.bytecode.length);
    for (let i = 0; i < cells.length; i += (program.bytecode[i]! >> IMMEDIATE_BIT) & 1n ? 2 : 1) cells[i] = 1;
    cellsByProgram.set(program, cells);
  }
  return cells;
}
