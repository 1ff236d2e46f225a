import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import { unsignedInvoke } from '../execution/transaction.ts';
import { toFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { evictedFor, hasRoom, waitsForGap } from './makeRoom.ts';
import { Pool } from './pool.ts';

const NO_BOUND = { maxAmount: 0n, maxPricePerUnit: 0n };
const invoke = (account: number, nonce: number) => ({
  hash: toFelt(account * 1000 + nonce),
  transaction: unsignedInvoke({
    senderAddress: toFelt(account),
    nonce: toFelt(nonce),
    calldata: [],
    resourceBounds: { l1Gas: NO_BOUND, l1DataGas: NO_BOUND, l2Gas: NO_BOUND },
  }),
});
const poolOf = (...entries: readonly ReturnType<typeof invoke>[]): Pool =>
  entries.reduce(
    (pool, entry) => pool.with(entry, 0n),
    Pool.empty({ ordering: 'fifo', randomSeed: 0n, maxTransactionsPerBlock: 1, rules: 'network' }),
  );
const nonceOf = () => 0n;

test('a full pool drops the highest nonces of accounts whose next nonce is missing', () => {
  const pool = poolOf(invoke(5, 0), invoke(5, 1), invoke(6, 3), invoke(6, 8), invoke(6, 4));
  const capacity = { transactions: 4, bytes: 10 ** 9 };
  expect(hasRoom(pool, invoke(7, 0), capacity)).toBe(false);
  expect(finish(evictedFor(pool, invoke(7, 0), nonceOf, capacity))).toEqual(
    [invoke(6, 8), invoke(6, 4)].map(({ hash }) => keyOf(hash)),
  );
});

test('a full pool without such accounts makes no room', () => {
  const pool = poolOf(invoke(5, 0), invoke(5, 1));
  expect(finish(evictedFor(pool, invoke(7, 0), nonceOf, { transactions: 2, bytes: 10 ** 9 }))).toBeUndefined();
});

test('it is known which transactions would wait for a missing nonce', () => {
  const pool = poolOf(invoke(5, 0), invoke(6, 3));
  expect(waitsForGap(pool, invoke(5, 1), 0n)).toBe(false);
  expect(waitsForGap(pool, invoke(6, 0), 0n)).toBe(false);
  expect(waitsForGap(pool, invoke(6, 4), 0n)).toBe(true);
  expect(waitsForGap(pool, invoke(7, 1), 0n)).toBe(true);
});

test('the memory of a class that waits counts with its ABI', () => {
  const size = { sierraFelts: 10, bytecodeFelts: 10, abiBytes: 3_000_000 };
  const declaration = { ...invoke(5, 0), declaredClass: { size } } as unknown as ReturnType<typeof invoke>;
  const pool = poolOf(declaration);
  expect(hasRoom(pool, invoke(5, 1), { transactions: 10, bytes: 6_000_000 })).toBe(false);
  expect(hasRoom(pool, invoke(5, 1), { transactions: 10, bytes: 6_100_000 })).toBe(true);
});
