import type { BuiltinName } from '../../../src/cairo/builtinNames.ts';
import type { CasmHint } from '../../../src/cairo/casm.ts';
import type { EntryPointRun } from '../../../src/cairo/machine.ts';
import type { Felt } from '../../../src/felt/felt.ts';
import { keyOf } from '../../../src/felt/key.ts';
import type { Random } from '../random.ts';
import {
  advance,
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  callBy,
  entryOf,
  fp,
  jumpBy,
  jumpIfNotZero,
  programOf,
  type Ref,
  ret,
} from './assembler.ts';
import { randomInstruction, randomNumber } from './randomInstruction.ts';

const BUILTINS: readonly BuiltinName[] = ['pedersen', 'range_check', 'bitwise', 'ec_op', 'poseidon', 'range_check96'];

/** A region of memory that the program uses, and the number of cells it has filled. */
interface Region {
  readonly builtin?: BuiltinName;
  length: number;
}
/** The kind of value in a cell of the stack. */
type Known = 'felt' | { readonly region: Region; readonly offset: number } | 'other';

// Points of the Stark curve: the generator and the Pedersen shift point.
const GENERATOR = [
  0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfcan,
  0x5668060aa49730b7be4801df46ec62de53ecd11abe43a32873000c36e8dc1fn,
] as const;
const SHIFT = [
  0x49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804n,
  0x3ca0cfe4b3bc6ddf346d49d06ea0ed34e621062c0e056c1d0405d266e10268an,
] as const;

/** Generates programs that mostly run without errors: long runs, all builtins and hints, correct returns. */
class Writer {
  readonly random: Random;
  readonly bytecode: Felt[] = [];
  readonly hints: [number, CasmHint[]][] = [];
  readonly stack: Known[] = [];
  readonly frame: number;

  constructor(random: Random, args: readonly Known[]) {
    this.random = random;
    this.stack.push(...args, 'felt', 'other');
    this.frame = this.stack.length;
  }

  /** A reference to a cell of the stack, relative to ap or fp. */
  ref(index: number): Ref {
    return this.random.below(3) === 0 ? fp(index - this.frame) : ap(index - this.stack.length);
  }

  /** A random cell of a kind, with a preference for recent ones; undefined if there is none. */
  find(wanted: (known: Known) => boolean): number | undefined {
    const found: number[] = [];
    for (let i = this.stack.length - 1; i >= 0 && found.length < 12; i--) if (wanted(this.stack[i]!)) found.push(i);
    return found.length === 0 ? undefined : this.random.pick(found);
  }
  felt(): number {
    const index = this.find((known) => known === 'felt');
    return index ?? this.number(5n);
  }
  region(wanted: (region: Region) => boolean): number | undefined {
    return this.find((known) => typeof known === 'object' && wanted(known.region));
  }

  push(code: readonly Felt[], known: Known): number {
    this.bytecode.push(...code);
    return this.stack.push(known) - 1;
  }
  number(value: bigint): number {
    return this.push(assertNumber(ap(0), value), 'felt');
  }
  /** A hint that fills the next cells. */
  hint(hint: CasmHint, cells: readonly Known[]): void {
    this.hints.push([this.bytecode.length, [hint]]);
    this.bytecode.push(...advance(BigInt(cells.length)));
    this.stack.push(...cells);
  }
  operand(index: number): unknown {
    const { fp: isFp, offset } = this.ref(index);
    const cell = { register: isFp ? 'FP' : 'AP', offset };
    switch (this.random.below(8)) {
      case 0:
        return { BinOp: { op: 'Add', a: cell, b: { Immediate: `0x${this.random.below(9).toString(16)}` } } };
      case 1:
        return { Immediate: `0x${randomPositive(this.random).toString(16)}` };
      default:
        return { Deref: cell };
    }
  }
  /** Fills the next cell of a region from a cell of the stack. */
  append(pointer: number, value: number): void {
    const { region, offset } = this.stack[pointer] as { region: Region; offset: number };
    this.bytecode.push(...assertDeref(this.ref(value), this.ref(pointer), region.length - offset, 'stay'));
    region.length++;
  }
  load(pointer: number, at: number): number {
    const { offset } = this.stack[pointer] as { region: Region; offset: number };
    return this.push(assertDeref(ap(0), this.ref(pointer), at - offset), 'felt');
  }
}

