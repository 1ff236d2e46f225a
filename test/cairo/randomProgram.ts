import type { BuiltinName } from '../../src/cairo/builtinNames.ts';
import type { CasmHint } from '../../src/cairo/casm.ts';
import type { EntryPointRun } from '../../src/cairo/machine.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
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
  entryOf,
  fp,
  jumpBy,
  jumpIfNotZero,
  programOf,
  type Ref,
  ret,
} from './assembler.ts';
import type { Random } from './random.ts';

const BUILTINS: readonly BuiltinName[] = [
  'pedersen',
  'range_check',
  'bitwise',
  'ec_op',
  'poseidon',
  'segment_arena',
  'range_check96',
  'add_mod',
  'mul_mod',
];

const randomRef = (random: Random): Ref =>
  random.below(3) === 0 ? fp(random.below(14) - 12) : ap(random.below(9) - 8);

/** A cell that an assertion fills: most often the next one. */
const randomDst = (random: Random): Ref => (random.below(4) === 0 ? randomRef(random) : ap(random.below(2)));

export function randomNumber(random: Random): bigint {
  switch (random.below(5)) {
    case 0:
      return BigInt(random.below(7)) - 3n;
    case 1:
      return (1n << 60n) - 2n + BigInt(random.below(4));
    default:
      return random.oddFelt();
  }
}

const moves = ['ap++', 'ap++', 'ap++', 'stay'] as const;

export function randomInstruction(random: Random): Felt[] {
  const move = random.pick(moves);
  switch (random.below(24)) {
    case 0:
    case 1:
    case 2:
      return assertNumber(randomDst(random), randomNumber(random), move);
    case 3:
    case 4:
    case 5:
      return assertCopy(randomDst(random), randomRef(random), move);
    // The arguments of an entry point lie before fp: reach builtins and calldata through them.
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
      return jumpIfNotZero(randomRef(random), random.below(12) - 2, move);
    case 18:
      return random.below(3) === 0 ? jumpBy(random.below(10) - 2, move) : callBy(random.below(12) + 2);
    case 19:
      return random.below(3) === 0 ? [...ret] : advance(BigInt(random.below(5)));
    case 20:
      return assertBinary(
        randomDst(random),
        randomRef(random),
        random.pick(['add', 'mul'] as const),
        random.below(2) === 0 ? randomRef(random) : random.bits(random.below(144)),
        move,
        true,
      );
    case 21:
      return blake(randomRef(random), randomRef(random), randomRef(random), random.below(2) === 0, move);
    case 22:
      // Any flags at all.
      return [
        encode(
          random.below(20) - 10,
          random.below(20) - 10,
          random.below(20) - 10,
          Array.from({ length: random.below(6) }, () => random.below(15)),
          random.below(12) === 0 ? random.below(5) : 0,
        ),
      ];
    default:
      return [random.oddFelt()];
  }
}

const cellJson = ({ fp: isFp, offset }: Ref): unknown => ({ register: isFp ? 'FP' : 'AP', offset });

function randomOperand(random: Random): unknown {
  const cell = cellJson(randomRef(random));
  const number = `0x${random.oddFelt().toString(16)}`;
  switch (random.below(6)) {
    case 0:
      return { Immediate: number };
    case 1:
      return { DoubleDeref: [cell, random.below(5) - 1] };
    case 2:
      return {
        BinOp: {
          op: random.pick(['Add', 'Mul']),
          a: cell,
          b: random.below(2) === 0 ? { Deref: cellJson(randomRef(random)) } : { Immediate: number },
        },
      };
    default:
      return { Deref: cell };
  }
}

const HINTS: Readonly<Record<string, readonly [ins: readonly string[], outs: readonly string[]]>> = {
  AllocSegment: [[], ['dst']],
  TestLessThan: [['lhs', 'rhs'], ['dst']],
  TestLessThanOrEqual: [['lhs', 'rhs'], ['dst']],
  TestLessThanOrEqualAddress: [['lhs', 'rhs'], ['dst']],
  WideMul128: [
    ['lhs', 'rhs'],
    ['high', 'low'],
  ],
  DivMod: [
    ['lhs', 'rhs'],
    ['quotient', 'remainder'],
  ],
  LinearSplit: [
    ['value', 'scalar', 'max_x'],
    ['x', 'y'],
  ],
  Uint256DivMod: [
    ['dividend0', 'dividend1', 'divisor0', 'divisor1'],
    ['quotient0', 'quotient1', 'remainder0', 'remainder1'],
  ],
  SquareRoot: [['value'], ['dst']],
  AssertLeFindSmallArcs: [['range_check_ptr', 'a', 'b'], []],
  AssertLeIsFirstArcExcluded: [[], ['skip_exclude_a_flag']],
  AssertLeIsSecondArcExcluded: [[], ['skip_exclude_b_minus_a']],
  AllocConstantSize: [['size'], ['dst']],
  SystemCall: [['system'], []],
};

function randomHint(random: Random): CasmHint {
  const name = random.pick(Object.keys(HINTS));
  const [ins, outs] = HINTS[name]!;
  const fields: Record<string, unknown> = {};
  for (const field of ins)
    fields[field] =
      (field === 'system' || field === 'range_check_ptr') && random.below(4) !== 0
        ? { Deref: cellJson(fp(-3 - random.below(8))) }
        : randomOperand(random);
  outs.forEach((field, i) => {
    fields[field] = cellJson(random.below(8) === 0 ? randomRef(random) : ap(i + random.below(2)));
  });
  return { [name]: fields };
}

/** A program of random instructions and hints, as an entry point with random builtins and calldata. */
export function randomEntry(random: Random): EntryPointRun {
  const bytecode: Felt[] = [];
  const hints: [number, CasmHint[]][] = [];
  const length = 3 + random.below(30);
  for (let i = 0; i < length; i++) {
    if (random.below(4) === 0)
      hints.push([bytecode.length, Array.from({ length: 1 + random.below(2) }, () => randomHint(random))]);
    bytecode.push(...randomInstruction(random));
  }
  bytecode.push(...ret);
  return entryOf(programOf(bytecode, hints), {
    builtins: BUILTINS.filter(() => random.below(2) === 0),
    calldata: Array.from({ length: random.below(5) }, () => keyOf(random.oddFelt())),
    initialGas: BigInt(random.below(2 ** 31)),
  });
}
