import { signed } from '../../felt/felt.ts';
import { decodeInstruction } from '../instruction.ts';
import type { LoadedProgram } from '../program.ts';

/** Kinds of instructions, as far as a walk is concerned. */
export const KIND = {
  /** Not decoded yet. */
  none: 0,
  /** Goes on with the next instruction. */
  straight: 1,
  jump: 2,
  jumpNotZero: 3,
  call: 4,
  return: 5,
  /** Depends on values in another way. */
  rare: 6,
} as const;

/** The decoded control flow of a program, by the offset of the instruction. */
export interface WalkCode {
  readonly program: LoadedProgram;
  readonly kinds: Uint8Array;
  /** The size of the instruction; for a jump the distance to its target. */
  readonly distances: Int32Array;
  /** By how much ap moves. */
  readonly apChanges: Int32Array;
  /** For `jumpNotZero`: twice the offset of the condition, plus one if it is relative to fp. */
  readonly conditions: Int32Array;
}

const codes = new WeakMap<LoadedProgram, WalkCode>();

/** The control flow of a program, which is decoded as it is walked. */
export function walkCode(program: LoadedProgram): WalkCode {
  let code = codes.get(program);
  if (!code) {
    const length = program.bytecode.length + 1;
    code = {
      program,
      kinds: new Uint8Array(length),
      distances: new Int32Array(length),
      apChanges: new Int32Array(length),
      conditions: new Int32Array(length),
    };
    // A return follows the bytecode in memory. Code calls it to learn its own address.
    code.kinds[length - 1] = KIND.return;
    codes.set(program, code);
  }
  return code;
}

/** Decodes the instruction at an offset. */
export function decodeAt(code: WalkCode, pc: number): void {
  const { kinds, distances, apChanges, conditions } = code;
  const { bytecode } = code.program;
  const { op1, res, pcUpdate, apUpdate, opcode, size, dstFp, off0 } = decodeInstruction(bytecode[pc]!);
  const isImmediate = op1 === 'immediate' && res !== 'add' && res !== 'mul';
  const immediate = isImmediate ? Number(signed(bytecode[pc + 1]!)) : 0;
  distances[pc] = size;
  apChanges[pc] = apUpdate === 'one' ? 1 : apUpdate === 'two' ? 2 : apUpdate === 'add' ? immediate : 0;
  const isKnown = apUpdate !== 'add' || isImmediate;
  if (opcode === 'ret') kinds[pc] = KIND.return;
  else if (pcUpdate === 'next') kinds[pc] = isKnown ? KIND.straight : KIND.rare;
  else if (!isImmediate || pcUpdate === 'jump' || !isKnown) kinds[pc] = KIND.rare;
  else if (pcUpdate === 'jnz') {
    kinds[pc] = KIND.jumpNotZero;
    conditions[pc] = 2 * off0 + (dstFp ? 1 : 0);
    distances[pc] = immediate;
  } else {
    kinds[pc] = opcode === 'call' ? KIND.call : KIND.jump;
    distances[pc] = immediate;
  }
}
