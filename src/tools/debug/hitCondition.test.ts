import { expect, test } from 'vitest';
import { hitStops, readHitCondition } from './hitCondition.ts';

test.each([
  ['3', [3]],
  ['== 3', [3]],
  ['=3', [3]],
  ['>= 3', [3, 4, 5, 6]],
  ['> 3', [4, 5, 6]],
  ['<= 2', [1, 2]],
  ['<3', [1, 2]],
  [' % 3 ', [3, 6]],
])('%s stops at the arrivals %j of six', (text, expected) => {
  const condition = readHitCondition(text)!;
  expect([1, 2, 3, 4, 5, 6].filter((nth) => hitStops(condition, nth))).toEqual(expected);
});

test.each(['', 'x', '-3', '% 0', '3 4', '>', '1e3', '9'.repeat(20)])('%j is no condition', (text) => {
  expect(readHitCondition(text)).toBeUndefined();
});
