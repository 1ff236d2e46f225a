import { expect, test } from 'vitest';
import { canonicalHex, isHex } from './hex.ts';

test('a hash or an address is 0x and up to 64 hexadecimal digits', () => {
  for (const text of ['0x0', '0xABCdef', `0x${'f'.repeat(64)}`]) expect(isHex(text), text).toBe(true);
  for (const text of ['', '0x', '12', 'abc', '0xg', ' 0x1', '0x1\n', `0x${'f'.repeat(65)}`])
    expect(isHex(text), text).toBe(false);
});

test('an address that somebody padded or wrote in capitals is the same one', () => {
  for (const text of ['0x0AB', '0xab', `0x${'0'.repeat(62)}aB`]) expect(canonicalHex(text)).toBe('0xab');
  expect(canonicalHex('0x000')).toBe('0x0');
});
