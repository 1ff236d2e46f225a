import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { feltLoop, smallLoop } from '../../../test/support/cairo/programs.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import type { EntryPointRun, Machine } from '../machine.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { offsetOf, pointer, segmentOf } from '../pointer.ts';
import { WasmMachine } from '../wasm/wasmMachine.ts';
import { copyMemory } from './copyMemory.ts';
import type { Registers } from './rareStep.ts';
import type { RunMemory } from './runMemory.ts';
import { CHUNK, RunTrace } from './runTrace.ts';

const registersOf = ({ pc, ap, fp }: Machine): Registers => ({ pc: offsetOf(pc), ap: offsetOf(ap), fp: offsetOf(fp) });

/** Runs step by step until the end, an error, a system call or a jump out of the program. */
function walked(machine: Machine, entry: EntryPointRun, maxSteps: number) {
  machine.begin(entry);
  const before: Registers[] = [];
  for (let step = 0; step < maxSteps && segmentOf(machine.pc) === 0; step++) {
    const registers = registersOf(machine);
    const taken = machine.steps;
    const { kind } = machine.run(1);
    if (machine.steps > taken) before.push(registers);
    if (kind !== 'budget') break;
  }
  return { before, memory: copyMemory(machine, 2 ** 24)! };
}

function expectSame(entry: EntryPointRun, maxSteps = 20_000): number {
  const { before, memory } = walked(new PlainMachine(), entry, maxSteps);
  if (before.length === 0) return 0;
  const trace = new RunTrace(entry.program, memory, before[0]!, before.length);
  expect(trace.steps).toBe(before.length);
  for (const [step, registers] of before.entries()) expect(trace.at(step)).toEqual(registers);
  return before.length;
}

describe('a trace', () => {
  test('has the registers of every step of loops, over several chunks', () => {
    for (const program of [smallLoop(2000), feltLoop(2000)])
      expect(expectSame(entryOf(program))).toBeGreaterThan(CHUNK);
  });

  test('has the registers of every step of 100 random programs with calls, jumps and hints', () => {
    let steps = 0;
    for (let seed = 0; seed < 100; seed++) steps += expectSame(tidyEntry(new Random(seed)), 3000);
    expect(steps).toBeGreaterThan(2000);
  });

  test('knows which instructions a chunk may run, and its lowest frame', () => {
    const { before, memory } = walked(new PlainMachine(), entryOf(smallLoop(10)), 1000);
    const trace = new RunTrace(smallLoop(10), memory, before[0]!, before.length);
    for (const { pc } of before) expect(trace.mayRun(0, pc)).toBe(true);
    expect(trace.mayRun(0, 1000)).toBe(false);
    expect(trace.lowestFp(0)).toBe(Math.min(...before.map(({ fp }) => fp)));
  });
});

/** All cells of a memory. */
const cellsOf = (memory: RunMemory, segments: number) =>
  Array.from({ length: segments }, (_, segment) =>
    Array.from({ length: memory.sizeOf(segment) }, (_, offset) => memory.get(pointer(segment, offset))),
  );

test('both machines copy the same memory: small and big felts, addresses and unknown cells', () => {
  for (let seed = 0; seed < 40; seed++) {
    const memories = [new PlainMachine(), new WasmMachine()].map((machine) => {
      machine.begin(tidyEntry(new Random(seed)));
      machine.run(500);
      return cellsOf(copyMemory(machine, 2 ** 24)!, 12);
    });
    expect(memories[1]).toEqual(memories[0]);
  }
});

test('a memory with more cells than allowed is not copied', () => {
  for (const machine of [new PlainMachine(), new WasmMachine()]) {
    machine.begin(entryOf(smallLoop(100)));
    machine.run(1000);
    expect(copyMemory(machine, 10)).toBeUndefined();
  }
});
