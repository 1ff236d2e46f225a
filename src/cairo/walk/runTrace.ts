import type { LoadedProgram } from '../program.ts';
import { VmError } from '../vmError.ts';
import { EXECUTION, type Registers, rareStep } from './rareStep.ts';
import type { RunMemory } from './runMemory.ts';
import { decodeAt, KIND, type WalkCode, walkCode } from './walkCode.ts';

/** The steps of a chunk, between two checkpoints. */
export const CHUNK = 4096;
/** Offsets of instructions are remembered modulo this, so that a search can skip chunks. */
const PLACES = 2048;
const PLACE_WORDS = PLACES / 32;
const KEPT_CHUNKS = 8;

/** The registers before each step of a chunk. */
interface Chunk {
  readonly pcs: Int32Array;
  readonly aps: Int32Array;
  readonly fps: Int32Array;
  readonly length: number;
}

/**
 * The trace of a run, computed from its memory. Memory is written once, so every jump can be decided again from the memory at the end,
 * and the machine has nothing to record while it runs.
 * COST: about 300 bytes for 4096 steps; a chunk is walked again, in some microseconds, when it is needed.
 */
export class RunTrace {
  /** The number of steps; fewer than the machine took if the run left its program. */
  readonly steps: number;
  readonly start: Registers;
  readonly #code: WalkCode;
  readonly #memory: RunMemory;
  readonly #checkpoints: Int32Array;
  readonly #lowestFps: Int32Array;
  readonly #places: Uint32Array;
  readonly #kept = new Map<number, Chunk>();

  constructor(program: LoadedProgram, memory: RunMemory, start: Registers, steps: number) {
    this.#code = walkCode(program);
    this.#memory = memory;
    this.start = start;
    const chunks = Math.ceil(steps / CHUNK);
    this.#checkpoints = new Int32Array(3 * chunks);
    this.#lowestFps = new Int32Array(chunks);
    this.#places = new Uint32Array(PLACE_WORDS * chunks);
    const registers = { ...start };
    const chunk = newChunk(Math.min(CHUNK, steps));
    let taken = 0;
    for (let i = 0; i < chunks && taken === i * CHUNK; i++) {
      this.#checkpoints.set([registers.pc, registers.ap, registers.fp], 3 * i);
      const length = this.#walk(registers, chunk, Math.min(CHUNK, steps - taken));
      taken += length;
      let lowest = chunk.fps[0]!;
      for (let k = 0; k < length; k++) {
        if (chunk.fps[k]! < lowest) lowest = chunk.fps[k]!;
        const place = chunk.pcs[k]! % PLACES;
        this.#places[PLACE_WORDS * i + (place >>> 5)]! |= 1 << (place & 31);
      }
      this.#lowestFps[i] = lowest;
    }
    this.steps = taken;
  }

  /** The steps of a chunk. The result is valid until other chunks are asked for. */
  chunk(index: number): Chunk {
    const kept = this.#kept.get(index);
    if (kept) return kept;
    const count = Math.min(CHUNK, this.steps - index * CHUNK);
    const chunk = newChunk(count);
    const [pc, ap, fp] = this.#checkpoints.subarray(3 * index, 3 * index + 3);
    const length = this.#walk({ pc: pc!, ap: ap!, fp: fp! }, chunk, count);
    const found = { ...chunk, length };
    if (this.#kept.size >= KEPT_CHUNKS) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(index, found);
    return found;
  }

  /** The registers before a step. */
  at(step: number): Registers {
    const { pcs, aps, fps } = this.chunk(Math.floor(step / CHUNK));
    const at = step % CHUNK;
    return { pc: pcs[at]!, ap: aps[at]!, fp: fps[at]! };
  }

  /** The lowest fp in a chunk. */
  lowestFp(chunk: number): number {
    return this.#lowestFps[chunk]!;
  }

  /** False if the instruction does not run in a chunk. */
  mayRun(chunk: number, pc: number): boolean {
    const place = pc % PLACES;
    return (this.#places[PLACE_WORDS * chunk + (place >>> 5)]! & (1 << (place & 31))) !== 0;
  }

  /** Walks up to `count` steps, notes the registers before each of them, and returns their number. */
  #walk(registers: Registers, { pcs, aps, fps }: Omit<Chunk, 'length'>, count: number): number {
    const { kinds, distances, apChanges, conditions } = this.#code;
    const { words } = this.#memory;
    const stack = this.#memory.startOf(EXECUTION);
    let { pc, ap, fp } = registers;
    for (let i = 0; i < count; i++) {
      pcs[i] = pc;
      aps[i] = ap;
      fps[i] = fp;
      switch (kinds[pc]) {
        case KIND.straight:
        case KIND.jump:
          ap += apChanges[pc]!;
          pc += distances[pc]!;
          break;
        case KIND.jumpNotZero: {
          const condition = conditions[pc]!;
          const at = 2 * (stack + ((condition & 1) !== 0 ? fp : ap) + (condition >> 1));
          const isZero = words[at] === 3 && words[at + 1] === 0;
          ap += apChanges[pc]!;
          pc += isZero ? 2 : distances[pc]!;
          break;
        }
        case KIND.call:
          ap += 2;
          fp = ap;
          pc += distances[pc]!;
          break;
        case KIND.return: {
          const target = this.#memory.offsetAt(EXECUTION, fp - 1, 0);
          const caller = this.#memory.offsetAt(EXECUTION, fp - 2, EXECUTION);
          // The end of the run is an address in another segment.
          if (target < 0 || caller < 0) return i + 1;
          pc = target;
          fp = caller;
          break;
        }
        case KIND.none:
          if (!decoded(this.#code, pc)) return i;
          i--;
          break;
        default: {
          if (kinds[pc] === undefined) return i;
          const next = { pc, ap, fp };
          if (!rareStep(this.#code.program, this.#memory, next)) return i + 1;
          ({ pc, ap, fp } = next);
        }
      }
    }
    registers.pc = pc;
    registers.ap = ap;
    registers.fp = fp;
    return count;
  }
}

const newChunk = (length: number) => ({
  pcs: new Int32Array(length),
  aps: new Int32Array(length),
  fps: new Int32Array(length),
});

function decoded(code: WalkCode, pc: number): boolean {
  if (pc < 0 || pc >= code.kinds.length) return false;
  try {
    decodeAt(code, pc);
    return true;
  } catch (error) {
    if (error instanceof VmError) return false;
    throw error;
  }
}
