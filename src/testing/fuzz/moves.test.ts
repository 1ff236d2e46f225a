import { expect, test } from 'vitest';
import { moves } from './moves.ts';

const { reorder } = moves;

test('the text of an order says how many calls can wait at most', () => {
  expect(reorder.text('alice', [[2, 0, 1]])).toBe(
    'up to 3 calls that follow wait in the mempool, and are executed in the order 3, 1, 2',
  );
  expect(reorder.text('alice', [[5, 4, 3, 2, 1, 0]])).toContain('up to 4 calls');
});

test('a sequence that is written by hand may have something else in place of an order', () => {
  for (const values of [['x'], [[-1, 0]], [['a']], []]) {
    expect(reorder.order!(values)).toEqual([]);
    expect(reorder.text('alice', values)).toBe('no calls wait in the mempool: no order is given');
  }
});
