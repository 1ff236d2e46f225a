import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import { unsignedInvoke } from '../execution/transaction.ts';
import { toFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { Pool } from './pool.ts';
import { placeKey, placeOf } from './pooledTransaction.ts';

const NOTHING = { maxAmount: 0n, maxPricePerUnit: 0n };
const BOUNDS = { l1Gas: NOTHING, l2Gas: NOTHING, l1DataGas: NOTHING };
const empty = Pool.empty({ ordering: 'fifo', randomSeed: 0n, maxTransactionsPerBlock: 10, rules: 'none' });
const invoke = (account: number, nonce: number) => ({
  hash: toFelt(BigInt(1_000_000 * account + nonce)),
  transaction: unsignedInvoke({
    senderAddress: toFelt(BigInt(account)),
    nonce: toFelt(BigInt(nonce)),
    calldata: [],
    resourceBounds: BOUNDS,
  }),
});

/** The result of steps, and how many pauses there could have been. */
function counted<T>(steps: Generator<void, T, void>): { result: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done) return { result: value, pauses };
  }
}

test('many transactions come back, or are too old, with pauses', () => {
  const entries = Array.from({ length: 5000 }, (_, i) => ({
    submission: invoke(1, i),
    arrivalId: i,
    time: i < 4000 ? 5n : 9n,
  }));
  const { result: pool, pauses } = counted(empty.requeued(entries, 5000));
  expect(pauses).toBeGreaterThan(3);
  expect(pool.inOrder().map(({ arrivalId }) => arrivalId)).toEqual(entries.map(({ arrivalId }) => arrivalId));
  const old = counted(pool.withoutOlder(9n));
  expect(old.pauses).toBeGreaterThan(2);
  expect(old.result.hashes).toHaveLength(4000);
  expect(old.result.pool.received.size).toBe(1000);
  expect(finish(old.result.pool.withoutOlder(9n)).hashes).toEqual([]);
});

test('without those that wait, a pool still knows the open block, and is of no size', () => {
  const [selected, waiting] = [invoke(1, 0), invoke(1, 1)];
  const pool = empty.with(selected, 5n).with(waiting, 5n).afterPlacing(selected, true, 5n).withoutWaiting();
  expect([...pool.received.keys()]).toEqual([]);
  expect([...pool.proposed.keys()]).toEqual([keyOf(selected.hash)]);
  expect(pool.at(placeKey(placeOf(selected)!))).toBe(keyOf(selected.hash));
  expect(pool.at(placeKey(placeOf(waiting)!))).toBeUndefined();
  expect(pool.bytes).toBe(0);
  expect(pool.nextArrivalId).toBe(2);
});
