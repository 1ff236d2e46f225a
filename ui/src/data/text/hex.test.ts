import { expect, test } from 'vitest';
import { isHex } from './hex.ts';

test('a hash or an address is 0x and up to 64 hexadecimal digits', () => {
  for (const text of ['0x0', '0xABCdef', `0x${'f'.repeat(64)}`]) expect(isHex(text), text).toBe(true);
  for (const text of ['', '0x', '12', 'abc', '0xg', ' 0x1', '0x1\n', `0x${'f'.repeat(65)}`])
    expect(isHex(text), text).toBe(false);
});
