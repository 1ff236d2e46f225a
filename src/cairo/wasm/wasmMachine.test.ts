import { describe, expect, test } from 'vitest';
import { compareRuns, kindOf } from '../../../test/support/cairo/agreement.ts';
import { growProgram } from '../../../test/support/cairo/growProgram.ts';
import { hyperlaneRuns } from '../../../test/support/cairo/hyperlane.ts';
import { tidyEntry } from '../../../test/support/cairo/tidyProgram.ts';
import { Random } from '../../../test/support/random.ts';
import { WasmMachine } from './wasmMachine.ts';

describe('the wasm machine agrees with the plain machine', () => {
  test('on entry points of real classes, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    const machine = new WasmMachine();
    // A third of the classes; the others contain the same code.
    for await (const { name, run, random } of hyperlaneRuns(3)) {
      const slice = random.pick([1, 7, 1000]);
      const { outcome, difference } = compareRuns(machine, run, { seed: random.word(), slice });
      expect(difference, `${name} at ${run.offset}`).toBeUndefined();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(outcomes['returned']).toBeGreaterThan(5);
    expect(outcomes['panicked']).toBeGreaterThan(5);
  }, 60_000);

  const SEED = 20_251_115;
  // The programs must produce many different errors, or they are too similar.
  const expectVariety = (kinds: ReadonlySet<string>, least: number) => {
    expect([...kinds]).toEqual(expect.arrayContaining(['returned', 'panicked']));
    expect(kinds.size).toBeGreaterThan(least);
  };

  test(`on random programs of valid operations (seed ${SEED})`, () => {
    const machine = new WasmMachine();
    const kinds = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const random = new Random(SEED + i);
      const slice = random.pick([1, 7, 1000]);
      const compared = compareRuns(machine, tidyEntry(random), { seed: i, slice, maxSteps: 1000 });
      expect(compared.difference, `seed ${SEED + i}`).toBeUndefined();
      kinds.add(kindOf(compared));
    }
    expectVariety(kinds, 20);
  }, 60_000);

  test(`on programs of random instructions and hints (seed ${SEED})`, () => {
    const machine = new WasmMachine();
    const kinds = new Set<string>();
    for (let i = 0; i < 40; i++)
      growProgram(new Random(SEED + i), 60, (entry, options) => {
        const compared = compareRuns(machine, entry, options);
        expect(compared.difference, `seed ${SEED + i}`).toBeUndefined();
        kinds.add(kindOf(compared));
        return compared.plain;
      });
    expectVariety(kinds, 40);
  }, 60_000);
});
