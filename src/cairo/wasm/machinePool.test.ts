import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { compareRuns } from '../../../test/support/cairo/agreement.ts';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { spin } from '../../../test/support/cairo/programs.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import { toFelt } from '../../felt/felt.ts';
import { pointer } from '../pointer.ts';
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

/** Starts a run with a number of segments of 64 MB, which are 2^23 cells. */
function grow(machine: WasmMachine, segments: number): void {
  machine.begin(entryOf(spin()));
  for (let i = 0; i < segments; i++) machine.set(pointer(machine.addSegment(), 2 ** 23), toFelt(1));
}

test('a machine that grew large serves large executions again, and is later replaced by a small one that gives the same results', async () => {
  const later: (() => void)[] = [];
  const pool = new MachinePool(8, (work) => void later.push(work));
  const machine = pool.acquireNow();
  const runs = Array.from({ length: 8 }, (_, i) => tidyEntry(new Random(i)));
  const outcomes = (on: WasmMachine) => runs.map((run) => compareRuns(on, run, { seed: 1, maxSteps: 1000 }).difference);
  expect(outcomes(machine)).toEqual(runs.map(() => undefined));
  grow(machine, 1);
  pool.release(machine);
  expect(await pool.acquire(true)).toBe(machine);
  expect(outcomes(machine)).toEqual(runs.map(() => undefined));
  pool.release(machine);
  // It was used meanwhile.
  later.shift()!();
  expect(pool.largeBytes).toBe(machine.bytes);
  later.shift()!();
  expect(later).toEqual([]);
  expect(pool.largeBytes).toBe(0);
  const next = pool.acquireNow();
  expect(next).not.toBe(machine);
  expect(next.bytes).toBeLessThan(16 << 20);
  expect(outcomes(next)).toEqual(runs.map(() => undefined));
  // The copy is independent of its original.
  expect(outcomes(machine)).toEqual(runs.map(() => undefined));
  // Its memory is still there, so the next large execution uses it.
  expect(await pool.acquire(true)).toBe(machine);
});

test('a usual execution never gets the large machine, which would hide its growth', () => {
  const pool = new MachinePool(8, () => {});
  const machine = pool.acquireNow();
  grow(machine, 1);
  pool.release(machine);
  expect(pool.acquireNow()).not.toBe(machine);
  expect(pool.acquireBriefly()).not.toBe(machine);
});

test('of several machines that grew large, one is kept, and the other is replaced by a small copy', () => {
  const pool = new MachinePool(8, () => {});
  const machines = [pool.acquireNow(), pool.acquireNow()];
  for (const machine of machines) {
    grow(machine, 1);
    machine.abandon();
    pool.release(machine);
  }
  expect(pool.counts.idle).toBe(2);
  expect(pool.largeBytes).toBe(machines[0]!.bytes);
  expect(pool.acquireNow().isSmall).toBe(true);
});

test('the large machine is given up when memory is needed', () => {
  const pool = new MachinePool(8, () => {});
  const machine = pool.acquireNow();
  grow(machine, 1);
  pool.release(machine);
  expect(pool.dropLarge()).toBe(true);
  expect(pool.dropLarge()).toBe(false);
  expect(pool.counts).toEqual({ lent: 0, idle: 1, waiting: 0 });
});

test('a large machine whose execution threw is dropped, and another one may be kept', async () => {
  const pool = new MachinePool(8, () => {});
  const machine = pool.acquireNow();
  grow(machine, 1);
  pool.release(machine);
  pool.release(await pool.acquire(true), false);
  expect(pool.counts.idle).toBe(0);
  const other = pool.acquireNow();
  grow(other, 1);
  pool.release(other);
  expect(await pool.acquire(true)).toBe(other);
});

const growALittle = (machine: WasmMachine) => {
  machine.begin(entryOf(spin()));
  machine.set(pointer(machine.addSegment(), 2 ** 21), toFelt(1));
  machine.abandon();
};

/** A pool whose timers run when the test says so. */
function timedPool(max?: number): { readonly pool: MachinePool; readonly look: () => void } {
  const later: (() => void)[] = [];
  const pool = new MachinePool(max, (work) => void later.push(work));
  return { pool, look: () => later.splice(0).forEach((work) => void work()) };
}

