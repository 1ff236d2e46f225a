import { expect, test } from 'vitest';
import { randomFormula } from '../../test/support/hashFormula.ts';
import { Random } from '../../test/support/random.ts';
import { directHashing } from './hashing.ts';
import { RecipeRunner, RecipeWriter, readSlot, SLOT_WORDS, type Slot, STEP_LENGTH, writeSlot } from './hashRecipe.ts';
import { newKernel } from './kernel.ts';

const RANGE = { from: 8, to: 520 };
const words = new BigUint64Array(SLOT_WORDS * RANGE.to);
const steps = new Int32Array(STEP_LENGTH * 256);
const runner = new RecipeRunner(newKernel(), words);

test('running a recipe gives the same hashes as computing directly', () => {
  const random = new Random(7);
  for (let seed = 0; seed < 150; seed++) {
    const before = random.oddFelt();
    // Half of the recipes read the value from a slot outside their range, where an earlier recipe would have written it.
    writeSlot(words, 3, before);
    const writer = new RecipeWriter(words, steps, RANGE, 5);
    const results = randomFormula(seed)<Slot>(writer, seed % 2 ? (3 as Slot) : before);
    for (const [i, result] of results.entries()) writer.put(RANGE.from + i, result);
    runner.run(steps, writer.length!, RANGE, 5);
    const found = results.map((_, i) => readSlot(words, RANGE.from + i));
    expect(found).toEqual(randomFormula(seed)(directHashing, before));
  }
});

test('a recipe that does not fit reports it and writes nothing outside its range', () => {
  const guard = new BigUint64Array(SLOT_WORDS * 64).fill(7n);
  for (const [range, most] of [
    [{ from: 0, to: 32 }, 256],
    [{ from: 0, to: 60 }, 3],
  ] as const) {
    const few = new Int32Array(STEP_LENGTH * most);
    const writer = new RecipeWriter(guard, few, range, 5);
    for (const [i, result] of randomFormula(1)<Slot>(writer, 1n as never).entries()) writer.put(range.from + i, result);
    expect(writer.length).toBeUndefined();
    expect(guard.subarray(SLOT_WORDS * range.to).every((word) => word === 7n)).toBe(true);
  }
});
