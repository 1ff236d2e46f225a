import { expect, test } from 'vitest';
import { ExactJsonError, formatPythonJson, parseExactJson } from './exactJson.ts';

test('numbers keep their digits', () => {
  const text = '{"a": [123456789012345678901234567890, -1, 1.50, 2e5], "b": null, "c": {"d": true}}';
  expect(formatPythonJson(parseExactJson(text))).toBe(text);
});

test('spacing and escapes come out as Python writes them', () => {
  expect(formatPythonJson(parseExactJson('\n{"k" :[1,2 ,"é😀\\n\\u0041\u007f"]}'))).toBe(
    '{"k": [1, 2, "\\u00e9\\ud83d\\ude00\\nA\\u007f"]}',
  );
});

test.each(['', '{', '[1,]', '{"a":}', '{"a" 1}', '"\\x"', '01', 'nul', '[1] 2', '"a\nb"', '{1: 2}'])(
  '%j is refused as JSON',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(ExactJsonError);
  },
);

test('nesting is bounded', () => {
  expect(() => parseExactJson('['.repeat(100_000))).toThrow(/deeper/);
});
