import { expect, test } from 'vitest';
import { parseJson } from './parseJson.ts';
import { writePythonJson } from './pythonJson.ts';

const rewritten = (text: string) => writePythonJson(parseJson(text, { depth: 8, values: 100, digits: 400 }));

test('numbers keep their digits', () => {
  const text = '{"a": [123456789012345678901234567890, -1, 1.50, 2e5], "b": null, "c": {"d": true}}';
  expect(rewritten(text)).toBe(text);
});

test('spacing and escapes are those of Python', () => {
  expect(rewritten('\n{"k" :[1,2 ,"é😀\\n\\u0041\u007f"]}')).toBe('{"k": [1, 2, "\\u00e9\\ud83d\\ude00\\nA\\u007f"]}');
});

test('without the escapes, and within a depth', () => {
  expect(writePythonJson({ b: ['é', 1], a: {} }, { ascii: false, maxDepth: 2 })).toBe('{"b": ["é", 1], "a": {}}');
  expect(() => writePythonJson([[[]]], { maxDepth: 2 })).toThrow('it nests deeper than 2 levels');
});
