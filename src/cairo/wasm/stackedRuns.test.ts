import { describe, expect, test } from 'vitest';
import { compareRuns } from '../../../test/support/cairo/agreement.ts';
import {
  advance,
  ap,
  assertBinary,
  assertDeref,
  assertNumber,
  blake,
  entryOf,
  fp,
  programOf,
  ret,
} from '../../../test/support/cairo/assembler.ts';
import { feltLoop, smallLoop } from '../../../test/support/cairo/programs.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import type { Felt } from '../../felt/felt.ts';
import { blake2sCompress } from '../../felt/hash.ts';
import type { CasmHint } from '../casm.ts';
import type { Cell } from '../machine.ts';
import { type Pointer, pointer } from '../pointer.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** The cells of the stack. */
function stackOf(machine: WasmMachine): (Cell | undefined)[] {
  return Array.from({ length: machine.segmentSize(1) }, (_, i) => machine.get(pointer(1, i)));
}

describe('two executions', () => {
  test.each([1, 7, 1000])('in alternating slices of %i steps do not affect each other', (slice) => {
    const alone = [smallLoop(300), feltLoop(300)].map((program) => {
      const machine = new WasmMachine();
      machine.begin(entryOf(program));
      machine.run(1_000_000);
      return stackOf(machine);
    });
    const machines = [smallLoop(300), feltLoop(300)].map((program) => {
      const machine = new WasmMachine();
      machine.begin(entryOf(program));
      return machine;
    });
    for (let ended = 0; ended < 2; ) {
      ended = 0;
      for (const machine of machines) if (machine.run(slice).kind === 'end') ended++;
    }
    expect(machines.map(stackOf)).toEqual(alone);
  });
});

describe('runs on top of each other', () => {
  test('have their own segments and do not change the lower run', () => {
    const machine = new WasmMachine();
    machine.begin(entryOf(feltLoop(500)));
    machine.run(777);
    const before = { stack: stackOf(machine), pc: machine.pc, ap: machine.ap, fp: machine.fp, steps: machine.steps };
    for (let depth = 0; depth < 50; depth++) {
      const start = machine.begin(entryOf(smallLoop(100 + depth)));
      expect(start).toBe(pointer(3, 0));
      expect(machine.steps).toBe(0);
      machine.run(depth * 3);
    }
    for (let depth = 49; depth >= 0; depth--) {
      expect(machine.steps).toBe(depth * 3);
      expect(machine.run(1_000_000)).toEqual({ kind: 'end' });
      expect(machine.steps).toBe(4 * (100 + depth) + 4);
      machine.abandon();
    }
    expect({ stack: stackOf(machine), pc: machine.pc, ap: machine.ap, fp: machine.fp, steps: machine.steps }).toEqual(
      before,
    );
    const alone = new WasmMachine();
    alone.begin(entryOf(feltLoop(500)));
    alone.run(1_000_000);
    machine.run(1_000_000);
    expect(stackOf(machine)).toEqual(stackOf(alone));
  });

  test('of the same class do not share their differing cells', () => {
    // Both read the cell after the `ret` that follows the bytecode: the address of the builtin costs.
    const machine = new WasmMachine();
    const program = programOf([...assertNumber(ap(0), 1n), ...ret]);
    machine.begin(entryOf(program));
    machine.begin(entryOf(program, { builtins: ['pedersen', 'range_check'] }));
    expect(machine.get(pointer(0, 4))).toBe(pointer(4, 0));
    machine.abandon();
    expect(machine.get(pointer(0, 4))).toBe(pointer(2, 0));
  });

  test('may fail without an effect on the lower run', () => {
    const machine = new WasmMachine();
    machine.begin(entryOf(smallLoop(10)));
    machine.run(5);
    expect(() => machine.begin(entryOf(smallLoop(1), { builtins: ['range_check', 'pedersen'] }))).toThrow(
      'invalid builtin order',
    );
    expect(machine.steps).toBe(5);
    machine.begin(entryOf(programOf([0n as Felt])));
    expect(machine.run(10).kind).toBe('error');
    machine.abandon();
    expect(machine.run(1000)).toEqual({ kind: 'end' });
  });
});

test('decoded classes are evicted between executions when the zone is full, and decoded again', () => {
  const machine = new WasmMachine(new VmInstance());
  // About 0.7 MB decoded, each.
  const large = (n: number) =>
    programOf([...assertNumber(ap(0), BigInt(n)), ...ret, ...Array.from({ length: 24_000 }, () => BigInt(n) as Felt)]);
  const programs = Array.from({ length: 20 }, (_, i) => large(i));
  const runAll = (nested: boolean) => {
    for (const [i, program] of programs.entries()) {
      machine.begin(entryOf(program));
      expect(machine.run(10)).toEqual({ kind: 'end' });
      expect(machine.get((machine.ap - 1) as Pointer)).toBe(BigInt(i));
      if (!nested) machine.abandon();
    }
    if (nested) for (const _ of programs) machine.abandon();
  };
  runAll(false);
  runAll(true);
  runAll(false);
});

