import { WasmMachine } from '../src/cairo/wasm/wasmMachine.ts';
import { compareRuns } from '../test/cairo/agreement.ts';
import { Random } from '../test/cairo/random.ts';
import { randomEntry } from '../test/cairo/randomProgram.ts';
import { tidyEntry } from '../test/cairo/tidyProgram.ts';
import type { FuzzReport } from './report.ts';

/** Random programs and hints on the engine and on the plain machine: every outcome, text, count and cell must be the same. */
export function fuzzVm(cases: number, seed: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  const machine = new WasmMachine();
  let slowestMs = 0;
  for (let i = 0; i < cases; i++) {
    const random = new Random(seed + i);
    const start = performance.now();
    const make = i % 3 === 0 ? tidyEntry : randomEntry;
    const slice = random.pick([1, 7, 1000]);
    let kind = 'crashed';
    try {
      const { outcome, message, difference } = compareRuns(machine, make(random), { seed: i, slice, maxSteps: 1000 });
      kind = outcome === 'failed' ? `failed: ${kindOf(message)}` : outcome;
      if (difference !== undefined) failures.push(`seed ${seed + i}: ${difference}`);
    } catch (error) {
      failures.push(`seed ${seed + i}: ${error}`);
      machine.clear();
    }
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  return { area: 'vm', seed, cases, outcomes, slowestMs, failures };
}

/** An error text without its numbers. */
const kindOf = (message: string): string => message.replace(/-?\d[\da-fx:]*/g, 'n').slice(0, 70);
