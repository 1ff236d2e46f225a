import { expect, test } from 'vitest';
import { Random } from '../../test/support/random.ts';
import { sortSteps } from './sortSteps.ts';
import { finish } from './steps.ts';

const items = (count: number) => {
  const random = new Random(count);
  return Array.from({ length: count }, (_, index) => ({ key: random.below(500), index }));
};
const byKey = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;

test('a list of any length is sorted as sort does, and equal items stay in their order', () => {
  for (const count of [0, 1, 2, 2047, 2048, 2049, 4096, 4097, 10_000, 20_480])
    expect(finish(sortSteps(items(count), byKey)), `${count}`).toEqual(items(count).sort(byKey));
});

test('a long list is sorted in many steps', () => {
  let steps = 0;
  for (const sorting = sortSteps(items(20_480), byKey); !sorting.next().done; ) steps++;
  expect(steps).toBeGreaterThanOrEqual(20);
});
