import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenPieces } from './evenPieces.ts';
import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';

test('the pieces are the text that writeJson writes', () => {
  const many = (value: unknown) => [{ a: Array(1200).fill(value) }, { b: value, c: undefined }];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...evenPieces(value)].join('')).toBe(writeJson(value));
      expect([...evenPieces(many(value))].join('')).toBe(writeJson(many(value)));
    }),
  );
  const numbers = Array(1100).fill({ a: 2n ** 90n, b: new WrittenNumber('1.50') });
  expect([...evenPieces(numbers)].join('')).toBe(writeJson(numbers));
});

test('no piece has many values, though an object has', () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`statement ${i}`, [[i, i], { i }]]));
  const pieces = [...evenPieces({ wide: { inner: wide } })];
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(10_000);
});

test('the indices of a long list are not collected before its first piece', () => {
  const list = new Proxy(Array(5000).fill(1), {
    ownKeys: () => {
      throw new Error('The indices were collected.');
    },
  });
  expect([...evenPieces({ list })].join('')).toBe(`{"list":[${Array(5000).fill(1)}]}`);
});
