import { expect, test } from 'vitest';
import { readJson } from '../../transport/jsonRpc.ts';
import { jsonText } from './jsonText.ts';

test('JSON is shown in lines', () => {
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(jsonText(undefined)).toBe('undefined');
});

test('JSON is shown with all digits of its numbers', () => {
  const answer = readJson('{"time":18446744073709551615,"list":[1,[]],"none":{},"factor":1.50}');
  expect(jsonText(answer)).toBe(
    '{\n  "time": 18446744073709551615,\n  "list": [\n    1,\n    []\n  ],\n  "none": {},\n  "factor": 1.50\n}',
  );
});

test('numbers that JavaScript would round carry the suffix, and no others', () => {
  expect(jsonText({ big: 2n ** 64n, small: 5, text: '7', none: null }, 'n')).toBe(
    '{\n  "big": 18446744073709551616n,\n  "small": 5,\n  "text": "7",\n  "none": null\n}',
  );
});
