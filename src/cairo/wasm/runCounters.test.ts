import { describe, expect, test } from 'vitest';
import {
  advance,
  ap,
  assertBinary,
  assertNumber,
  callBy,
  entryOf,
  fp,
  jumpIfNotZero,
  programOf,
  ret,
} from '../../../test/support/cairo/assembler.ts';
import { record } from '../../../test/support/cairo/differential.ts';
import { growProgram } from '../../../test/support/cairo/growProgram.ts';
import { hyperlaneRuns } from '../../../test/support/cairo/hyperlane.ts';
import { feltLoop, smallLoop } from '../../../test/support/cairo/programs.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import type { CodeCounter, CodeCounts } from '../codeCounter.ts';
import { decodeInstruction } from '../instruction.ts';
import type { EntryPointRun, Machine } from '../machine.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import type { LoadedProgram } from '../program.ts';
import { VmError } from '../vmError.ts';
import { WasmMachine } from './wasmMachine.ts';

/** Sums the counts by program, and keeps the last report. */
class Sums implements CodeCounter {
  readonly byCall: boolean;
  readonly byProgram = new Map<LoadedProgram, Map<number, number>>();
  last: readonly CodeCounts[] = [];

  constructor(byCall: boolean) {
    this.byCall = byCall;
  }
  add(program: LoadedProgram, reported: readonly CodeCounts[]): void {
    this.last = reported;
    const sums = this.byProgram.get(program) ?? new Map<number, number>();
    this.byProgram.set(program, sums);
    for (const { start, counts } of reported)
      for (const [i, count] of counts.entries()) if (count > 0) sums.set(start + i, (sums.get(start + i) ?? 0) + count);
  }
}

/** The counts of a run on a machine, by offset. */
function countsOn(machine: Machine, entry: EntryPointRun, byCall: boolean, slice: number, seed: number) {
  const counter = new Sums(byCall);
  machine.counter = counter;
  record(machine, entry, { seed, slice, maxSteps: 5000 });
  if (machine instanceof WasmMachine) machine.flushCounts();
  return { counter, sums: counter.byProgram.get(entry.program) };
}

/** The counts of what ran on the plain machine, compared with what another machine counted there. */
function expectAgreement(
  entry: EntryPointRun,
  slice: number,
  seed: number,
  shared: WasmMachine,
  modes: readonly boolean[] = [false],
): number {
  const { sums = new Map() } = countsOn(new PlainMachine(), entry, false, 10_000, seed);
  for (const byCall of modes) {
    const { sums: ours } = countsOn(shared, entry, byCall, slice, seed);
    for (const [offset, count] of sums) expect(`${offset}: ${ours?.get(offset)}`).toBe(`${offset}: ${count}`);
    // Cells behind an instruction may have a count; instructions that did not run have none.
    for (const [offset, count] of ours ?? [])
      if (!sums.has(offset) && !isImmediate(entry.program, offset, sums)) expect(`${offset}: ${count}`).toBe('none');
  }
  return sums.size;
}

function isImmediate({ bytecode }: LoadedProgram, offset: number, ran: ReadonlyMap<number, number>): boolean {
  if (offset >= bytecode.length) return true;
  if (!ran.has(offset - 1)) return false;
  try {
    return decodeInstruction(bytecode[offset - 1]!).size === 2;
  } catch (error) {
    if (error instanceof VmError) return false;
    throw error;
  }
}

