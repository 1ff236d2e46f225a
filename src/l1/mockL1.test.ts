import { expect, test } from 'vitest';
import { newMockL1 } from '../chain/l1Connection.ts';
import { toFelt } from '../felt/felt.ts';
import { receiveOnMock } from './mockL1.ts';

test('very many messages are received with pauses, and each counts as often as it was sent', () => {
  const messages = Array.from({ length: 4000 }, (_, i) => ({
    fromAddress: toFelt(1n),
    toAddress: toFelt(2n),
    payload: [toFelt(BigInt(i >> 1))],
  }));
  const steps = receiveOnMock(newMockL1(), messages);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  const { received } = step.value;
  expect(received.size).toBe(2000);
  expect(new Set(received.values())).toEqual(new Set([2]));
  expect(pauses).toBeGreaterThan(8);
});
