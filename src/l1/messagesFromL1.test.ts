import { expect, test } from 'vitest';
import { messagesFromL1 } from './messagesFromL1.ts';

test('messages are read with rests between them, and no further when the work is cancelled', async () => {
  const log = { topics: [1n, 2n, 3n, 4n], data: '0x', block: 1n, logIndex: 0, transactionHash: 5n };
  const client = { blockNumber: async () => 1n, logs: async () => Array.from({ length: 9 }, () => log) };
  const l1 = { contractAddress: 7n, cursor: { block: 0n, logIndex: 0 } };
  let rests = 0;
  const rest = (most: number) => () => {
    if (++rests === most) throw new Error('cancelled');
    return undefined;
  };
  await messagesFromL1(l1, client, rest(Number.NaN));
  expect(rests).toBe(9);
  rests = 0;
  await expect(messagesFromL1(l1, client, rest(3))).rejects.toThrow('cancelled');
  expect(rests).toBe(3);
});
