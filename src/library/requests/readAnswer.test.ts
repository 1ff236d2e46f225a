import { expect, test } from 'vitest';
import { WrittenNumber } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { readAnswer } from './readAnswer.ts';

test('numbers keep every digit, wherever they are', () => {
  const exact = 2n ** 64n + 1n;
  for (const value of [exact, -exact, [exact], [0, exact], { a: exact }, { a: [1, { b: exact }] }])
    expect(readAnswer(writeJson(value))).toEqual(value);
  expect(readAnswer('{"result":[1.50,2e3]}')).toEqual({
    result: [new WrittenNumber('1.50'), new WrittenNumber('2e3')],
  });
});

test('texts that look like numbers stay as they are', () => {
  const value = { 'x:1234567890123456789': ['1234567890123456789', ',12345678901234567890', ':1.5', '[1e5]'], n: 5 };
  expect(readAnswer(writeJson(value))).toEqual(value);
});
