import { expect, test } from 'vitest';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { spin } from '../../../test/support/cairo/programs.ts';
import { MachinePool } from './machinePool.ts';

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

test('a machine that grew large is not lent again', () => {
  const pool = new MachinePool();
  const machine = pool.acquireNow();
  machine.begin(entryOf(spin()));
  // 2^23 cells are 64 MB.
  machine.set((2 ** 32 + 2 ** 23) as never, 1n as never);
  pool.release(machine);
  expect(pool.counts).toEqual({ lent: 0, idle: 0, waiting: 0 });
});
