import { expect, test } from 'vitest';
import { ChunkBuffer } from './chunkBuffer.ts';

test('pieces of all sizes come out as one', () => {
  const pieces = [0, 1, 5, 1023, 1, 0, 5000, 1, 70_000, 2].map((size, i) => Buffer.alloc(size, i));
  const buffer = new ChunkBuffer();
  for (const piece of pieces) buffer.add(piece);
  expect(buffer.bytes()).toEqual(Buffer.concat(pieces));
  expect(buffer.size).toBe(76_033);
});

test('a million single bytes take about a million bytes', () => {
  const buffer = new ChunkBuffer();
  const piece = Buffer.from('x');
  for (let i = 0; i < 1_000_000; i++) buffer.add(piece);
  expect(buffer.bytes().length).toBe(1_000_000);
  expect(buffer.bytes().buffer.byteLength).toBeLessThan(2_200_000);
});