test('machines that have grown a little are replaced by copies of the first size once none of them was used for a while', () => {
  const { pool, look } = timedPool();
  const machines = [pool.acquireNow(), pool.acquireNow()];
  for (const machine of machines) {
    growALittle(machine);
    pool.release(machine);
  }
  expect(machines.every(({ isSmall, bytes }) => isSmall && bytes > 24 << 20)).toBe(true);
  expect(pool.idleBytes).toBe(machines[0]!.bytes + machines[1]!.bytes);
  look();
  look();
  // One is used meanwhile.
  pool.release(pool.acquireNow());
  for (let i = 0; i < 3; i++) {
    look();
    expect(pool.idleBytes).toBeGreaterThan(0);
  }
  look();
  expect(pool.idleBytes).toBe(0);
  expect(pool.counts).toEqual({ lent: 0, idle: 2, waiting: 0 });
  const next = pool.acquireNow();
  expect(next.bytes).toBeLessThan(16 << 20);
  // Other work can need their memory earlier.
  growALittle(next);
  pool.release(next);
  expect(pool.shrinkIdle()).toBe(true);
  expect(pool.shrinkIdle()).toBe(false);
  expect(pool.idleBytes).toBe(0);
});

test('after a while without many executions at once two machines are left, and one execution after the other does not prevent that', () => {
  const { pool, look } = timedPool();
  const machines = Array.from({ length: 8 }, () => pool.acquireNow());
  for (const machine of machines) pool.release(machine);
  expect(pool.counts.idle).toBe(8);
  for (let i = 0; i < 4; i++) {
    pool.release(pool.acquireNow());
    look();
  }
  expect(pool.counts.idle).toBe(2);
});

test('a large machine that is dropped and used again, many times, leaves no machine for each time', async () => {
  const pool = new MachinePool(2, () => {});
  const machine = pool.acquireNow();
  grow(machine, 1);
  pool.release(machine);
  for (let i = 0; i < 10; i++) {
    pool.dropLarge();
    // Its memory was not garbage-collected yet.
    const again = await pool.acquire(true);
    expect(again).toBe(machine);
    pool.release(again);
  }
  expect(pool.counts.idle).toBeLessThanOrEqual(5);
});

test('what a machine counted is reported before it is dropped', () => {
  const { pool, look } = timedPool();
  const counted: string[] = [];
  const machines = Array.from({ length: 4 }, () => pool.acquireNow());
  machines.forEach((machine, i) => {
    machine.counter = { byCall: false, add: () => void counted.push(`machine ${i}`) };
    machine.begin(entryOf(spin()));
    machine.run(100);
    machine.abandon();
    pool.release(machine);
  });
  for (let i = 0; i < 4; i++) look();
  expect(pool.counts.idle).toBe(2);
  pool.flushCounts();
  expect(counted.sort()).toEqual(machines.map((_, i) => `machine ${i}`));
});

test('an idle machine does not keep who counted its last run, which recorded every call', async () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  const runCounted = (): WeakRef<object> => {
    machine.counter = { byCall: true, add: () => undefined };
    const counter = new WeakRef(machine.counter);
    machine.begin(entryOf(spin()));
    machine.run(100);
    machine.abandon();
    return counter;
  };
  const counter = runCounted();
  pool.release(machine);
  // A WeakRef keeps its target until the end of the turn in which it was made.
  await new Promise((done) => setTimeout(done));
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(counter.deref()).toBeUndefined();
});

test('one write gets a slot when all others are taken, and further ones wait: each box has writes', async () => {
  const pool = new MachinePool(2);
  const reads = [pool.acquireNow(), pool.acquireNow()];
  const writes = Array.from({ length: 10 }, () => pool.acquireBriefly());
  const paused = writes.filter((machine) => pool.reserveSlot(machine, true));
  expect(paused.length).toBe(1);
  for (const machine of writes) if (!paused.includes(machine)) pool.release(machine);
  const order: string[] = [];
  const read = pool.acquire().then((machine) => {
    order.push('read');
    return machine;
  });
  const write = pool.acquire(false, true).then((machine) => {
    order.push('write');
    return machine;
  });
  // The slot of writes is free again, those of reads are not.
  pool.release(paused[0]!);
  await write;
  expect(order).toEqual(['write']);
  for (const machine of [...paused.slice(1), await write, ...reads]) pool.release(machine);
  await read;
  expect(order).toEqual(['write', 'read']);
});
