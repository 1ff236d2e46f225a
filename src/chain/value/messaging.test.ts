import { expect, test } from 'vitest';
import type { Steps } from '../../async/steps.ts';
import { toFelt } from '../../felt/felt.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { History } from './history.ts';
import { collectMessages, emptyMessaging, type Messaging, settleMessages, withoutAborted } from './messaging.ts';

const message = (index: number) => ({
  fromAddress: toFelt(1n),
  toAddress: toFelt(2n),
  payload: [toFelt(3n)],
  transactionHash: toFelt(4n),
  index,
});
const many: Messaging = { ...emptyMessaging(0), pending: Array.from({ length: 4000 }, (_, index) => message(index)) };

/** The result, and the number of pauses. */
function ended<T>(steps: Steps<T>): { readonly result: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done) return { result: value, pauses };
  }
}

test('very many messages are forgotten and settled with pauses', () => {
  const history = { places: { get: () => ({ blockNumber: 7 }) } } as unknown as History;
  const aborted = ended(withoutAborted(many, history, 7));
  expect(aborted.result.pending).toEqual([]);
  expect(aborted.pauses).toBeGreaterThan(2);
  const kept = ended(withoutAborted(many, history, 8));
  expect([kept.result.pending.length, kept.pauses]).toEqual([4000, 0]);
  const settled = ended(
    settleMessages(
      many,
      many.pending.map(() => ({})),
      undefined,
    ),
  );
  expect([settled.result.pending.length, settled.result.outcomes.size]).toEqual([0, 4000]);
  expect(settled.pauses).toBeGreaterThan(2);
});

test('very many messages are looked through, and their outcomes stored, with pauses', () => {
  const pending = Array.from({ length: 20_000 }, (_, index) => ({ ...message(index), payload: [] }));
  const messaging: Messaging = { ...many, pending };
  const history = { places: { get: () => ({ blockNumber: 7 }) } } as unknown as History;
  expect(ended(withoutAborted(messaging, history, 8)).pauses).toBeGreaterThanOrEqual(4);
  const outcomes = pending.map((_, i) => ({ l1TransactionHash: BigInt(i) }));
  // They are hashed in 15 steps.
  const { result, pauses } = ended(settleMessages(messaging, outcomes, undefined));
  expect(pauses).toBeGreaterThan(30);
  expect([...result.outcomes.values()].reduce((sum, outcome) => sum + outcome.l1TransactionHash!, 0n)).toBe(
    199_990_000n,
  );
});

test('very many messages are collected with pauses, and those that were flushed are left out', () => {
  const executed = many.pending.map(({ transactionHash, index: _, ...sent }, i) => ({
    receipt: {
      transactionHash: toFelt(transactionHash + BigInt(i)),
      execution: { status: 'SUCCEEDED' },
      messages: [sent],
    },
  }));
  const history = { firstNumber: 0, records: PersistentVector.from([{ executed }]) } as unknown as History;
  const collected = ended(collectMessages(emptyMessaging(0), history));
  expect([collected.result.pending.length, collected.result.collectFrom]).toEqual([4000, 1]);
  expect(collected.pauses).toBeGreaterThan(2);
  const settled = ended(settleMessages(collected.result, [{}, {}], undefined)).result;
  const again = ended(collectMessages({ ...emptyMessaging(0), outcomes: settled.outcomes }, history)).result;
  expect(again.pending).toEqual(collected.result.pending.slice(2));
});