const randomPositive = (random: Random): bigint => {
  const value = randomNumber(random);
  return value < 0n ? -value : value;
};

const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);

/** Uses one instance of a builtin. */
function useBuiltin(writer: Writer, pointer: number): void {
  const { region } = writer.stack[pointer] as { region: Region };
  const { random } = writer;
  const start = region.length;
  const give = (values: readonly bigint[], outputs: number) => {
    for (const value of values) writer.append(pointer, writer.number(value));
    region.length = start + values.length;
    for (let i = 0; i < outputs; i++) {
      if (random.below(3) !== 0) writer.load(pointer, start + values.length + i);
    }
    region.length = start + values.length + outputs;
  };
  const positive = () => randomPositive(random);
  const point = random.below(5) === 0 ? SHIFT : GENERATOR;
  const uses: Partial<Record<BuiltinName, readonly [inputs: readonly bigint[], outputs: number]>> = {
    pedersen: [[positive(), positive()], 1],
    poseidon: [[positive(), positive(), positive()], 3],
    bitwise: [[random.bits(251), random.bits(random.below(251) + 1)], 3],
    ec_op: [[...SHIFT, ...point, random.bits(random.below(252) + 1)], 2],
    range_check: [[random.bits(random.below(128) + 1)], 0],
    range_check96: [[random.bits(96)], 0],
  };
  give(...uses[region.builtin!]!);
}

function compareArcs(writer: Writer): void {
  const pointer = writer.region(({ builtin }) => builtin === 'range_check');
  if (pointer === undefined) return;
  const { region, offset } = writer.stack[pointer] as { region: Region; offset: number };
  const { fp: isFp, offset: at } = writer.ref(pointer);
  const range_check_ptr = {
    BinOp: {
      op: 'Add',
      a: { register: isFp ? 'FP' : 'AP', offset: at },
      b: { Immediate: hex(BigInt(region.length - offset)) },
    },
  };
  writer.hint(
    {
      AssertLeFindSmallArcs: {
        range_check_ptr,
        a: writer.operand(writer.felt()),
        b: writer.operand(writer.felt()),
      },
    },
    [],
  );
  region.length += 4;
  const flag = { register: 'AP', offset: 0 };
  writer.hint({ AssertLeIsFirstArcExcluded: { skip_exclude_a_flag: flag } }, ['felt']);
  writer.hint({ AssertLeIsSecondArcExcluded: { skip_exclude_b_minus_a: flag } }, ['felt']);
}

