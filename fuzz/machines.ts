import type { CasmClass } from '../src/cairo/casm.ts';
import type { EntryPointRun } from '../src/cairo/machine.ts';
import { PlainMachine } from '../src/cairo/plain/plainMachine.ts';
import { programOfCasm } from '../src/cairo/program.ts';
import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { type Felt, reduce } from '../src/felt/felt.ts';
import { keyOf, ZERO_KEY } from '../src/felt/key.ts';
import { type RunOptions, type RunRecord, record } from '../test/cairo/differential.ts';
import { growProgram } from '../test/cairo/growProgram.ts';
import { Random } from '../test/cairo/random.ts';
import type { FuzzReport } from './report.ts';

const LIMITS = { maxSteps: 3000, maxSyscalls: 60 } as const;

/**
 * Runs random programs and mutants of real classes on both machines. They must agree on every stop, on memory, counts and
 * texts; anything thrown that is no outcome of a run is a crash.
 */
export function fuzzMachines(classes: readonly CasmClass[], cases: number, seed: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  let done = 0;
  let machine = new WasmMachine();

  const compare = (what: string, run: EntryPointRun, options: RunOptions, expected: RunRecord): void => {
    done++;
    outcomes[expected.outcome] = (outcomes[expected.outcome] ?? 0) + 1;
    const start = performance.now();
    try {
      const actual = record(machine, run, options);
      const line = [...expected.log, ...expected.memory].findIndex(
        (text, i) => text !== [...actual.log, ...actual.memory][i],
      );
      if (line >= 0 || actual.outcome !== expected.outcome)
        failures.push(
          `${what}: ${[...actual.log, ...actual.memory][line]} instead of ${[...expected.log, ...expected.memory][line]}`,
        );
    } catch (error) {
      failures.push(`${what}: ${(error as Error).stack}`);
      machine = new WasmMachine();
    }
    slowestMs = Math.max(slowestMs, performance.now() - start);
  };

  for (let i = 0; done < cases; i++) {
    const random = new Random(seed + i);
    if (i % 8 === 0)
      growProgram(
        random,
        60,
        () => new PlainMachine(),
        (run, at, expected) => compare(`program ${seed + i}`, run, { seed: at, maxSteps: 200, slice: 50 }, expected),
      );
    const run = mutant(random, random.pick(classes));
    const options = { seed: random.word(), slice: random.pick([1, 7, 10_000]), ...LIMITS };
    try {
      compare(`mutant ${seed + i}`, run, options, record(new PlainMachine(), run, options));
    } catch (error) {
      failures.push(`mutant ${seed + i} on the plain machine: ${(error as Error).stack}`);
    }
  }
  return { area: 'machines', seed, cases: done, outcomes, slowestMs, failures };
}

/** An entry point of a real class with odd calldata and, mostly, a few words of its code changed. */
function mutant(random: Random, casm: CasmClass): EntryPointRun {
  const entry = random.pick(Object.values(casm.entryPointsByType).flat());
  const bytecode = [...casm.bytecode];
  for (let left = random.below(4); left > 0; left--) {
    // Near the entry, where the run is likely to come by.
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
  };
}
