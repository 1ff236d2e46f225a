import { expect, test } from 'vitest';
import { toFelt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { Need, type StateItem } from './need.ts';
import { fetchNeeds, ifKnown, retryRead } from './retryRead.ts';
import { EMPTY_BASE } from './stateBase.ts';

const address = keyOf(toFelt(1));
const nonces = (known: Set<FeltKey>) => (contract: FeltKey) => {
  if (!known.has(contract)) throw new Need({ kind: 'nonce', address: contract });
  return contract;
};

test('a read is run again after each value that was missing has been fetched', async () => {
  const known = new Set<FeltKey>();
  const nonceOf = nonces(known);
  const fetched: StateItem[] = [];
  const base = {
    ...EMPTY_BASE,
    fetch: async (items: readonly StateItem[]) => {
      for (const item of items) if (item.kind === 'nonce') known.add(item.address);
      fetched.push(...items);
    },
  };
  const other = keyOf(toFelt(2));
  let waits = 0;
  const result = await fetchNeeds(
    () => [nonceOf(address), nonceOf(other)],
    base,
    (fetch) => {
      waits++;
      return fetch();
    },
  );
  expect(result).toEqual([address, other]);
  expect(fetched).toEqual([
    { kind: 'nonce', address },
    { kind: 'nonce', address: other },
  ]);
  expect(waits).toBe(2);
});

test('errors of the read and of the base end it', async () => {
  const failed = new Error('the origin is gone');
  const base = { ...EMPTY_BASE, fetch: () => Promise.reject(failed) };
  await expect(fetchNeeds(() => nonces(new Set())(address), base)).rejects.toBe(failed);
  const broken = new Error('broken');
  const read = retryRead(() => {
    throw broken;
  });
  expect(() => read.next()).toThrow(broken);
});

test('a read that fetches nothing knows what is here, and other errors stay errors', () => {
  const nonceOf = nonces(new Set([address]));
  expect(ifKnown(() => nonceOf(address))).toBe(address);
  expect(ifKnown(() => nonceOf(keyOf(toFelt(2))))).toBeUndefined();
  expect(() =>
    ifKnown(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
});