function step(writer: Writer): void {
  const { random } = writer;
  const out = (i: number) => ({ register: 'AP', offset: i });
  const operand = () => writer.operand(writer.felt());
  switch (random.below(22)) {
    case 0:
    case 1:
      writer.number(randomNumber(random));
      return;
    case 2: {
      const index = random.below(writer.stack.length);
      writer.push(assertCopy(ap(0), writer.ref(index)), writer.stack[index]!);
      return;
    }
    case 3:
    case 4:
      writer.push(assertBinary(ap(0), writer.ref(writer.felt()), 'add', writer.ref(writer.felt())), 'felt');
      return;
    case 5:
      writer.push(assertBinary(ap(0), writer.ref(writer.felt()), 'add', randomNumber(random)), 'felt');
      return;
    case 6:
      writer.push(
        assertBinary(
          ap(0),
          writer.ref(writer.felt()),
          'mul',
          random.below(2) === 0 ? writer.ref(writer.felt()) : randomNumber(random),
        ),
        'felt',
      );
      return;
    case 7: {
      // A subtraction: the machine deduces the unknown summand on either side.
      const [sum, part] = [writer.ref(writer.felt()), writer.ref(writer.felt())];
      const code =
        random.below(2) === 0 ? assertBinary(sum, part, 'add', ap(0)) : assertBinary(sum, ap(0), 'add', part);
      writer.push(code, 'felt');
      return;
    }
    case 8: {
      const [product, factor] = [writer.ref(writer.felt()), writer.ref(writer.felt())];
      writer.push(
        random.below(2) === 0
          ? assertBinary(product, factor, 'mul', ap(0))
          : assertBinary(product, ap(0), 'mul', factor),
        'felt',
      );
      return;
    }
    case 9: {
      const index = writer.find((known) => typeof known === 'object');
      if (index === undefined) return;
      const { region, offset } = writer.stack[index] as { region: Region; offset: number };
      const by = random.below(4) - 1;
      if (offset + by < 0) return;
      writer.push(assertBinary(ap(0), writer.ref(index), 'add', BigInt(by)), { region, offset: offset + by });
      return;
    }
    case 10:
      writer.hint({ AllocSegment: { dst: out(0) } }, [{ region: { length: 0 }, offset: 0 }]);
      return;
    case 11:
    case 12: {
      const pointer = writer.region(({ builtin }) => builtin === undefined);
      if (pointer !== undefined) writer.append(pointer, writer.felt());
      return;
    }
    case 13: {
      const pointer = writer.region(({ builtin, length }) => builtin === undefined && length > 0);
      if (pointer === undefined) return;
      writer.load(pointer, random.below((writer.stack[pointer] as { region: Region }).region.length));
      return;
    }
    case 14:
    case 15: {
      const pointer = writer.region(({ builtin }) => builtin !== undefined);
      if (pointer !== undefined) useBuiltin(writer, pointer);
      return;
    }
    case 16: {
      const name = random.pick(['TestLessThan', 'TestLessThanOrEqual']);
      writer.hint({ [name]: { lhs: operand(), rhs: operand(), dst: out(0) } }, ['felt']);
      return;
    }
    case 17:
      writer.hint({ LinearSplit: { value: operand(), scalar: operand(), max_x: operand(), x: out(0), y: out(1) } }, [
        'felt',
        'felt',
      ]);
      return;
    case 18:
      if (random.below(2) === 0)
        writer.hint({ DivMod: { lhs: operand(), rhs: operand(), quotient: out(0), remainder: out(1) } }, [
          'felt',
          'felt',
        ]);
      else writer.hint({ WideMul128: { lhs: operand(), rhs: operand(), high: out(0), low: out(1) } }, ['felt', 'felt']);
      return;
    case 19:
      compareArcs(writer);
      return;
    case 20: {
      if (random.below(2) === 0) {
        writer.bytecode.push(...jumpIfNotZero(writer.ref(writer.felt()), 2));
        return;
      }
      // A function of one instruction, with a jump over it.
      writer.bytecode.push(...callBy(4), ...jumpBy(5), ...assertNumber(ap(0), randomNumber(random)), ...ret);
      writer.stack.push('other', 'other', 'felt');
      return;
    }
    default: {
      const a = writer.number(random.bits(31) % 0x7fffffffn);
      const b = writer.number((1n << 36n) * (random.bits(31) % 0x7fffffffn) + 7n);
      writer.push(
        assertBinary(ap(0), writer.ref(a), random.pick(['add', 'mul'] as const), writer.ref(b), 'ap++', true),
        'felt',
      );
    }
  }
}

/** An entry point that runs long and usually returns. Some of its instructions are invalid. */
export function tidyEntry(random: Random): EntryPointRun {
  const builtins = BUILTINS.filter(() => random.below(2) === 0);
  const calldata = Array.from({ length: random.below(5) }, () => keyOf(random.oddFelt()));
  const regions = builtins.map((builtin): Region => ({ builtin, length: 0 }));
  const input: Region = { length: calldata.length };
  const writer = new Writer(random, [
    ...regions.map((region) => ({ region, offset: 0 })),
    'felt',
    'other',
    { region: input, offset: 0 },
    'other',
  ]);
  const gas = builtins.length;
  const length = 5 + random.below(60);
  const wild = random.below(4) === 0;
  for (let i = 0; i < length; i++) {
    step(writer);
    if (wild && random.below(12) === 0) writer.bytecode.push(...randomInstruction(random));
  }
  // Return the current builtins, the gas, the syscall pointer, the flag and the return data.
  regions.forEach((region, i) => {
    writer.push(assertBinary(ap(0), writer.ref(i), 'add', BigInt(region.length)), 'other');
  });
  writer.push(assertCopy(ap(0), writer.ref(gas)), 'felt');
  writer.push(assertCopy(ap(0), writer.ref(gas + 1)), 'other');
  writer.number(BigInt(random.below(5) === 0 ? 1 : 0));
  writer.push(assertCopy(ap(0), writer.ref(gas + 2)), 'other');
  writer.push(assertCopy(ap(0), writer.ref(gas + 3)), 'other');
  writer.bytecode.push(...ret);
  return entryOf(programOf(writer.bytecode, writer.hints), {
    builtins,
    calldata,
    initialGas: BigInt(random.below(2 ** 31)),
  });
}
