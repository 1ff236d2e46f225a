import { expect, test } from 'vitest';
import { base64Parts, readBase64, writeBase64 } from './base64.ts';

test.each([
  ['', []],
  ['AA==', [0]],
  ['AAE=', [0, 1]],
  ['/+8A', [255, 239, 0]],
])('%j is read and written', (text, bytes) => {
  expect(readBase64(text)).toEqual(Uint8Array.from(bytes));
  expect(writeBase64(Uint8Array.from(bytes))).toBe(text);
});

test.each(['*', 'A', 'AA', 'AAA', 'AA=', 'A===', '====', 'AA==AA==', 'A=AA', 'AA A', 'AAAA\n', 'é==='])(
  '%j is no base64',
  (text) => expect(readBase64(text)).toBeUndefined(),
);

test('a text of 32 MB is read without using up the stack', () => {
  const text = 'A'.repeat(32 * 2 ** 20);
  expect(readBase64(text)?.length).toBe(24 * 2 ** 20);
  expect(readBase64(`${text}*AAA`)).toBeUndefined();
});

test('many bytes are written in short parts, with padding at the end only', () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i * 7) % 256);
  const parts = [...base64Parts(bytes)];
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(2 ** 16);
  expect(parts.join('')).toBe(Buffer.from(bytes).toString('base64'));
  expect(writeBase64(bytes)).toBe(parts.join(''));
});
