import { expect, test } from 'vitest';
import { Gathered } from './gathered.ts';

test('pieces of all sizes come out as one', () => {
  const pieces = [0, 1, 5, 1023, 1, 0, 5000, 1, 70_000, 2].map((size, i) => Buffer.alloc(size, i));
  const gathered = new Gathered();
  for (const piece of pieces) gathered.add(piece);
  expect(gathered.bytes()).toEqual(Buffer.concat(pieces));
  expect(gathered.size).toBe(76_033);
});

test('a million single bytes take about a million bytes', () => {
  const gathered = new Gathered();
  const piece = Buffer.from('x');
  for (let i = 0; i < 1_000_000; i++) gathered.add(piece);
  expect(gathered.bytes().length).toBe(1_000_000);
  expect(gathered.bytes().buffer.byteLength).toBeLessThan(2_200_000);
});
