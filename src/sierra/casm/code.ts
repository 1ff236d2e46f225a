import type { CasmHint } from '../../cairo/casm.ts';
import { SierraError } from '../sierraError.ts';
import type { Cell, Place, Register } from './cell.ts';

// Flags of an instruction word, counted from bit 48.
const DST_FP = 1 << 0;
const OP0_FP = 1 << 1;
const OP1_IMM = 1 << 2;
const OP1_FP = 1 << 3;
const OP1_AP = 1 << 4;
const RES_ADD = 1 << 5;
const RES_MUL = 1 << 6;
const JUMP_ABS = 1 << 7;
const JUMP_REL = 1 << 8;
const JNZ = 1 << 9;
const AP_ADD = 1 << 10;
const AP_INC = 1 << 11;
const CALL = 1 << 12;
const RET = 1 << 13;
const ASSERT = 1 << 14;

export const FLAGS = {
  DST_FP,
  OP0_FP,
  OP1_IMM,
  OP1_FP,
  OP1_AP,
  RES_ADD,
  RES_MUL,
  JUMP_ABS,
  JUMP_REL,
  JNZ,
  AP_ADD,
  AP_INC,
  CALL,
  RET,
  ASSERT,
} as const;

/** The opcode extension above the flags. */
export const EXTENSION = { none: 0, blake: 1, blakeFinalize: 2, qm31: 3 } as const;

const BIAS = 0x8000;
const op1 = (register: Register): number => (register === 'ap' ? OP1_AP : OP1_FP);
const op0 = (register: Register): number => (register === 'fp' ? OP0_FP : 0);

/**
 * The instructions written so far. An instruction is its word in two halves (the upper one may have 33 bits) and optionally an
 * immediate, which relocation may still change. Operands have ap offsets in frame coordinates; `ap` is the position of ap.
 */
export class Code {
  readonly low: number[] = [];
  readonly high: number[] = [];
  /** The immediate by instruction; undefined where there is none. */
  readonly immediates: (bigint | number | undefined)[] = [];
  /** The offset of each instruction in the bytecode. */
  readonly offsets: number[] = [];
  readonly hints: [offset: number, hints: CasmHint[]][] = [];
  /** Words written so far. */
  size = 0;

  get length(): number {
    return this.low.length;
  }

  /** Removes all instructions; for scratch code that is only measured. */
  clear(): void {
    this.low.length = 0;
    this.high.length = 0;
    this.immediates.length = 0;
    this.offsets.length = 0;
    this.hints.length = 0;
    this.size = 0;
  }

  /** Adds a hint before the next instruction. */
  addHint(hint: CasmHint): void {
    const last = this.hints.at(-1);
    if (last && last[0] === this.size) last[1].push(hint);
    else this.hints.push([this.size, [hint]]);
  }

  assert(left: Place, right: Cell, ap: number, increment: boolean, extension: number = EXTENSION.none): void {
    const dst = left.register === 'fp' ? DST_FP : 0;
    operation(this, relative(left, ap), dst | ASSERT | (increment ? AP_INC : 0), right, ap, extension);
  }

  /** `[ap] = cell, ap++`: most of the code of a program. */
  copy(cell: Place, ap: number): void {
    const flags = ASSERT | AP_INC | OP0_FP | (cell.register === 'ap' ? OP1_AP : OP1_FP);
    write(this, 0, -1, relative(cell, ap), flags, EXTENSION.none, undefined);
  }

  addAp(amount: number): void {
    write(this, -1, -1, 1, DST_FP | OP0_FP | OP1_IMM | AP_ADD, EXTENSION.none, amount);
  }

  jump(amount: number, increment = false): void {
    write(this, -1, -1, 1, DST_FP | OP0_FP | OP1_IMM | JUMP_REL | (increment ? AP_INC : 0), EXTENSION.none, amount);
  }

  /** A relative jump by the value of a cell. */
  jumpBy(cell: Place, ap: number): void {
    const flags = DST_FP | OP0_FP | op1(cell.register) | JUMP_REL;
    write(this, -1, -1, relative(cell, ap), flags, EXTENSION.none, undefined);
  }

  jumpIf(condition: Place, amount: number, ap: number, increment: boolean): void {
    const dst = condition.register === 'fp' ? DST_FP : 0;
    const flags = dst | OP0_FP | OP1_IMM | JNZ | (increment ? AP_INC : 0);
    write(this, relative(condition, ap), -1, 1, flags, EXTENSION.none, amount);
  }

  call(amount: number): void {
    write(this, 0, 1, 1, OP1_IMM | JUMP_REL | CALL, EXTENSION.none, amount);
  }

  ret(): void {
    write(this, -2, -1, -1, DST_FP | OP0_FP | OP1_FP | JUMP_ABS | RET, EXTENSION.none, undefined);
  }

  blake(state: Place, byteCount: Place, message: Place, finalize: boolean, ap: number): void {
    const flags = (byteCount.register === 'fp' ? DST_FP : 0) | op0(state.register) | op1(message.register) | AP_INC;
    const extension = finalize ? EXTENSION.blakeFinalize : EXTENSION.blake;
    const message1 = relative(message, ap);
    write(this, relative(byteCount, ap), relative(state, ap), message1, flags, extension, undefined);
  }
}

// Functions, not methods: a private method takes twice as long until V8 has optimised it.

/** Writes an instruction whose right side is an operand of any kind; `-` and `/` are never written. */
function operation(code: Code, off0: number, flags: number, right: Cell, ap: number, extension: number): void {
  switch (right.kind) {
    case 'place':
      write(code, off0, -1, relative(right, ap), flags | OP0_FP | op1(right.register), extension, undefined);
      return;
    case 'pointee':
      write(code, off0, relative(right, ap), checked(right.inner), flags | op0(right.register), extension, undefined);
      return;
    case 'value':
      write(code, off0, -1, 1, flags | OP0_FP | OP1_IMM, extension, right.value);
      return;
    case 'deferred': {
      const result = right.operator === '+' ? RES_ADD : RES_MUL;
      const both = flags | op0(right.register) | result;
      const off1 = relative(right, ap);
      const last = right.right;
      if (last.kind === 'value') write(code, off0, off1, 1, both | OP1_IMM, extension, last.value);
      else write(code, off0, off1, relative(last, ap), both | op1(last.register), extension, undefined);
    }
  }
}

function write(
  code: Code,
  off0: number,
  off1: number,
  off2: number,
  flags: number,
  extension: number,
  immediate: bigint | number | undefined,
): void {
  const { size, low } = code;
  // An assignment at the end takes half the time of a push until V8 has optimised this code.
  const at = low.length;
  low[at] = (off0 + BIAS + (off1 + BIAS) * 0x10000) >>> 0;
  code.high[at] = off2 + BIAS + flags * 0x10000 + extension * 0x80000000;
  code.immediates[at] = immediate;
  code.offsets[at] = size;
  code.size = size + (immediate === undefined ? 1 : 2);
}

function checked(offset: number): number {
  if (offset < -BIAS || offset >= BIAS) throw new SierraError('compile', 'Offset overflow');
  return offset;
}

/** The offset as it is encoded in the instruction. */
export function relative(cell: { readonly register: Register; readonly offset: number }, ap: number): number {
  return checked(cell.register === 'ap' ? cell.offset - ap : cell.offset);
}