describe('counters', () => {
  test.each([1, 7, 10_000])('agree with the plain machine on loops, in slices of %i steps', (slice) => {
    const machine = new WasmMachine();
    for (const program of [smallLoop(100), feltLoop(100)])
      expect(expectAgreement(entryOf(program), slice, 0, machine)).toBe(8);
  });

  test('agree with the plain machine on real classes, as a whole and by calls', async () => {
    const machine = new WasmMachine();
    let counted = 0;
    for await (const { run, random } of hyperlaneRuns(8))
      counted += expectAgreement(run, random.pick([1, 1000]), random.word(), machine, [false, true]);
    expect(counted).toBeGreaterThan(2000);
  });

  test('agree with the plain machine on 150 random programs with calls, hints and failures', () => {
    const machine = new WasmMachine();
    let counted = 0;
    for (let seed = 0; seed < 150; seed++)
      counted += expectAgreement(tidyEntry(new Random(seed)), seed % 3 === 0 ? 3 : 10_000, seed, machine);
    expect(counted).toBeGreaterThan(2000);
  });

  test('agree with the plain machine on programs of arbitrary instructions', () => {
    const machine = new WasmMachine();
    for (let seed = 0; seed < 10; seed++)
      growProgram(new Random(seed), 20, (entry, options) => {
        expectAgreement(entry, 10_000, options.seed, machine);
        return record(new PlainMachine(), entry, options);
      });
  });

  test('add up over runs until they are reported, and then start at zero', () => {
    const machine = new WasmMachine();
    const counter = new Sums(false);
    const program = smallLoop(10);
    for (let i = 0; i < 3; i++) {
      machine.counter = counter;
      machine.begin(entryOf(program));
      machine.run(1_000);
      machine.abandon();
      machine.clear();
    }
    expect(counter.byProgram.size).toBe(0);
    machine.flushCounts();
    expect(counter.byProgram.get(program)?.get(6)).toBe(30);
    machine.flushCounts();
    expect(counter.byProgram.get(program)?.get(6)).toBe(30);
  });

  test('go to the counter of the run, also if the machine had another before', () => {
    const machine = new WasmMachine();
    const [first, second] = [new Sums(false), new Sums(false)];
    const program = smallLoop(10);
    for (const counter of [first, second, undefined]) {
      machine.counter = counter;
      machine.begin(entryOf(program));
      machine.run(1_000);
      machine.abandon();
    }
    machine.flushCounts();
    for (const counter of [first, second]) expect(counter.byProgram.get(program)?.get(0)).toBe(1);
  });
});

describe('a run that is counted by calls', () => {
  // main (0) calls twice (7) two times; twice calls leaf (12) two times.
  const nested = programOf([
    ...callBy(7),
    ...callBy(5),
    ...advance(1n),
    ...ret,
    ...callBy(5),
    ...callBy(3),
    ...ret,
    ...advance(1n),
    ...ret,
  ]);

  test('has a node for every path', () => {
    const machine = new WasmMachine();
    const counter = new Sums(true);
    machine.counter = counter;
    machine.begin(entryOf(nested));
    machine.run(1000);
    machine.abandon();
    const paths = counter.last.map(({ start, site, caller, counts }) => ({ start, site, caller, calls: counts[0] }));
    expect(paths).toEqual([
      { start: 0, site: 0, caller: -1, calls: 1 },
      { start: 7, site: 0, caller: 0, calls: 1 },
      { start: 12, site: 7, caller: 1, calls: 1 },
      { start: 12, site: 9, caller: 1, calls: 1 },
      { start: 7, site: 2, caller: 0, calls: 1 },
      { start: 12, site: 7, caller: 4, calls: 1 },
      { start: 12, site: 9, caller: 4, calls: 1 },
    ]);
  });

  test('has one node for all recursive calls', () => {
    // main pushes n and calls down (5); down calls itself until the argument is 0, then returns, and steps once on the way back.
    const program = programOf([
      ...assertNumber(ap(0), 500n),
      ...callBy(3),
      ...ret,
      ...jumpIfNotZero(fp(-3), 3),
      ...ret,
      ...assertBinary(ap(0), fp(-3), 'add', -1n),
      ...callBy(-5),
      ...advance(1n),
      ...ret,
    ]);
    const machine = new WasmMachine();
    const counter = new Sums(true);
    machine.counter = counter;
    machine.begin(entryOf(program));
    machine.run(100_000);
    machine.abandon();
    expect(counter.last.map(({ start, caller }) => ({ start, caller }))).toEqual([
      { start: 0, caller: -1 },
      { start: 5, caller: 0 },
    ]);
    // Calls of `down`, and the steps after its inner calls.
    expect([counter.last[1]!.counts[0], counter.last[1]!.counts[7], counter.last[0]!.counts[4]]).toEqual([501, 500, 1]);
  });
});
