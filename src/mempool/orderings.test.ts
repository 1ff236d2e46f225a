import { expect, test } from 'vitest';
import { unsignedInvoke } from '../execution/transaction.ts';
import { toFelt } from '../felt/felt.ts';
import type { MempoolConfig } from './mempoolConfig.ts';
import { readyTransactions, splitMix64 } from './orderings.ts';
import type { PooledTransaction } from './pooledTransaction.ts';

const bound = (maxPricePerUnit: bigint) => ({ maxAmount: 1n, maxPricePerUnit });
const entry = (arrivalId: number, tip = 0n, price = 10n, hash = arrivalId): PooledTransaction => ({
  arrivalId,
  time: 0n,
  submission: {
    hash: toFelt(hash),
    transaction: unsignedInvoke({
      senderAddress: toFelt(arrivalId + 2),
      nonce: toFelt(0),
      calldata: [],
      tip,
      resourceBounds: { l1Gas: bound(1n), l1DataGas: bound(1n), l2Gas: bound(price) },
    }),
  },
});

/** The arrivals in the order in which they are taken. */
function drained(
  ordering: MempoolConfig['ordering'],
  entries: readonly PooledTransaction[],
  randomSeed = 0n,
): readonly number[] {
  const config: MempoolConfig = { ordering, randomSeed, maxTransactionsPerBlock: 1, rules: 'none' };
  const ready = readyTransactions(config, { blockNumber: 1, l2PriceFri: 5n });
  for (const each of entries) ready.add(each);
  const order: number[] = [];
  for (let taken = 0; taken <= entries.length; taken++) {
    const next = ready.take(taken);
    if (next) order.push(next.arrivalId);
  }
  return order;
}

test('fifo takes the earliest arrival, whatever the order of adding', () => {
  const shuffled = Array.from({ length: 100 }, (_, i) => entry((i * 37) % 100, BigInt(i)));
  expect(drained('fifo', shuffled)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test('the order of the network takes the highest tip, then the highest hash, and those that pay too little last by arrival', () => {
  const entries = [
    entry(0, 99n, 4n),
    entry(1, 1n, 5n),
    entry(2, 7n, 5n, 20),
    entry(3, 7n, 9n, 10),
    entry(4, 0n, 4n),
    entry(5, 8n),
  ];
  expect(drained('starknet', entries)).toEqual([5, 2, 3, 1, 0, 4]);
});

test('a random order depends on its seed alone', () => {
  const entries = Array.from({ length: 20 }, (_, i) => entry(i));
  const orders = [1n, 2n, 3n].map((seed) => drained('random', entries, seed));
  expect(new Set(orders.map(String)).size).toBe(3);
  expect(drained('random', entries.toReversed(), 1n)).toEqual(orders[0]);
  for (const order of orders) expect([...order].sort((a, b) => a - b)).toEqual(entries.map((each) => each.arrivalId));
});

test('the generator gives the published numbers', () => {
  // The first outputs of SplitMix64 with the seed 1234567, from the reference code of its authors.
  const step = 0x9e3779b97f4a7c15n;
  expect([0n, 1n, 2n].map((i) => splitMix64(1234567n + i * step))).toEqual([
    6457827717110365317n,
    3203168211198807973n,
    9817491932198370423n,
  ]);
});
