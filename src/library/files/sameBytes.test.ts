import { expect, test } from 'vitest';
import { areSameBytes } from './sameBytes.ts';

test('bytes are the same only if none differs, wherever they begin in memory', () => {
  for (const length of [0, 1, 3, 4, 7, 16, 33])
    for (const [from, to] of [
      [0, 0],
      [1, 0],
      [4, 8],
      [2, 3],
    ] as const) {
      const bytes = (offset: number) => new Uint8Array(new ArrayBuffer(64), offset, length).fill(7);
      expect(areSameBytes(bytes(from), bytes(to))).toBe(true);
      expect(areSameBytes(bytes(from), new Uint8Array(length + 1).fill(7))).toBe(false);
      for (let at = 0; at < length; at++) {
        const other = bytes(to);
        other[at] = 8;
        expect(areSameBytes(bytes(from), other)).toBe(false);
      }
    }
});
