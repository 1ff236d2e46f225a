import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { P, parseFelt } from './felt.ts';
import { keyOf } from './key.ts';
import { parseKey } from './parseKey.ts';

/** What the key of a text is by definition. */
function definition(text: unknown) {
  const felt = parseFelt(text);
  return felt === undefined ? undefined : keyOf(felt);
}

test('the key of a text is the key of the felt that it writes, in small and large letters and padded', () => {
  const value = fc.oneof(fc.bigInt({ min: 0n, max: P - 1n }), fc.bigInt({ min: 0n, max: 2n ** 70n }));
  fc.assert(
    fc.property(value, fc.boolean(), fc.nat(64), (felt, isLarge, length) => {
      const digits = felt.toString(16).padStart(length, '0');
      const text = `0x${isLarge ? digits.toUpperCase() : digits}`;
      expect(parseKey(text)).toBe(definition(text));
      expect(parseKey(text)).toBeDefined();
    }),
    { numRuns: 3000 },
  );
});

test.each([
  0n,
  1n,
  0xffffn,
  0x10000n,
  2n ** 240n,
  2n ** 251n - 1n,
  2n ** 251n,
  P - 1n,
  P,
  P + 1n,
  2n ** 252n,
  2n ** 256n - 1n,
])('a text of %i has a key if it is below the prime', (value) => {
  const text = `0x${value.toString(16)}`;
  expect(parseKey(text)).toBe(definition(text));
  expect(parseKey(text) !== undefined).toBe(value < P);
});

test('a text that writes no felt has no key', () => {
  const texts = [
    '',
    '0',
    '0x',
    '0X1',
    '1',
    '0x 1',
    '0x1 ',
    ' 0x1',
    '0x1\n',
    '0xg',
    '0x-1',
    '0x1é',
    '0x€',
    '0x:',
    '0x@',
    '0x`',
  ];
  for (const text of [...texts, `0x${'0'.repeat(65)}`, '0x1_0', 7, 7n, null, undefined, ['0x1'], {}])
    expect([text, parseKey(text), definition(text)]).toEqual([text, undefined, undefined]);
});

test('a text of any characters has the key that the definition gives it', () => {
  const text = fc.string({ maxLength: 70, unit: fc.constantFrom(...'0123456789abcdefABCDEFx \u0000é😀') });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `0x${rest}`),
        fc.stringMatching(/^0x[0-9a-fA-F]{0,66}$/),
      ),
      (each) => {
        expect(parseKey(each)).toBe(definition(each));
      },
    ),
    { numRuns: 3000 },
  );
});
