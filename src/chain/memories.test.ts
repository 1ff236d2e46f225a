import { expect, test } from 'vitest';
import { Memories } from './memories.ts';

test('what a tool keeps is made once for each node', () => {
  const newList = () => [] as number[];
  const newOther = () => [] as number[];
  const [node, other] = [new Memories(), new Memories()];
  node.of(newList).push(1);
  expect(node.of(newList)).toEqual([1]);
  expect(node.of(newOther)).toEqual([]);
  expect(other.of(newList)).toEqual([]);
});