test('the BLAKE2s opcode compresses, is counted and agrees with the plain machine', () => {
  const words = Array.from({ length: 24 }, (_, i) => (0x9e3779b9 * (i + 1)) >>> 0);
  const allocate: CasmHint = { AllocSegment: { dst: { register: 'AP', offset: 0 } } };
  const code: Felt[] = [];
  const hints: [number, CasmHint[]][] = [];
  // fp[0]: state, fp[1]: message, fp[2]: the byte count, then the words, then the pointer to the result.
  for (let i = 0; i < 2; i++) {
    hints.push([code.length, [allocate]]);
    code.push(...advance(1n));
  }
  code.push(...assertNumber(ap(0), 64n));
  words.forEach((word, i) => {
    code.push(...assertNumber(ap(0), BigInt(word)));
    code.push(...assertDeref(ap(-1), fp(i < 8 ? 0 : 1), i < 8 ? i : i - 8, 'stay'));
  });
  const finalize = [false, true];
  for (const last of finalize) {
    hints.push([code.length, [allocate]]);
    code.push(...blake(fp(0), fp(1), fp(2), last));
  }
  code.push(...ret);
  const entry = entryOf(programOf(code, hints));
  const machine = new WasmMachine();
  expect(compareRuns(machine, entry, { seed: 1 }).difference).toBeUndefined();
  machine.begin(entry);
  expect(machine.run(1000)).toEqual({ kind: 'end' });
  finalize.forEach((last, i) => {
    const state = Uint32Array.from(words.slice(0, 8));
    blake2sCompress(state, Uint32Array.from(words.slice(8)), 64, last);
    const out = machine.getPointer((machine.ap - 2 + i) as Pointer)!;
    expect(Array.from(state, (_, j) => machine.getNumber((out + j) as Pointer))).toEqual([...state]);
  });
  expect(machine.abandon().blakes).toBe(2);
});

test('numbers, keys and addresses are passed unchanged', () => {
  const machine = new WasmMachine();
  machine.begin(entryOf(smallLoop(1)));
  const random = new Random(3);
  const felts = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 60n, ...Array.from({ length: 50 }, () => random.felt())];
  const segment = machine.addSegment();
  felts.forEach((felt, i) => void machine.set(pointer(segment, i), felt as Felt));
  const keys = machine.getKeys(pointer(segment, 0), felts.length)!;
  const copy = machine.writeKeys(keys);
  felts.forEach((felt, i) => {
    expect(machine.get((copy + i) as Pointer)).toBe(felt);
    expect(machine.getNumber((copy + i) as Pointer)).toBe(felt < 2n ** 53n ? Number(felt) : -1);
    expect(machine.getPointer((copy + i) as Pointer)).toBeUndefined();
  });
  const at = pointer(segment, felts.length);
  machine.set(at, pointer(3, 2 ** 32 - 1));
  expect(machine.getPointer(at)).toBe(pointer(3, 2 ** 32 - 1));
  expect(machine.getKey(at)).toBeUndefined();
  expect(machine.getNumber(at)).toBe(-1);
  expect(machine.getKeys(copy, felts.length + 1)).toBeUndefined();
  expect(machine.segmentSize(segment)).toBe(felts.length + 1);
  expect(() => machine.set(at, 7n as Felt)).toThrow('Inconsistent memory assignment');
});

test('a slice may end at any instruction without changing the outcome', () => {
  const machine = new WasmMachine();
  for (let seed = 0; seed < 60; seed++)
    for (const slice of [1, 2, 3])
      expect(compareRuns(machine, tidyEntry(new Random(seed)), { seed, slice }).difference).toBeUndefined();
});

test('a subtraction, a read and a write mark cells as accessed, but a hint does not', () => {
  const machine = new WasmMachine();
  const dst = { register: 'AP', offset: 1 };
  const program = programOf(
    [...assertNumber(ap(0), 3n), ...assertBinary(ap(-1), ap(0), 'add', 2n), ...advance(1n), ...ret],
    [[4, [{ AllocSegment: { dst } }]]],
  );
  const { difference } = compareRuns(machine, entryOf(program), { seed: 1 });
  expect(difference).toBeUndefined();
});
