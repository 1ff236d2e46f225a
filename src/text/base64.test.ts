import { expect, test } from 'vitest';
import { readBase64, writeBase64 } from './base64.ts';

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
