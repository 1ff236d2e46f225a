import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { entryOf } from '../../../test/support/cairo/assembler.ts';
import { spin } from '../../../test/support/cairo/programs.ts';
import { nextTurn } from '../../async/turns.ts';
import { RequestMemory } from '../../budget/requestMemory.ts';
import { WorkMemory } from '../../budget/workMemory.ts';
import type { CasmHint } from '../../cairo/casm.ts';
import type { CodeCounter } from '../../cairo/codeCounter.ts';
import type { Machine } from '../../cairo/machine.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import { MachinePool } from '../../cairo/wasm/machinePool.ts';
import type { Execution } from '../../execution/callContext.ts';
import { State } from '../../state/state.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import { MachineExecutor } from './machineExecutor.ts';

/** A program that counts how often its hints are read. */
function countedProgram(hints: ReadonlyMap<number, readonly CasmHint[]>) {
  const reads = { count: 0 };
  const program: LoadedProgram = {
    ...spin(),
    get hints() {
      reads.count++;
      return hints;
    },
  };
  return { program, reads };
}

test('a program is read and decoded some turns later, and its first run does not decode it again', async () => {
  const pool = new MachinePool();
  const { program, reads } = countedProgram(new Map());
  const read = vi.fn(() => program);
  new MachineExecutor(pool).prepareLater(read);
  // The declaration is answered meanwhile.
  await nextTurn();
  expect(read).not.toHaveBeenCalled();
  while (pool.counts.idle === 0) await nextTurn();
  expect(reads.count).toBe(1);
  pool.acquireNow().begin(entryOf(program));
  expect(reads.count).toBe(1);
});

test('a program that cannot be decoded is reported by its first run only', async () => {
  const pool = new MachinePool();
  const { program } = countedProgram(new Map([[0, ['NoSuchHint']]]));
  new MachineExecutor(pool).prepareLater(() => program);
  while (pool.counts.idle === 0) await nextTurn();
  const machine = pool.acquireNow();
  expect(() => machine.begin(entryOf(program))).toThrow('NoSuchHint');
});

/** Runs some steps of a program. */
function* steps(machine: Machine): Execution<void> {
  machine.begin(entryOf(spin()));
  machine.run(100);
  yield 'slice';
  machine.abandon();
}

test('a run that is counted apart is reported at its end, though another execution has its machine afterwards', async () => {
  const pool = new MachinePool();
  const executor = new MachineExecutor(pool);
  const add = vi.fn();
  await executor.run(State.over(EMPTY_BASE), steps, { counter: { byCall: false, add }, countsApart: true });
  pool.acquireNow();
  executor.flushCounts();
  expect(add).toHaveBeenCalledTimes(1);
});

test('a counted run that is cancelled reports nothing, and its machine does not keep the counter', async () => {
  const pool = new MachinePool();
  const executor = new MachineExecutor(pool);
  const add = vi.fn();
  const runCounted = async (): Promise<WeakRef<CodeCounter>> => {
    const counter = { byCall: false, add };
    const cancelled = function* (machine: Machine): Execution<void> {
      yield* steps(machine);
      throw new Error('cancelled');
    };
    const running = executor.run(State.over(EMPTY_BASE), cancelled, { counter, countsApart: true });
    await expect(running).rejects.toThrow('cancelled');
    return new WeakRef(counter);
  };
  const counter = await runCounted();
  executor.flushCounts();
  expect(add).not.toHaveBeenCalled();
  // A WeakRef keeps its target until the end of the turn in which it was made.
  await new Promise((done) => setTimeout(done));
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(counter.deref()).toBeUndefined();
});

test('a counted run that grows waits for memory as others do, and is counted once', async () => {
  const budget = new WorkMemory(100 << 20);
  const others = budget.take('executions', 50 << 20)!;
  const signal = { memory: new RequestMemory(budget), throwIfAborted: () => undefined };
  const add = vi.fn();
  let starts = 0;
  const growing = function* (machine: Machine): Execution<void> {
    starts++;
    machine.keptFelts = 300_000;
    yield* steps(machine);
    machine.keptFelts = 0;
  };
  const options = { signal, counter: { byCall: false, add }, countsApart: true };
  const running = new MachineExecutor(new MachinePool()).run(State.over(EMPTY_BASE), growing, options);
  for (let i = 0; i < 5; i++) await nextTurn();
  expect([starts, budget.waiting, add.mock.calls.length]).toEqual([1, 1, 0]);
  others.end();
  await running;
  expect([starts, add.mock.calls.length]).toEqual([2, 1]);
});

/** The options and the budget of a run whose request may use 75 MB, and keeps 40 MB already. */
function keeping() {
  const budget = new WorkMemory(100 << 20);
  const signal = { memory: new RequestMemory(budget), throwIfAborted: vi.fn(() => undefined) };
  expect(signal.memory.keep(40 << 20)).toBe(true);
  return { budget, signal };
}

test('a run whose request already keeps much gets a share, of which that is a part', async () => {
  const { budget, signal } = keeping();
  await new MachineExecutor(new MachinePool()).run(State.over(EMPTY_BASE), steps, { signal });
  expect([signal.memory.isLarge, budget.usedBytes]).toEqual([true, 75 << 20]);
  signal.memory.end();
  expect(budget.usedBytes).toBe(0);
});

test('a run that waits for memory ends when its client leaves, and nobody waits behind it', async () => {
  const { budget, signal } = keeping();
  const others = budget.take('executions', 50 << 20)!;
  const running = new MachineExecutor(new MachinePool()).run(State.over(EMPTY_BASE), steps, { signal });
  await nextTurn();
  expect(budget.waiting).toBe(1);
  signal.throwIfAborted.mockImplementation(() => {
    throw new Error('the client left');
  });
  await expect(running).rejects.toThrow('the client left');
  expect([budget.waiting, others.bytes]).toEqual([0, 50 << 20]);
});
