import { describe, expect, test } from 'vitest';
import { compareRuns } from '../../../test/cairo/agreement.ts';
import { hyperlaneClass, hyperlaneNames } from '../../../test/cairo/hyperlane.ts';
import { Random } from '../../../test/cairo/random.ts';
import { randomEntry } from '../../../test/cairo/randomProgram.ts';
import { tidyEntry } from '../../../test/cairo/tidyProgram.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { programOfCasm } from '../program.ts';
import { WasmMachine } from './wasmMachine.ts';

describe('the engine agrees with the plain machine', () => {
  test('on entry points of real classes, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    const machine = new WasmMachine();
    // A third of the classes: the others are the same code in other places.
    for (const name of hyperlaneNames().filter((_, i) => i % 3 === 0)) {
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
        const slice = random.pick([1, 7, 1000]);
        const { outcome, difference } = compareRuns(machine, run, { seed: random.word(), slice });
        expect(difference, `${name} at ${entry.offset}`).toBeUndefined();
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }
    expect(outcomes['returned']).toBeGreaterThan(5);
    expect(outcomes['panicked']).toBeGreaterThan(5);
  }, 60_000);

  const CASES = 1000;
  test.each([
    ['random instructions and hints', randomEntry],
    ['programs that know what they do', tidyEntry],
  ])(
    `on ${CASES} cases of %s`,
    (_, make) => {
      const seed = 20_251_115;
      const machine = new WasmMachine();
      const outcomes = new Set<string>();
      for (let i = 0; i < CASES; i++) {
        const random = new Random(seed + i);
        const slice = random.pick([1, 7, 1000]);
        const { outcome, message, difference } = compareRuns(machine, make(random), { seed: i, slice, maxSteps: 1000 });
        expect(difference, `seed ${seed + i}`).toBeUndefined();
        outcomes.add(outcome === 'failed' ? message.replace(/\d+/g, 'n').slice(0, 40) : outcome);
      }
      expect(outcomes.size).toBeGreaterThan(20);
    },
    60_000,
  );
});
