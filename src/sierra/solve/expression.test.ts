import { expect, test } from 'vitest';
import { constantOf, type Expression, Sums, termOf } from './expression.ts';

const sums = new Sums(10);
const sum = (...parts: Expression[]) => parts.reduce((whole, part) => sums.add(whole, part, 1));

test('expressions are added term by term', () => {
  const a = sum(constantOf(1), termOf(0, 2), termOf(1));
  expect(sums.add(a, sum(termOf(0, 3), termOf(2, 5, 3)), -1)).toEqual({
    constant: -2,
    variables: [0, 1, 2],
    coefficients: [-1, 1, -5],
  });
});

test('the last term takes the place of one that becomes zero', () => {
  const a = sum(termOf(4), termOf(5), termOf(6), termOf(7));
  expect(sums.add(a, termOf(5), -1)).toEqual({ constant: 0, variables: [4, 7, 6], coefficients: [1, 1, 1] });
  expect(sums.add(a, termOf(7), -1)).toEqual({ constant: 0, variables: [4, 5, 6], coefficients: [1, 1, 1] });
  expect(sums.add(a, a, -1)).toEqual({ constant: 0, variables: [], coefficients: [] });
});

test('a sum leaves its parts and nothing behind', () => {
  const a = sum(termOf(1), termOf(2));
  sums.add(a, sum(termOf(2), termOf(3)), 1);
  expect(a).toEqual({ constant: 0, variables: [1, 2], coefficients: [1, 1] });
  expect(sums.add(termOf(3), termOf(1), 1).variables).toEqual([3, 1]);
});
