import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { P, toFelt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { writeJson } from '../../json/writeJson.ts';
import { hexKeys } from './hex.ts';
import { keysText } from './keysText.ts';

const edges = [0n, 1n, 0xfn, 0x10n, 0xffffn, 0x10000n, 0xfff0000n, 2n ** 64n, 2n ** 128n - 1n, 2n ** 251n, P - 1n];
const felts = fc.array(fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: P - 1n })), { maxLength: 40 });

test('a list of keys has the same text as the list of their felts', () => {
  fc.assert(
    fc.property(felts, (values) => {
      const keys = values.map((value) => keyOf(toFelt(value)));
      expect(keysText(keys)).toBe(writeJson(hexKeys(keys)));
    }),
  );
});

test.each([1024, 1025, 5000])('a list of %i keys is complete', async (length) => {
  const keys = Array.from({ length }, (_, i) => keyOf(toFelt(P - 1n - 7919n * BigInt(i))));
  expect([await keysText(keys)].flat().join('')).toBe(writeJson(hexKeys(keys)));
});
