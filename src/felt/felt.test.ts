import { expect, test } from 'vitest';
import { FeltError, feltOfAscii, formatFelt, P, parseFelt, toFelt } from './felt.ts';
import { feltOf, keyOf, keyOfNumber, ZERO_KEY } from './key.ts';

test('felts are read with padding and in capitals, and written in one form', () => {
  expect(formatFelt(parseFelt('0x000ABC')!)).toBe('0xabc');
  expect(parseFelt('0x0')).toBe(0n);
  expect(parseFelt(`0x${(P - 1n).toString(16)}`)).toBe(P - 1n);
});

test('a text that is not a felt is refused, not reduced', () => {
  for (const text of ['', '0x', 'abc', '12', '0xg', `0x${P.toString(16)}`, `0x${'0'.repeat(65)}`, 12, null])
    expect(parseFelt(text)).toBeUndefined();
  // Characters that other readers of numbers allow.
  for (const text of [
    ' 0x1',
    '0x1 ',
    '0x1\n',
    '0x1\u00a0',
    '0x1\ufeff',
    '0x 1',
    '0x_1',
    '0x1_1',
    '0X1',
    '0x-1',
    '0x1n',
    '0x1:',
    '0x1.0',
  ])
    expect(parseFelt(text)).toBeUndefined();
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  for (const head of ['0x1', '0x'])
    expect(units.filter((unit) => parseFelt(head + unit) !== undefined).join('')).toBe('0123456789ABCDEFabcdef');
  expect(() => toFelt(P)).toThrow(FeltError);
  expect(() => toFelt(-1n)).toThrow(/-1/);
});

test('a key gives back its felt', () => {
  for (const value of [0n, 1n, 0xffffn, 2n ** 64n, 2n ** 128n - 1n, P - 1n])
    expect(feltOf(keyOf(toFelt(value)))).toBe(value);
  expect(keyOf(toFelt(0n))).toBe(ZERO_KEY);
});

test('short strings are ASCII felts', () => {
  expect(formatFelt(feltOfAscii('Out of gas'))).toBe('0x4f7574206f6620676173');
  expect(() => feltOfAscii('é')).toThrow(FeltError);
});

test('the key of a number is the key of its felt', () => {
  for (const value of [0, 1, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 48 + 5, 2 ** 53 - 1])
    expect(keyOfNumber(value)).toBe(keyOf(toFelt(value)));
});
