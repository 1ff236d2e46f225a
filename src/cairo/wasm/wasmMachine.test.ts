import { describe, expect, test } from 'vitest';
import { type RunRecord, record } from '../../../test/cairo/differential.ts';
import { hyperlaneClass, hyperlaneNames } from '../../../test/cairo/hyperlane.ts';
import { Random } from '../../../test/cairo/random.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { PlainMachine } from '../plain/plainMachine.ts';
import { programOfCasm } from '../program.ts';
import { WasmMachine } from './wasmMachine.ts';

function expectSame(ours: RunRecord, theirs: RunRecord, what: string): void {
  expect({ what, outcome: ours.outcome, log: ours.log }).toEqual({ what, outcome: theirs.outcome, log: theirs.log });
  // Memory is large: show the first segment that differs.
  const segment = theirs.memory.findIndex((line, i) => line !== ours.memory[i]);
  if (segment >= 0) expect([what, segment, ours.memory[segment]]).toEqual([what, segment, theirs.memory[segment]]);
}

describe('real classes', () => {
  test('run as on the plain machine, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    const machine = new WasmMachine();
    for (const name of hyperlaneNames()) {
      const casm = await hyperlaneClass(name);
      const program = programOfCasm(casm);
      const random = new Random(name.length);
      for (const entry of Object.values(casm.entryPointsByType).flat().slice(0, 5)) {
        const calldata = Array.from({ length: random.below(6) }, () => keyOf(random.oddFelt()));
        const run = {
          program,
          offset: entry.offset,
          builtins: entry.builtins,
          calldata,
          initialGas: 10_000_000_000n - 10_000n,
          selector: ZERO_KEY,
        };
        const seed = random.word();
        const plain = record(new PlainMachine(), run, { seed });
        outcomes[plain.outcome] = (outcomes[plain.outcome] ?? 0) + 1;
        for (const slice of [10_000, 7, 1])
          expectSame(record(machine, run, { seed, slice }), plain, `${name} ${entry.offset} ${slice}`);
      }
    }
    expect(outcomes['returned']).toBeGreaterThan(10);
    expect(outcomes['panicked']).toBeGreaterThan(10);
  }, 60_000);
});
