import { expect, test } from 'vitest';
import { compareRuns } from '../../../test/support/cairo/agreement.ts';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { spin } from '../../../test/support/cairo/programs.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import { MachinePool } from './machinePool.ts';
import type { WasmMachine } from './wasmMachine.ts';

test('machines are lent up to the limit, and then callers wait in order', async () => {
  const pool = new MachinePool(2);
  const first = await pool.acquire();
  const second = pool.acquireNow();
  expect(() => pool.acquireNow()).toThrow('All 2 machines are in use');
  const order: string[] = [];
  const third = pool.acquire().then((machine) => {
    order.push('third');
    return machine;
  });
  const fourth = pool.acquire().then((machine) => {
    order.push('fourth');
    return machine;
  });
  expect(pool.counts).toEqual({ lent: 2, idle: 0, waiting: 2 });
  pool.release(second);
  pool.release(first);
  expect(await third).toBe(second);
  expect(await fourth).toBe(first);
  expect(order).toEqual(['third', 'fourth']);
  pool.release(await third);
  pool.release(await fourth);
  expect(pool.counts).toEqual({ lent: 0, idle: 2, waiting: 0 });
  expect(() => pool.release(first)).toThrow('already released');
});

test('a released machine has no runs when it is lent again', () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  machine.begin(entryOf(spin()));
  machine.begin(entryOf(spin()));
  machine.run(100);
  pool.release(machine);
  const again = pool.acquireNow();
  expect(again).toBe(machine);
  expect(() => again.steps).toThrow('begin one first');
  again.begin(entryOf(spin()));
  expect(again.run(10)).toEqual({ kind: 'budget' });
  expect(again.steps).toBe(10);
});

test('a machine whose execution threw is not lent again', () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  pool.release(machine, false);
  expect(pool.counts).toEqual({ lent: 0, idle: 0, waiting: 0 });
  expect(pool.acquireNow()).not.toBe(machine);
});

test('a machine that grew large is replaced by a small one that gives the same results', () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  const runs = Array.from({ length: 8 }, (_, i) => tidyEntry(new Random(i)));
  const outcomes = (on: WasmMachine) => runs.map((run) => compareRuns(on, run, { seed: 1, maxSteps: 1000 }).difference);
  expect(outcomes(machine)).toEqual(runs.map(() => undefined));
  machine.begin(entryOf(spin()));
  // 2^23 cells are 64 MB.
  machine.set((2 ** 32 + 2 ** 23) as never, 1n as never);
  machine.abandon();
  pool.release(machine);
  const next = pool.acquireNow();
  expect(next).not.toBe(machine);
  expect(next.bytes).toBeLessThan(16 << 20);
  expect(outcomes(next)).toEqual(runs.map(() => undefined));
  // The copy is independent of its original.
  expect(outcomes(machine)).toEqual(runs.map(() => undefined));
});

test('a machine that grew large and still has a run is not lent again', () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  machine.begin(entryOf(spin()));
  // 2^23 cells are 64 MB.
  machine.set((2 ** 32 + 2 ** 23) as never, 1n as never);
  pool.release(machine);
  expect(pool.counts).toEqual({ lent: 0, idle: 0, waiting: 0 });
});
