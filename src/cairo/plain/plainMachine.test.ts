import { describe, expect, test } from 'vitest';
import { record } from '../../../test/cairo/differential.ts';
import { hyperlaneClass, hyperlaneNames } from '../../../test/cairo/hyperlane.ts';
import { Random } from '../../../test/support/random.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { programOfCasm } from '../program.ts';
import { PlainMachine } from './plainMachine.ts';

describe('real classes', () => {
  test('entry points run to a return or a panic, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    for (const name of hyperlaneNames().filter((_, i) => i % 5 === 0)) {
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
        const whole = record(new PlainMachine(), run, { seed });
        outcomes[whole.outcome] = (outcomes[whole.outcome] ?? 0) + 1;
        if (random.below(8) === 0) expect(record(new PlainMachine(), run, { seed, slice: 7 })).toEqual(whole);
      }
    }
    expect(Object.keys(outcomes).sort()).toEqual(['panicked', 'returned']);
    expect(outcomes['returned']).toBeGreaterThan(2);
  }, 60_000);
});
