import { expect, test } from 'vitest';
import { blockBehind, isBetween, shownText } from './sourceText.ts';

const lines = ['if a < b { // {', '    x();', '} else {', '    y();', '}', 'assert(a', '    >= b);'];
const span = (line: number, column: number, endLine: number, endColumn: number) => ({
  line,
  column,
  endLine,
  endColumn,
});

test('the block of a condition ends at its own brace', () => {
  const block = blockBehind(lines, span(1, 4, 1, 9))!;
  expect(block).toEqual(span(1, 10, 3, 2));
  expect([isBetween('2:5', block), isBetween('4:5', block)]).toEqual([true, false]);
});

test('an expression that is no condition has no block', () => {
  expect(blockBehind(lines, span(2, 5, 2, 6))).toBeUndefined();
  expect(blockBehind([], span(9, 1, 9, 2))).toBeUndefined();
});

test('an expression over several lines is shown in one', () => {
  expect(shownText(lines, span(6, 1, 7, 12))).toBe('assert(a >= b)');
});
