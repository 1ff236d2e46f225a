import type { CasmHint } from '../../../src/cairo/casm.ts';
import { HINT_FIELDS, type HintName } from '../../../src/cairo/hintFields.ts';
import { type Felt, reduce } from '../../../src/felt/felt.ts';
import type { Random } from '../random.ts';
import {
  advance,
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  blake,
  callBy,
  encode,
  fp,
  jumpBy,
  jumpIfNotZero,
  type Ref,
  ret,
} from './assembler.ts';

const randomRef = (random: Random): Ref =>
  random.below(3) === 0 ? fp(random.below(14) - 12) : ap(random.below(9) - 8);

/** A cell for an assertion to fill: usually the next one. */
const randomDst = (random: Random): Ref => (random.below(4) === 0 ? randomRef(random) : ap(random.below(2)));

/** Usually a small offset, sometimes any. */
const randomOffset = (random: Random): number =>
  random.below(8) === 0 ? random.below(2 ** 16) - 2 ** 15 : random.below(20) - 14;

/** An element of the extension field in one felt: four parts below 2^31 - 1. */
export const packedQm31 = (random: Random): Felt =>
  [0n, 1n, 2n, 3n].reduce((sum, i) => sum | (BigInt(random.below(2 ** 31 - 1)) << (36n * i)), 0n) as Felt;

export function randomNumber(random: Random): bigint {
  switch (random.below(7)) {
    case 0:
      return BigInt(random.below(7)) - 3n;
    case 1:
      return (1n << 60n) - 2n + BigInt(random.below(4));
    case 2:
      return packedQm31(random);
    default:
      return random.oddFelt();
  }
}

/** The distance of a jump: usually to the next instruction, so that the program continues. */
const randomDistance = (random: Random): number => (random.below(3) > 0 ? 2 : random.below(12) - 2);

const moves = ['ap++', 'ap++', 'ap++', 'stay'] as const;

/** The words of one instruction: usually a form that compilers emit, sometimes random bits. */
export function randomInstruction(random: Random): Felt[] {
  const move = random.pick(moves);
  switch (random.below(26)) {
    case 0:
    case 1:
    case 2:
      return assertNumber(randomDst(random), randomNumber(random), move);
    case 3:
    case 4:
    case 5:
      return assertCopy(randomDst(random), randomRef(random), move);
    // The arguments of an entry point are before fp. Builtins and calldata are reached through them.
    case 6:
    case 7:
    case 8:
    case 9:
      return assertDeref(
        random.pick([randomDst(random), ap(-1)]),
        random.below(2) === 0 ? fp(-3 - random.below(9)) : randomRef(random),
        random.below(8) - 1,
        move,
      );
    case 10:
    case 11:
    case 12:
      return assertBinary(randomDst(random), randomRef(random), 'add', randomRef(random), move);
    case 13:
    case 14:
      return assertBinary(randomDst(random), randomRef(random), 'add', randomNumber(random), move);
    case 15:
      return assertBinary(randomDst(random), randomRef(random), 'mul', randomRef(random), move);
    case 16:
      return assertBinary(randomDst(random), randomRef(random), 'mul', randomNumber(random), move);
    case 17:
      return jumpIfNotZero(randomRef(random), randomDistance(random), move);
    case 18:
      return random.below(3) === 0 ? jumpBy(randomDistance(random), move) : callBy(randomDistance(random));
    case 19:
      return random.below(3) === 0 ? [...ret] : advance(BigInt(random.below(5)));
    case 20:
    case 21:
      return assertBinary(
        randomDst(random),
        randomRef(random),
        random.pick(['add', 'mul'] as const),
        random.pick([randomRef(random), packedQm31(random), random.bits(random.below(144))]),
        move,
        true,
      );
    case 22:
      return blake(randomRef(random), randomRef(random), randomRef(random), random.below(2) === 0, move);
    case 23:
      return unusualInstruction(random);
    case 24:
      return [anyFlags(random)];
    default:
      return [random.below(2) === 0 ? random.oddFelt() : reduce(random.bits(66))];
  }
}

/** Valid fields in combinations that no compiler emits. */
function unusualInstruction(random: Random): Felt[] {
  const op1 = random.pick(['op0', 'immediate', 'fp', 'ap'] as const);
  const word = encode({
    off0: randomOffset(random),
    off1: randomOffset(random),
    off2: op1 === 'immediate' && random.below(8) > 0 ? 1 : randomOffset(random),
    dstFp: random.below(2) === 0,
    op0Fp: random.below(3) > 0,
    op1,
    res: random.pick(['op1', 'add', 'mul'] as const),
    pcUpdate: random.pick(['next', 'next', 'jump', 'jumpRel'] as const),
    apUpdate: random.pick(['none', 'add', 'one'] as const),
    opcode: random.pick(['nop', 'nop', 'assert'] as const),
  });
  return op1 === 'immediate' ? [word, reduce(randomNumber(random))] : [word];
}

/** Small offsets with random flags, and sometimes a random extension. */
function anyFlags(random: Random): Felt {
  const offsets = encode({ off0: random.below(20) - 10, off1: random.below(20) - 10, off2: random.below(20) - 10 });
  let word: bigint = offsets & ((1n << 48n) - 1n);
  for (let left = random.below(6); left > 0; left--) word |= 1n << BigInt(48 + random.below(15));
  if (random.below(12) === 0) word |= BigInt(random.below(5)) << 63n;
  return word as Felt;
}

const cellJson = ({ fp: isFp, offset }: Ref): unknown => ({ register: isFp ? 'FP' : 'AP', offset });

function randomOperand(random: Random): unknown {
  const cell = cellJson(randomRef(random));
  const number = `${random.below(8) === 0 ? '-' : ''}0x${random.oddFelt().toString(16)}`;
  switch (random.below(6)) {
    case 0:
      return { Immediate: number };
    case 1:
      return { DoubleDeref: [cell, random.below(5) - 1] };
    case 2: {
      const small = `0x${random.below(5).toString(16)}`;
      const b = random.pick([{ Deref: cellJson(randomRef(random)) }, { Immediate: number }, { Immediate: small }]);
      return { BinOp: { op: random.pick(['Add', 'Mul']), a: cell, b } };
    }
    default:
      return { Deref: cell };
  }
}

// A contract may contain every hint except this one.
const HINTS = (Object.keys(HINT_FIELDS) as HintName[]).filter((name) => name !== 'Cheatcode');
/** Inputs that must be addresses. */
const ADDRESS = /^system$|_ptr$|_builtin$|^dict_accesses$/;

export function randomHint(random: Random): CasmHint {
  const name = random.pick(HINTS);
  const { ins, outs } = HINT_FIELDS[name];
  const fields: Record<string, unknown> = {};
  for (const field of ins)
    fields[field] =
      ADDRESS.test(field) && random.below(4) !== 0
        ? { Deref: cellJson(fp(-3 - random.below(9))) }
        : randomOperand(random);
  outs.forEach((field, i) => {
    fields[field] = cellJson(random.below(8) === 0 ? randomRef(random) : ap(i + random.below(3)));
  });
  return Object.keys(fields).length === 0 && random.below(2) === 0 ? name : { [name]: fields };
}
