import type { CasmClass } from '../src/cairo/casm.ts';
import type { EntryPointRun } from '../src/cairo/machine.ts';
import { programOfCasm } from '../src/cairo/program.ts';
import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { type Felt, reduce } from '../src/felt/felt.ts';
import { keyOf, ZERO_KEY } from '../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../src/protocol/versions.ts';
import { compareRuns, kindOf } from '../test/support/cairo/agreement.ts';
import type { RunOptions, RunRecord } from '../test/support/cairo/differential.ts';
import { growProgram } from '../test/support/cairo/growProgram.ts';
import { tidyEntry } from '../test/support/cairo/tidyProgram.ts';
import { Random } from '../test/support/random.ts';
import type { FuzzReport } from './report.ts';

const NO_RECORD: RunRecord = { outcome: 'cut', log: [], memory: [] };

/**
 * Runs random programs, random programs of valid operations and mutants of real classes on the wasm machine and on the plain
 * machine. They must agree on every stop, on memory, counts and messages. Any exception that is not an outcome of a run is a
 * crash. A failure names its seed; with `--seed`, its case is the first one.
 */
export function fuzzMachines(classes: readonly CasmClass[], cases: number, seed: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  let done = 0;
  let machine = new WasmMachine();

  const compare = (what: string, entry: EntryPointRun, options: RunOptions): RunRecord => {
    done++;
    const start = performance.now();
    let found: RunRecord = NO_RECORD;
    let kind = 'crashed';
    try {
      const compared = compareRuns(machine, entry, options);
      [found, kind] = [compared.plain, kindOf(compared)];
      if (compared.difference !== undefined) failures.push(`${what}: ${compared.difference}`);
    } catch (error) {
      failures.push(`${what}: ${(error as Error).stack}`);
      machine = new WasmMachine();
    }
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    slowestMs = Math.max(slowestMs, performance.now() - start);
    return found;
  };

  for (let i = 0; done < cases; i++) {
    const random = new Random(seed + i);
    const where = `seed ${seed + i}`;
    // A growing program counts as about seventy cases.
    if (random.below(16) === 0)
      growProgram(random, 60, (entry, options) => compare(`${where}, random program`, entry, options));
    else if (random.below(2) === 0) {
      const options = { seed: random.word(), slice: random.pick([1, 7, 1000]), maxSteps: 1000 };
      compare(`${where}, tidy program`, tidyEntry(random), options);
    } else {
      const options = { seed: random.word(), slice: random.pick([1, 7, 10_000]), maxSteps: 3000, maxSyscalls: 60 };
      compare(`${where}, mutant`, mutant(random, random.pick(classes)), options);
    }
  }
  return { area: 'machines', seed, cases: done, outcomes, slowestMs, failures };
}

/** An entry point of a real class with unusual calldata and, in most cases, a few changed words of code. */
function mutant(random: Random, casm: CasmClass): EntryPointRun {
  const entry = random.pick(Object.values(casm.entryPointsByType).flat());
  const bytecode = [...casm.bytecode];
  for (let left = random.below(4); left > 0; left--) {
    // Near the entry point, where the code is likely to be executed.
    const at = Math.min(bytecode.length - 1, entry.offset + random.below(random.pick([30, 200, 2000])));
    const word = bytecode[at]!;
    bytecode[at] = random.pick<Felt>([
      reduce(word ^ (1n << BigInt(random.below(64)))),
      reduce(word + BigInt(random.below(5)) - 2n),
      random.oddFelt(),
    ]);
  }
  const calldata = Array.from({ length: random.below(7) }, () =>
    keyOf(random.below(2) === 0 ? random.oddFelt() : (BigInt(random.below(3)) as Felt)),
  );
  return {
    program: { ...programOfCasm(casm), bytecode },
    offset: entry.offset,
    builtins: entry.builtins,
    calldata,
    initialGas: random.pick([10_000_000_000n, 300_000n, 0n]),
    selector: ZERO_KEY,
    constants: NEWEST_PROTOCOL,
  };
}
