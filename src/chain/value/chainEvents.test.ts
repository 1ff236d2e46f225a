import { expect, test } from 'vitest';
import { PersistentVector } from '../../state/persistentVector.ts';
import { eventsBetween } from './chainEvents.ts';
import type { ChainValue } from './chainValue.ts';
import type { BlockRecord } from './history.ts';

test('all transactions of a block of 200,000 are reported when it is accepted on L1', () => {
  const executed = Array.from({ length: 200_000 }, () => ({}));
  const records = PersistentVector.from([{ block: { number: 0 }, executed } as unknown as BlockRecord]);
  const open = { number: 1, executed: PersistentVector.empty() };
  const old = { origin: undefined, history: { firstNumber: 0, records }, open } as unknown as ChainValue;
  const [event, ...others] = eventsBetween(old, { ...old, l1AcceptedNumber: 0 });
  expect(others).toEqual([]);
  expect(event).toMatchObject({ kind: 'status' });
  const { transactions } = event as Extract<typeof event, { kind: 'status' }>;
  expect([transactions.length, transactions.at(-1)]).toMatchObject([200_000, { blockNumber: 0, index: 199_999 }]);
});
