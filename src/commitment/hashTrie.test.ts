import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import { type FeltKey, keyOfNumber } from '../felt/key.ts';
import { EMPTY_DIFF, type StateDiff } from '../state/stateDiff.ts';
import { hashTrie } from './hashTrie.ts';
import { StateTries } from './stateTries.ts';
import { Leaf } from './trie.ts';
import { bitAt, HEIGHT } from './trieKey.ts';

/** The most hashes in a row: with 16 µs each, a turn of other work in front of them is still below 50 ms. */
const MOST_AT_ONCE = 1024;

/** Many keys, some of them next to each other. */
const keys = (count: number): FeltKey[] =>
  Array.from({ length: count }, (_, i) => {
    const mixed = Math.imul(i >> 1, 0x9e3779b1) >>> 0;
    return String.fromCharCode(
      i & 1,
      ...Array.from({ length: 14 }, (_, j) => (mixed >>> (j % 16)) & 0xffff),
      i & 0x7ff,
    );
  }) as FeltKey[];

/** A hash that takes no time. It need not be a good one. */
function cheapHash(a: FeltKey, b: FeltKey): FeltKey {
  const units = Array.from({ length: 15 }, (_, i) => (a.charCodeAt(i) * 31 + b.charCodeAt(15 - i) + i) & 0xffff);
  return String.fromCharCode(...units, 1) as FeltKey;
}

/** The hashes of a trie, and the most of them between two pauses. */
function count(diff: Partial<StateDiff>): { readonly all: number; readonly mostAtOnce: number } {
  const { contracts } = finish(StateTries.EMPTY.with({ ...EMPTY_DIFF, ...diff }));
  let [all, mostAtOnce, sinceLast] = [0, 0, 0];
  const steps = hashTrie(contracts, (inputs) => {
    sinceLast += inputs.length / 2;
    return Array.from({ length: inputs.length / 2 }, (_, i) => cheapHash(inputs[2 * i]!, inputs[2 * i + 1]!));
  });
  for (let done: boolean | undefined = false; !done; ) {
    ({ done } = steps.next());
    mostAtOnce = Math.max(mostAtOnce, sinceLast);
    all += sinceLast;
    sinceLast = 0;
  }
  return { all, mostAtOnce };
}

const cells = (count: number) => new Map(keys(count).map((key) => [key, keyOfNumber(5)] as const));

test.each([
  ['many contracts', { deployed: cells(20_000) }],
  ['a contract with many cells', { storage: new Map([[keyOfNumber(9), cells(20_000)]]) }],
  ['contracts with some cells each', { storage: new Map(keys(300).map((key) => [key, cells(60)] as const)) }],
  [
    'a contract with so many cells that they just fit, and others',
    { deployed: cells(700), storage: new Map([[keyOfNumber(9), cells(257)]]) },
  ],
])('hashing %s pauses before it takes long', (_, diff) => {
  const { all, mostAtOnce } = count(diff);
  expect(all).toBeGreaterThan(2000);
  expect(mostAtOnce).toBeLessThanOrEqual(MOST_AT_ONCE);
  // Pauses cost time too.
  expect(mostAtOnce).toBeGreaterThan(100);
});

test('a change of one cell computes the hashes on its way to the root, each once', () => {
  const key = keys(5000)[77]!;
  const tries = finish(StateTries.EMPTY.with({ ...EMPTY_DIFF, deployed: cells(5000) }));
  const computed: string[] = [];
  const hashPairs = (inputs: readonly FeltKey[]): FeltKey[] =>
    Array.from({ length: inputs.length / 2 }, (_, i) => {
      const [a, b] = [inputs[2 * i]!, inputs[2 * i + 1]!];
      computed.push(a + b);
      return cheapHash(a, b);
    });
  finish(hashTrie(tries.contracts, hashPairs));
  computed.length = 0;
  const cell = new Map([[keyOfNumber(1), keyOfNumber(2)]]);
  const next = finish(tries.with({ ...EMPTY_DIFF, storage: new Map([[key, cell]]) }));
  finish(hashTrie(next.contracts, hashPairs));
  // The edge of the only cell, the three of the contract, and those of the nodes above it.
  let needed = 4;
  let node = next.contracts!;
  for (; !(node instanceof Leaf); node = bitAt(key, node.depth) === 1 ? node.right : node.left)
    needed += node.top < node.depth ? 2 : 1;
  if (node.top < HEIGHT) needed++;
  expect(needed).toBeGreaterThan(12);
  expect(computed).toHaveLength(needed);
  expect(new Set(computed).size).toBe(needed);
});
