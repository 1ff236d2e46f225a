import { expect, test } from 'vitest';
import { PartsBuilder } from './textParts.ts';

const partsOf = (texts: readonly string[]) => {
  const builder = new PartsBuilder();
  for (const text of texts) builder.add(text);
  return builder.finish();
};

test('short texts become one part, and no text becomes none', () => {
  expect(partsOf(['{', '"a":1', '}'])).toEqual(['{"a":1}']);
  expect(partsOf([])).toEqual([]);
});

test('long texts become parts of about 64 kB that give the whole text', () => {
  const texts = Array.from({ length: 1000 }, (_, i) => `${i},`.repeat(100));
  const parts = partsOf(texts);
  expect(parts.join('')).toBe(texts.join(''));
  for (const part of parts.slice(0, -1)) {
    expect(part.length).toBeGreaterThanOrEqual(2 ** 16);
    expect(part.length).toBeLessThan(2 ** 16 + 500);
  }
});
