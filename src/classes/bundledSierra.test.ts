import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtinClassTexts } from './builtinClassTexts.ts';
import { indicesOf, textOfWords, wordsOfIndices, wordsOfText } from './bundledSierra.ts';

test.each(['account', 'erc20', 'universal_deployer'] as const)('the bundled class %s is the class file', (name) => {
  const file = readFileSync(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url), 'utf8');
  expect(JSON.parse(builtinClassTexts[name].sierra)).toEqual(JSON.parse(file));
});

test('a text gives back its words, of one character and of two', () => {
  const words = Array.from({ length: 1400 }, (_, i) => i);
  const text = textOfWords(words);
  expect(wordsOfText(text)).toEqual(words);
  expect(text).not.toMatch(/["'`\\$\s]/);
  expect(() => textOfWords([5000])).toThrow('more than two characters');
});

test('words give back the indices, in any order', () => {
  for (const indices of [[], [0, 1, 2, 1, 0, 3], [2, 0, 0, 1, 2]])
    expect(indicesOf(wordsOfIndices(indices))).toEqual(indices);
});
