import type { BuiltinName } from '../../src/cairo/builtinNames.ts';
import type { CasmHint } from '../../src/cairo/casm.ts';
import { CORE_HINTS, type CoreHintName } from '../../src/cairo/hints/table.ts';
import type { Instruction } from '../../src/cairo/instruction.ts';
import type { EntryPointRun } from '../../src/cairo/machine.ts';
import { type Felt, reduce } from '../../src/felt/felt.ts';
import { keyOf, ZERO_KEY } from '../../src/felt/key.ts';
import { type RunRecord, record } from './differential.ts';
import { callRel, encode, push, RET } from './encode.ts';
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
const HINTS = Object.keys(CORE_HINTS) as CoreHintName[];

const someOffset = (random: Random): number =>
  random.below(20) === 0 ? random.below(2 ** 16) - 2 ** 15 : random.below(18) - 14;
const someOp1 = (random: Random) => random.pick(['op0', 'immediate', 'fp', 'ap'] as const);

/** Words of one instruction: mostly a form compilers emit, now and then any bits. */
function someInstruction(random: Random): Felt[] {
  const kind = random.below(40);
  if (kind === 0) return [reduce(random.bits(66))];
  if (kind === 1) return callRel(2n as Felt);
  const op1 = someOp1(random);
  const fields: Partial<Omit<Instruction, 'size'>> = {
    off0: someOffset(random),
    off1: someOffset(random),
    off2: op1 === 'immediate' && random.below(30) > 0 ? 1 : someOffset(random),
    dstFp: random.below(2) === 0,
    op0Fp: random.below(3) > 0,
    op1,
  };
  // `[ap + k] = …; ap++` is what most code does, and it moves on.
  const pushing = random.below(2) === 0;
  const target = pushing ? { off0: 0, dstFp: false, apUpdate: 'one' as const } : {};
  const shape: Partial<Omit<Instruction, 'size'>> =
    kind < 28
      ? { opcode: 'assert', res: random.pick(['op1', 'add', 'mul'] as const), ...target }
      : kind < 31
        ? { pcUpdate: 'jnz', op1: 'immediate', off2: 1, res: 'unconstrained' }
        : kind < 33
          ? { apUpdate: 'add', op1: 'immediate', off2: 1 }
          : kind < 34
            ? { pcUpdate: 'jumpRel', op1: 'immediate', off2: 1 }
            : kind < 36
              ? { opcode: 'assert', res: random.pick(['add', 'mul'] as const), extension: 'qm31', ...target }
              : kind < 37
                ? {
                    op1: random.pick(['fp', 'ap'] as const),
                    extension: random.pick(['blake', 'blakeFinalize'] as const),
                  }
                : {
                    res: random.pick(['op1', 'add', 'mul'] as const),
                    pcUpdate: random.pick(['next', 'next', 'jump', 'jumpRel'] as const),
                    apUpdate: random.pick(['none', 'add', 'one'] as const),
                    opcode: random.pick(['nop', 'nop', 'assert'] as const),
                  };
  const all = { ...fields, ...shape };
  const word = encode(all);
  if (all.op1 !== 'immediate') return [word];
  const isJump = all.pcUpdate === 'jnz' || all.pcUpdate === 'jumpRel' || all.apUpdate === 'add';
  return [
    word,
    isJump && random.below(8) > 0 ? (2n as Felt) : random.below(3) === 0 ? smallQm31(random) : random.oddFelt(),
  ];
}

/** A packed element of the extension field. */
const smallQm31 = (random: Random): Felt =>
  [0n, 1n, 2n, 3n].reduce((sum, i) => sum | (BigInt(random.below(2 ** 31 - 1)) << (36n * i)), 0n) as Felt;

const someCell = (random: Random, out = false) => ({
  register: out || random.below(2) === 0 ? 'AP' : 'FP',
  offset: out ? random.below(6) : random.below(12) - 11,
});
const someNumber = (random: Random): string => `0x${random.oddFelt().toString(16)}`;

function someOperand(random: Random): unknown {
  switch (random.below(6)) {
    case 0:
      return { DoubleDeref: [someCell(random), random.below(4) - 1] };
    case 1:
    case 2:
      return { Immediate: random.below(8) === 0 ? `-${someNumber(random)}` : someNumber(random) };
    case 3:
      return {
        BinOp: {
          op: random.pick(['Add', 'Mul']),
          a: someCell(random),
          b: random.below(2) === 0 ? { Deref: someCell(random) } : { Immediate: `0x${random.below(5).toString(16)}` },
        },
      };
    default:
      return { Deref: someCell(random) };
  }
}

function someHint(random: Random): CasmHint {
  const name = random.pick(HINTS);
  const { ins, outs } = CORE_HINTS[name];
  const fields: Record<string, unknown> = {};
  for (const field of ins) fields[field] = someOperand(random);
  for (const field of outs) fields[field] = someCell(random, true);
  return Object.keys(fields).length === 0 && random.below(2) === 0 ? name : { [name]: fields };
}

/** Gives back the builtins as they came, the gas, and the calldata as retdata. */
function epilogue(builtins: number, failed: boolean): Felt[] {
  const copy = (off2: number) => encode({ off0: 0, dstFp: false, off2, op1: 'fp', apUpdate: 'one', opcode: 'assert' });
  const pointers = Array.from({ length: builtins }, (_, i) => copy(-6 - builtins + i));
  return [...pointers, copy(-6), copy(-5), ...push((failed ? 1n : 0n) as Felt), copy(-4), copy(-3), RET];
}

/**
 * Grows a program one instruction at a time, keeping those that run, and hands every candidate to `check` with how the
 * plain machine ran it; so too the program with an end that returns.
 */
export function growProgram(
  random: Random,
  steps: number,
  plain: () => Parameters<typeof record>[0],
  check: (run: EntryPointRun, seed: number, expected: RunRecord) => void,
): void {
  const builtins = BUILTINS.filter(() => random.below(3) > 0);
  const calldata = Array.from({ length: random.below(4) }, () => keyOf(random.oddFelt()));
  const seed = random.word();
  const runWith = (bytecode: Felt[], hints: [number, CasmHint[]][]): RunRecord => {
    const program = { kind: 'casm' as const, bytecode, hints: new Map(hints), builtins: [] };
    const run = { program, offset: 0, builtins, calldata, initialGas: 100_000n, selector: ZERO_KEY };
    const expected = record(plain(), run, { seed, maxSteps: 200, slice: 50 });
    check(run, seed, expected);
    return expected;
  };
  // Felts to work with; the stack holds little but pointers.
  let words: Felt[] = Array.from({ length: 6 }, () =>
    push(random.below(3) === 0 ? smallQm31(random) : random.oddFelt()),
  ).flat();
  let hints: [number, CasmHint[]][] = [];
  for (let i = 0; i < steps; i++) {
    const moreHints: [number, CasmHint[]][] =
      random.below(3) === 0 ? [...hints, [words.length, [someHint(random)]]] : hints;
    const moreWords = [...words, ...someInstruction(random)];
    const expected = runWith(moreWords, moreHints);
    // Keep an instruction that did not stop the run.
    const stoppedHere = expected.log.some((line) => line.startsWith(`pc=0:${words.length} `));
    if (!stoppedHere) [words, hints] = [moreWords, moreHints];
    if (i % 8 === 0) runWith([...words, ...epilogue(builtins.length, random.below(3) === 0)], hints);
  }
}
