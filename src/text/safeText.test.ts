import { expect, test } from 'vitest';
import { safeLine, safeLines, safeWord } from './safeText.ts';

test('text that does nothing on a terminal stays as it is', () => {
  for (const text of ['', 'starknet_chainId', 'a\tb', 'Grüße, 世界 😀', '\\u001b', '"<>&'])
    expect(safeLine(text)).toBe(text);
  expect(safeLines('one\n  two\n')).toBe('one\n  two\n');
});

test('everything that a terminal would act on becomes an escape', () => {
  expect(safeLines('\u001b[2J\u0007\r\n\b\u007f\u009b31m')).toBe('\\u001b[2J\\u0007\\u000d\n\\u0008\\u007f\\u009b31m');
  expect(safeLines('\u202eabc\u2066\u200f\u061c\ufeff\u2028')).toBe('\\u202eabc\\u2066\\u200f\\u061c\\ufeff\\u2028');
  expect(safeLines('\ud800 \udc00 \u{e0041}')).toBe('\\ud800 \\udc00 \\udb40\\udc41');
  expect(safeLine('one\ntwo')).toBe('one\\ntwo');
});

test('a text without such characters is the same text, and one character is enough to be found', () => {
  const ordinary = 'tab\t, lines\n\n, 0x12…34, {"a": "~"}';
  expect(safeLines(ordinary)).toBe(ordinary);
  for (const bad of ['\u0000', '\u001b', '\u007f', '\u0085', '\u202e', '\ufeff', '\ud800', '\u{e0041}'])
    for (const text of [`${bad}${ordinary}`, `${ordinary}${bad}`]) expect(safeLines(text)).not.toContain(bad);
});

test('a quoted text has no tab and no line feed', () => {
  expect(safeWord('a\tb\nc\rd\u001b')).toBe('a\\tb\\nc\\u000dd\\u001b');
});
