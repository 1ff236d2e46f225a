import { describe, expect, test } from 'vitest';
import { ap, assertBinary, callBy, encode, fp, push, ret } from '../../../test/support/cairo/assembler.ts';
import { felt } from '../../../test/support/cairo/smallRun.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CasmHint } from '../casm.ts';
import type { EntryPointRun, FinishedRun, Machine } from '../machine.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { formatPointer, type Pointer, pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { WasmMachine } from '../wasm/wasmMachine.ts';
import { isSubsequence } from './builtinSegments.ts';

const copy = (off2: number) => encode({ off0: 0, dstFp: false, off2, op1: 'fp', apUpdate: 'one', opcode: 'assert' });
const GAS = copy(-6);
const SYSCALL = copy(-5);
const OK = push(felt(0));
const CALLDATA = [copy(-4), copy(-3)];

const machines: readonly [string, () => Machine][] = [
  ['plain', () => new PlainMachine()],
  ['wasm', () => new WasmMachine()],
];

describe.each(machines)('an entry point of a Sierra class on the %s machine', (_, create) => {
  const entry = (
    bytecode: readonly Felt[],
    builtins: readonly BuiltinName[] = [],
    hints: readonly (readonly [number, readonly CasmHint[]])[] = [],
  ): EntryPointRun => ({
    program: { kind: 'casm', bytecode, hints: new Map(hints), builtins: [] },
    offset: 0,
    builtins,
    calldata: [keyOf(felt(11)), keyOf(felt(12))],
    initialGas: 90_000n,
    selector: ZERO_KEY,
    constants: NEWEST_PROTOCOL,
  });
  const finish = (run: EntryPointRun): FinishedRun => {
    const machine = create();
    const start = machine.begin(run);
    const stop = machine.run(1000);
    if (stop.kind === 'error') throw stop.error;
    const result = machine.finish(start);
    if (result instanceof VmError) throw result;
    return result;
  };

  test('returns its calldata, and counts the resources it used', () => {
    const result = finish(entry([GAS, SYSCALL, ...OK, ...CALLDATA, ...ret]));
    expect(result).toEqual({
      resources: { steps: 6, memoryHoles: 0, builtins: {}, blakes: 0 },
      retdata: [keyOf(felt(11)), keyOf(felt(12))],
      failed: false,
      gasLeft: 90_000n,
      leastGas: Number.MAX_SAFE_INTEGER,
    });
  });

  test('panics with flag 1', () => {
    expect(finish(entry([GAS, SYSCALL, ...push(felt(1)), ...CALLDATA, ...ret])).failed).toBe(true);
  });

  test.each<[string, readonly Felt[]]>([
    [
      'Malformed return data : Failure flag expected to be either 0 or 1..',
      [GAS, SYSCALL, ...push(felt(2)), ...CALLDATA, ...ret],
    ],
    ['Malformed return data : Error extracting return data..', [SYSCALL, SYSCALL, ...OK, ...CALLDATA, ...ret]],
    [
      'Malformed return data : Unexpected remaining gas: 100001..',
      [...push(felt(100_001)), SYSCALL, ...OK, ...CALLDATA, ...ret],
    ],
    [
      `Malformed return data : Unexpected remaining gas: ${P - 1n}..`,
      [...push((P - 1n) as Felt), SYSCALL, ...OK, ...CALLDATA, ...ret],
    ],
    [
      "Operation failed: 3:0 - 4:0, can't subtract two relocatable values with different segment indexes",
      [GAS, SYSCALL, ...OK, copy(-4), SYSCALL, ...ret],
    ],
    [
      'Unknown memory cell at address 3:0',
      [GAS, SYSCALL, ...OK, SYSCALL, copy(-5), ...ret].toSpliced(5, 1, ...plusOne()),
    ],
    ['Cant convert felt: 0 to Relocatable', [GAS, SYSCALL, ...OK, ...push(felt(0)), ...push(felt(1)), ...ret]],
  ])('%s', (text, words) => {
    expect(() => finish(entry(words))).toThrow(text);
  });

  /** The syscall pointer plus one, as the end of retdata. */
  function plusOne(): Felt[] {
    return assertBinary(ap(0), fp(-5), 'add', 1n);
  }

  test('builtins in another order, or of another kind, are refused', () => {
    expect(() => create().begin(entry([...ret], ['range_check', 'pedersen']))).toThrow(
      'Entry point uses unsupported builtins or an invalid builtin order: [range_check, pedersen].',
    );
    expect(() => create().begin(entry([...ret], ['ecdsa']))).toThrow('invalid builtin order: [ecdsa].');
  });

  test("segments are created in the network's order", () => {
    const machine = create();
    const start = machine.begin(entry([...ret], ['pedersen', 'segment_arena', 'mul_mod']));
    // 0 program, 1 stack, 2 pedersen, 3 and 4 the arena, 5 mul_mod, 6 builtin costs, 7 syscalls, 8 calldata, 9 end
    expect([formatPointer(start), machine.addSegment()]).toEqual(['7:0', 10]);
    const stack = Array.from({ length: 9 }, (_, i) => machine.get(pointer(1, i)));
    expect(stack).toEqual([
      pointer(2, 0),
      pointer(4, 3),
      pointer(5, 0),
      90_000n,
      pointer(7, 0),
      pointer(8, 0),
      pointer(8, 2),
      0n,
      pointer(9, 0),
    ]);
    expect([machine.get(pointer(4, 0)), machine.get(pointer(0, 2)), machine.get(pointer(6, 0))]).toEqual([
      pointer(3, 0),
      pointer(6, 0),
      4050n,
    ]);
    expect(machine.segmentSize(6)).toBe(7);
  });

  test('a builtin with a missing input is refused at the end', () => {
    // [[fp - 7] + 1] = [fp - 6]: the second input of a Pedersen hash, without the first.
    const write = encode({ off0: -6, off1: -7, off2: 1, op1: 'op0', opcode: 'assert' });
    expect(() => finish(entry([write, copy(-7), GAS, SYSCALL, ...OK, ...CALLDATA, ...ret], ['pedersen']))).toThrow(
      'Missing memory cells for pedersen_builtin',
    );
  });

  test('an output that a program wrote itself must be what the builtin computes', () => {
    const write = (offset: number) => encode({ off0: -6, off1: -7, off2: offset, op1: 'op0', opcode: 'assert' });
    expect(() =>
      finish(entry([write(2), write(0), write(1), copy(-7), GAS, SYSCALL, ...OK, ...CALLDATA, ...ret], ['pedersen'])),
    ).toThrow('Inconsistent auto-deduction for pedersen_builtin, expected');
  });

  test('writing after the end of the program segment is refused', () => {
    const main = [GAS, SYSCALL, ...OK, ...CALLDATA, ...ret];
    // The callee uses its return address to write into the program segment.
    const write = encode({ off0: -2, off1: -1, off2: 60, op1: 'op0', opcode: 'assert' });
    expect(() => finish(entry([...callBy(2 + main.length), ...main, write, ...ret]))).toThrow(
      'Out of bounds access to program segment',
    );
  });

  test('cells that were not accessed are holes, in segments where others were', () => {
    const write = encode({ off0: -6, off1: 0, op0Fp: false, off2: 3, op1: 'op0', opcode: 'assert' });
    const skip = [encode({ op1: 'immediate', off2: 1, apUpdate: 'add' }), felt(1)];
    const alloc: CasmHint = { AllocSegment: { dst: { register: 'AP', offset: 0 } } };
    const words = [write, ...skip, GAS, SYSCALL, ...OK, ...CALLDATA, ...ret];
    expect(finish(entry(words, [], [[0, [alloc]]])).resources.memoryHoles).toBe(3);
  });

  test('range_check96 is filled and counted up to its stop pointer', () => {
    const stop = assertBinary(ap(0), fp(-7), 'add', 5n);
    const result = finish(entry([...stop, GAS, SYSCALL, ...OK, ...CALLDATA, ...ret], ['range_check96']));
    expect(result.resources.builtins).toEqual({ range_check96: 5 });
  });

  test('a stop pointer of range_check96 beyond the largest segment is refused without delay', () => {
    const far = assertBinary(ap(0), fp(-7), 'add', 2n ** 31n);
    expect(() => finish(entry([...far, GAS, SYSCALL, ...OK, ...CALLDATA, ...ret], ['range_check96']))).toThrow(
      'Vector capacity exceeded',
    );
  });

  test('steps are counted, and a budget can stop a run at any step', () => {
    const machine = create();
    const start = machine.begin(entry([GAS, SYSCALL, ...OK, ...CALLDATA, ...ret]));
    expect(machine.run(2)).toEqual({ kind: 'budget' });
    expect(machine.steps).toBe(2);
    expect(machine.run(4)).toEqual({ kind: 'end' });
    expect((machine.finish(start) as FinishedRun).resources.steps).toBe(6);
  });

  test('runs are stacked, and each has its own addresses', () => {
    const machine = create();
    const outer = entry([GAS, SYSCALL, ...OK, ...CALLDATA, ...ret]);
    const start = machine.begin(outer);
    machine.run(1);
    const inner = machine.begin({ ...outer, calldata: [] });
    expect([formatPointer(inner), machine.run(100).kind]).toEqual([formatPointer(start), 'end']);
    expect((machine.finish(inner) as FinishedRun).retdata).toEqual([]);
    const written: Pointer = machine.writeKeys([keyOf(felt(1))]);
    expect(formatPointer(written)).toBe('6:0');
    expect(machine.run(100).kind).toBe('end');
    expect((machine.finish(start) as FinishedRun).retdata.length).toBe(2);
  });
});

test('a subsequence of a list has the same order and each name once', () => {
  const list: readonly BuiltinName[] = ['pedersen', 'range_check', 'bitwise'];
  expect(isSubsequence(['pedersen', 'bitwise'], list)).toBe(true);
  expect(isSubsequence([], list)).toBe(true);
  expect(isSubsequence(['bitwise', 'pedersen'], list)).toBe(false);
  expect(isSubsequence(['pedersen', 'pedersen'], list)).toBe(false);
});
