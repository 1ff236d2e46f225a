import { expect, test } from 'vitest';
import { writeJson } from './writeJson.ts';
import { unwritten, WrittenJson } from './writtenJson.ts';

const list = new WrittenJson<readonly string[]>('["0x1"]');

test('a written value is written as it is, alone and inside another one', () => {
  expect(writeJson(list)).toBe('["0x1"]');
  expect(writeJson({ id: 1, result: list })).toBe('{"id":1,"result":["0x1"]}');
});

test('a written value beside a number of many digits is written as it is', () => {
  expect(writeJson({ id: 2n ** 70n, result: list })).toBe('{"id":1180591620717411303424,"result":["0x1"]}');
});

test('a value that is written in parts is written and read as a whole', () => {
  const parts = new WrittenJson<readonly string[]>(['["0x1"', ',"0x2"', ']']);
  expect(writeJson({ result: parts })).toBe('{"result":["0x1","0x2"]}');
  expect(unwritten(parts)).toEqual(['0x1', '0x2']);
});

test('a written value can be read', () => {
  expect(unwritten(list)).toEqual(['0x1']);
  expect(unwritten({ a: 1 })).toEqual({ a: 1 });
});
