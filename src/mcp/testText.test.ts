import { expect, test } from 'vitest';
import { memberOf } from './testText.ts';

test('the name of a function is no code of an exported test', () => {
  expect(memberOf('counter.read', 'count')).toBe('counter.read.count');
  expect(memberOf('counter.read', "x(); process.exit('1'); counter.y")).toBe(
    "counter.read['x(); process.exit(\\'1\\'); counter.y']",
  );
});
