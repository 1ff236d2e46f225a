import { expect, test } from 'vitest';
import { statementFrames } from './locations.ts';

const framesAt = (line: number) => {
  const span = ['/a/src/lib.cairo', { start: { line, col: 4 }, end: { line, col: 9 } }, false];
  const annotations = { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: { 0: [span] } } };
  return statementFrames({ annotations })(0);
};

test('a place in the source is counted from 1', () => {
  expect(framesAt(0).map(({ span }) => [span?.line, span?.column])).toEqual([[1, 5]]);
});

test.each([-5, -1, 0.5, 2 ** 31, 2 ** 53, Number.NaN])('%d is not a line', (line) => {
  expect(framesAt(line)).toEqual([]);
});
