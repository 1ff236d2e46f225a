import { expect, test } from 'vitest';
import { randomFormula, treeFormula } from '../../test/support/hashFormula.ts';
import { Random } from '../../test/support/random.ts';
import type { Felt } from './felt.ts';
import { directHashing, type HashFormula } from './hashing.ts';
import { HashRecipe, RecipeWriter } from './hashRecipe.ts';
import { type KernelExports, type KernelFunction, newKernel } from './kernel.ts';

const kernel = newKernel();

/** The kernel, which counts the hashes that it computes. */
function countedKernel(before: (count: number) => void): {
  readonly kernel: KernelExports;
  readonly done: () => number;
} {
  let done = 0;
  const counted = (name: KernelFunction) => ({
    [name]: (...args: (number | bigint)[]) => {
      before(++done);
      return kernel[name](...args);
    },
  });
  return {
    kernel: {
      ...kernel,
      ...counted('poseidonMany'),
      ...counted('poseidonPermute'),
      ...counted('poseidonContinue'),
    } as KernelExports,
    done: () => done,
  };
}

test('a recipe gives what computing the formula directly gives', () => {
  const random = new Random(7);
  const writer = new RecipeWriter();
  for (let seed = 0; seed < 150; seed++) {
    const before = random.oddFelt();
    const recipe = writer.write(randomFormula(seed), 5)!;
    recipe.setBefore(before);
    const backwards = writer.write(randomFormula(seed), 5)!;
    backwards.setBefore(before);
    for (const hashes of [recipe.compute(kernel), backwards.computeBackwards(kernel)])
      expect(hashes).toEqual(randomFormula(seed)(directHashing, before));
  }
});

test('two threads that compute a recipe from both ends do no step twice', () => {
  const leaves = treeFormula(Array.from({ length: 64 }, (_, i) => BigInt(i) as Felt));
  for (const until of [0, 1, 30, 64, 80, 126]) {
    const recipe = new RecipeWriter().write(leaves, 1)!;
    recipe.setBefore(7n as Felt);
    // The first thread works on the same memory, and stops in the middle.
    const other = new HashRecipe(recipe.shared);
    const first = countedKernel((done) => {
      if (done > until) throw new Error('stop');
    });
    expect(() => other.compute(first.kernel)).toThrow('stop');
    const second = countedKernel(() => undefined);
    expect(recipe.computeBackwards(second.kernel)).toEqual(leaves(directHashing, 7n as Felt));
    expect(second.done()).toBe(127 - until);
    const third = countedKernel(() => undefined);
    expect(other.compute(third.kernel)).toEqual(leaves(directHashing, 7n as Felt));
    expect(third.done()).toBe(0);
  }
});

test('a thread goes on with a long list where another one is', () => {
  for (const length of [128, 129, 130, 191, 192, 193, 1000]) {
    const felts = Array.from({ length }, (_, i) => BigInt(i * i) as Felt);
    const long: HashFormula = (hashing, before) => [hashing.many([...felts, before]), before];
    const expected = long(directHashing, 7n as Felt);
    for (const until of [0, 1, 2, 3]) {
      const recipe = new RecipeWriter().write(long, 2)!;
      recipe.setBefore(7n as Felt);
      const other = new HashRecipe(recipe.shared);
      const parts = countedKernel((done) => {
        if (done > until) throw new Error('stop');
      });
      if (length >= 64 * (until + 1)) expect(() => other.compute(parts.kernel)).toThrow('stop');
      const rest = countedKernel(() => undefined);
      expect(recipe.computeBackwards(rest.kernel)).toEqual(expected);
      if (length >= 64 * (until + 1)) expect(rest.done()).toBe(Math.ceil((length + 1) / 64) - until);
      expect(other.compute(kernel)).toEqual(expected);
    }
  }
});

test('a recipe that was written earlier is not changed by the next one', () => {
  const writer = new RecipeWriter();
  const recipes = [1, 2, 3].map((seed) => writer.write(randomFormula(seed), 5)!);
  for (const [i, recipe] of recipes.entries()) {
    recipe.setBefore(9n as never);
    expect(recipe.compute(kernel)).toEqual(randomFormula(i + 1)(directHashing, 9n as never));
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
  recipe.setBefore(2n as never);
  expect(recipe.compute(kernel)).toEqual(randomFormula(4)(directHashing, 2n as never));
});
