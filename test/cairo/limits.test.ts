import { describe, expect, test } from 'vitest';
import { VmError } from '../../src/cairo/vmError.ts';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import type { Felt } from '../../src/felt/felt.ts';
import {
  advance,
  ap,
  assertBinary,
  assertCopy,
  assertDeref,
  assertNumber,
  entryOf,
  fp,
  jumpBy,
  programOf,
  ret,
} from '../support/cairo/assembler.ts';
import { hoard, smallLoop, spin } from '../support/cairo/programs.ts';

function messageOf(machine: WasmMachine, steps = 1_000_000): string {
  const stop = machine.run(steps);
  return stop.kind === 'error' ? stop.error.message : stop.kind;
}

describe('a hostile program', () => {
  test('that never ends is stopped exactly at its budget', () => {
    const machine = new WasmMachine();
    machine.begin(entryOf(spin()));
    for (const budget of [1, 7, 1000, 3_000_000]) {
      const before = machine.steps;
      expect(machine.run(budget)).toEqual({ kind: 'budget' });
      expect(machine.steps - before).toBe(budget);
    }
    machine.abandon();
  });

  test('that fills its stack fails when the segment is full', () => {
    const machine = new WasmMachine();
    machine.begin(entryOf(hoard()));
    expect(messageOf(machine)).toBe('Vector capacity exceeded');
    machine.abandon();
    machine.begin(entryOf(smallLoop(10)));
    expect(messageOf(machine)).toBe('end');
  });

  test('that fills segment after segment fails with a clear message at 512 MB', () => {
    // [ap] = a new segment; writing its cell 2^23 makes it 64 MB large.
    const program = programOf(
      [
        ...advance(1n),
        ...assertBinary(ap(0), ap(-1), 'add', 2n ** 23n),
        ...assertNumber(ap(0), 5n),
        ...assertDeref(ap(-1), ap(-2), 0, 'stay'),
        ...jumpBy(-7),
      ],
      [[0, [{ AllocSegment: { dst: { register: 'AP', offset: 0 } } }]]],
    );
    const machine = new WasmMachine();
    machine.begin(entryOf(program));
    expect(messageOf(machine)).toMatch(/^Out of memory: the call and its inner calls need more than 512 MB\./);
    machine.abandon();
    expect(machine.bytes).toBeGreaterThan(256 << 20);
    // The pool will replace the machine, but it still works.
    machine.begin(entryOf(smallLoop(10)));
    expect(messageOf(machine)).toBe('end');
  });

  test('that creates large felts in a loop fails with the same message', () => {
    // The same sum in a loop: it must be computed to be compared.
    const machine = new WasmMachine();
    machine.begin(
      entryOf(
        programOf([
          ...assertNumber(ap(0), 3n ** 150n),
          ...assertNumber(ap(0), 5n ** 100n),
          ...assertBinary(ap(0), ap(-1), 'add', ap(-2), 'stay'),
          ...jumpBy(-1),
        ]),
      ),
    );
    let message = 'budget';
    for (let i = 0; i < 40 && message === 'budget'; i++) message = messageOf(machine);
    expect(message).toMatch(/^Out of memory/);
    expect(machine.bytes).toBeGreaterThan(256 << 20);
  });

  test('cannot access memory before, after or outside its segments', () => {
    const machine = new WasmMachine();
    const failure = (...code: readonly (readonly Felt[])[]): string => {
      machine.begin(entryOf(programOf([...code.flat(), ...ret])));
      const message = messageOf(machine);
      machine.abandon();
      return message;
    };
    expect(failure(assertNumber(ap(-30), 1n))).toBe('Operation failed: 1:6 - 30, offsets cant be negative');
    expect(failure(assertDeref(ap(0), ap(-3), -1))).toBe('Operation failed: 4:0 - 1, offsets cant be negative');
    expect(failure(assertDeref(ap(0), ap(-3), 32_767))).toBe(
      "Couldn't compute operand op1. Unknown value for memory cell 4:32767",
    );
    expect(failure(assertBinary(ap(0), ap(-3), 'add', 2n ** 32n - 1n), assertDeref(ap(-6), ap(-1), 5))).toBe(
      'Operation failed: 4:4294967295 + 5, maximum offset value exceeded',
    );
    expect(failure(assertBinary(ap(0), ap(-3), 'add', 2n ** 31n), assertDeref(ap(-6), ap(-1), 5))).toBe(
      'Vector capacity exceeded',
    );
    expect(failure(advance(2n ** 25n), assertNumber(ap(0), 1n))).toBe('Vector capacity exceeded');
    expect(failure(advance(2n ** 31n), assertNumber(ap(0), 1n))).toBe('Vector capacity exceeded');
    expect(failure(jumpBy(100))).toBe('Unknown memory cell at address 0:100');
    expect(failure(jumpBy(-100))).toMatch(/maximum offset value exceeded$/);
  });

  test('that leaves a builtin almost empty, or returns a pointer far beyond its end, is refused without delay', () => {
    const machine = new WasmMachine();
    const finish = (builtin: 'bitwise' | 'range_check96', distance: bigint, store: boolean): string => {
      const code = [
        ...assertBinary(ap(0), fp(-7), 'add', distance),
        ...(store ? assertDeref(fp(-6), ap(-1), 0, 'stay') : []),
        ...[-6, -5].flatMap((cell) => assertCopy(ap(0), fp(cell))),
        ...assertNumber(ap(0), 0n),
        ...[-4, -3].flatMap((cell) => assertCopy(ap(0), fp(cell))),
        ...ret,
      ];
      const end = machine.begin(entryOf(programOf(code), { builtins: [builtin] }));
      expect(messageOf(machine)).toBe('end');
      const result = machine.finish(end);
      return result instanceof VmError ? result.message : `${JSON.stringify(result.resources.builtins)}`;
    };
    expect(finish('bitwise', 2n ** 24n - 1n, true)).toBe('Missing memory cells for bitwise_builtin');
    expect(finish('range_check96', 2n ** 32n - 1n, false)).toBe('Vector capacity exceeded');
    expect(finish('range_check96', 1000n, false)).toBe('{"range_check96":1000}');
  });

  test('cannot write to segments that do not exist', () => {
    const machine = new WasmMachine();
    machine.begin(entryOf(spin()));
    expect(() => machine.set((99 * 2 ** 32) as never, 1n as Felt)).toThrow(VmError);
    expect(() => machine.set((99 * 2 ** 32) as never, 1n as Felt)).toThrow("Can't insert into segment #99");
    expect(machine.get((99 * 2 ** 32) as never)).toBeUndefined();
    expect(machine.get((2 ** 32 + 2 ** 32 - 1) as never)).toBeUndefined();
  });
});
