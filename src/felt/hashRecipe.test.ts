import { expect, test } from 'vitest';
import { randomFormula } from '../../test/support/hashFormula.ts';
import { Random } from '../../test/support/random.ts';
import { directHashing, type HashFormula } from './hashing.ts';
import { RecipeWriter, runRecipe, setBefore } from './hashRecipe.ts';
import { newKernel } from './kernel.ts';

const kernel = newKernel();

test('a recipe gives what computing the formula directly gives', () => {
  const random = new Random(7);
  const writer = new RecipeWriter();
  for (let seed = 0; seed < 150; seed++) {
    const before = random.oddFelt();
    const recipe = writer.write(randomFormula(seed), 5)!;
    setBefore(recipe, before);
    expect(runRecipe(kernel, recipe)).toEqual(randomFormula(seed)(directHashing, before));
  }
});

test('a recipe that was written earlier is not changed by the next one', () => {
  const writer = new RecipeWriter();
  const recipes = [1, 2, 3].map((seed) => writer.write(randomFormula(seed), 5)!);
  for (const [i, recipe] of recipes.entries()) {
    setBefore(recipe, 9n as never);
    expect(runRecipe(kernel, recipe)).toEqual(randomFormula(i + 1)(directHashing, 9n as never));
  }
});

test('a formula with too many values or too many steps has no recipe', () => {
  const writer = new RecipeWriter();
  const manyValues: HashFormula = (hashing) => [hashing.many(new Array(70_000).fill(1n))];
  const manySteps: HashFormula = (hashing, before) => {
    let value = hashing.pair(before, before);
    for (let i = 0; i < 5000; i++) value = hashing.pair(value, before);
    return [value];
  };
  expect(writer.write(manyValues, 1)).toBeUndefined();
  expect(writer.write(manySteps, 1)).toBeUndefined();
  const recipe = writer.write(randomFormula(4), 5)!;
  setBefore(recipe, 2n as never);
  expect(runRecipe(kernel, recipe)).toEqual(randomFormula(4)(directHashing, 2n as never));
});
