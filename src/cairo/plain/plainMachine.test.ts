import { describe, expect, test } from 'vitest';
import { record } from '../../../test/support/cairo/differential.ts';
import { hyperlaneRuns } from '../../../test/support/cairo/hyperlane.ts';
import { PlainMachine } from './plainMachine.ts';

describe('real classes', () => {
  test('entry points run to a return or a panic, in slices of any length', async () => {
    const outcomes: Record<string, number> = {};
    for await (const { run, random } of hyperlaneRuns(5)) {
      const seed = random.word();
      const whole = record(new PlainMachine(), run, { seed });
      outcomes[whole.outcome] = (outcomes[whole.outcome] ?? 0) + 1;
      if (random.below(8) === 0) expect(record(new PlainMachine(), run, { seed, slice: 7 })).toEqual(whole);
    }
    expect(Object.keys(outcomes).sort()).toEqual(['panicked', 'returned']);
    expect(outcomes['returned']).toBeGreaterThan(2);
  });
});
