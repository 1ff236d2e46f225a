import { PlainMachine } from '../src/cairo/plain/plainMachine.ts';
import { programOfCasm } from '../src/cairo/program.ts';
import { VmInstance } from '../src/cairo/wasm/vmInstance.ts';
import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { entryOf } from '../test/support/cairo/assembler.ts';
import { feltLoop, smallLoop } from '../test/support/cairo/programs.ts';
import { erc20Class, runWithStorage, transferRun } from './erc20.ts';
import { limitRow, type Row, ratioRow, scale, timeMs } from './harness.ts';
import { memoryAfterRuns } from './vmMemory.ts';

const TURNS = 25_000;

/** The milliseconds of a step of a loop: the best of many runs of a hundred thousand steps. */
function stepMs(machine: WasmMachine | PlainMachine, make: typeof smallLoop, rounds: number, turns: number): number {
  const entry = entryOf(make(turns));
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds; i++) {
    machine.begin(entry);
    const start = performance.now();
    const stop = machine.run(10_000_000);
    const spent = performance.now() - start;
    if (stop.kind !== 'end') throw new Error(`The loop ended with ${stop.kind}.`);
    best = Math.min(best, spent / machine.steps);
    machine.abandon();
  }
  return best;
}

/** Steps, whole entry points and the loading of classes. */
export async function vmBench(): Promise<readonly Row[]> {
  const factor = scale();
  const machine = new WasmMachine();
  const plain = new PlainMachine();
  const small = stepMs(machine, smallLoop, 200, TURNS);
  const felt = stepMs(machine, feltLoop, 200, TURNS);
  const rows: Row[] = [
    limitRow('step, small numbers (60 M/s)', small, 1 / 60_000, factor),
    limitRow('step, full-size felts (25 M/s)', felt, 1 / 25_000, factor),
    ratioRow('small numbers, against the plain machine', small, stepMs(plain, smallLoop, 5, 2500), 20),
  ];

  const casm = await erc20Class();
  const vm = new VmInstance();
  const erc20 = new WasmMachine(vm);
  const storage = new Map();
  const entry = transferRun(casm, 0x1234n);
  const { steps, builtins } = runWithStorage(erc20, entry, storage).resources;
  const what = `transfer, ${steps} steps, ${builtins.pedersen} Pedersen`;
  // Warm-up: V8 compiles the kernel in two stages.
  for (let i = 0; i < 5000; i++) runWithStorage(erc20, entry, storage);
  rows.push(
    limitRow(
      `${what} from the cache`,
      timeMs(() => runWithStorage(erc20, entry, storage)),
      0.06,
      factor,
    ),
  );
  vm.kernel.pedersenCache(0);
  rows.push(
    limitRow(
      `${what} computed`,
      timeMs(() => runWithStorage(erc20, entry, storage)),
      0.35,
      factor,
    ),
  );
  vm.kernel.pedersenCache(1);

  rows.push(limitRow(`first run of a class of ${casm.bytecode.length} cells`, firstRunMs(casm), 12, factor));
  rows.push(memoryAfterRuns());
  return rows;
}

/** The time to decode, load and run a new class; the kernel itself is warm. */
function firstRunMs(casm: Awaited<ReturnType<typeof erc20Class>>): number {
  const machine = new WasmMachine();
  const storage = new Map();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    const entry = { ...transferRun(casm, 0x1234n), program: programOfCasm(casm) };
    const start = performance.now();
    runWithStorage(machine, entry, storage);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
