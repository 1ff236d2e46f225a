import { MachinePool } from '../src/cairo/wasm/machinePool.ts';
import { entryOf } from '../test/support/cairo/assembler.ts';
import { hoard, smallLoop } from '../test/support/cairo/programs.ts';
import type { Row } from './harness.ts';

const RUNS = 100_000;
const SLACK_MB = 40;

const rssMb = (): number => {
  // Twice: memory that the first collection finds unused is released by the second.
  for (let i = 0; i < 2; i++) (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};

/** Compares the process's memory (exact with `node --expose-gc`) before and after many runs, one of which takes more than 400 MB. */
export function memoryAfterRuns(): Row {
  const pool = new MachinePool();
  const entry = entryOf(smallLoop(10));
  const runs = (count: number) => {
    for (let i = 0; i < count; i++) {
      const machine = pool.acquireNow();
      machine.begin(entry);
      machine.run(1000);
      pool.release(machine);
    }
  };
  runs(5000);
  const before = rssMb();
  runs(RUNS / 2);
  const large = largeRun(pool);
  runs(RUNS / 2);
  const after = rssMb();
  return {
    name: `memory after ${RUNS} runs, one of ${large.toFixed(0)} MB among them`,
    ours: `${after.toFixed(0)} MB`,
    theirs: `${before.toFixed(0)} MB`,
    bar: `<= before + ${SLACK_MB} MB`,
    ok: large >= 400 && after <= before + SLACK_MB,
  };
}

/** Nested calls that fill their stacks until the segment or the call's memory is full. Returns the megabytes of the machine. */
function largeRun(pool: MachinePool): number {
  const machine = pool.acquireNow();
  for (let depth = 0; depth < 4; depth++) {
    machine.begin(entryOf(hoard()));
    machine.run(100_000_000);
  }
  const taken = machine.bytes / 2 ** 20;
  // The pool drops it.
  pool.release(machine);
  return taken;
}
