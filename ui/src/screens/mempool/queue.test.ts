import { describe, expect, test } from 'vitest';
import { type MempoolTransaction, pageOf, queuedNonces, reasonsOf, selectionText, turnOf } from './queue.ts';

const waiting = (arrival_id: number, sender_address = '0xa', nonce = '0x0', type = 'INVOKE') =>
  ({ arrival_id, sender_address, nonce, type }) as MempoolTransaction;

describe('the turn of a transaction that waits', () => {
  const queued = new Set([3n, 4n, 5n, 8n]);

  test.each([
    [3n, 3n, 'ready'],
    [2n, 3n, 'nonce was used'],
    [5n, 3n, 'after nonce 4'],
    [8n, 3n, 'blocked: nonce 6 is missing'],
    [3n, 2n, 'blocked: nonce 2 is missing'],
    [2n ** 250n, 3n, 'blocked: nonce 6 is missing'],
  ])('with nonce %s of an account at %s: %s', (nonce, accountNonce, text) => {
    expect(turnOf(nonce, accountNonce, queued).text).toBe(text);
  });

  test('depends on its own account alone, and messages from L1 have no place in it', () => {
    const nonces = queuedNonces([
      waiting(0, '0xa', '0x1'),
      waiting(1, '0xb', '0x2'),
      waiting(2, '0xa', '0x3', 'L1_HANDLER'),
    ]);
    expect([...nonces]).toEqual([
      ['0xa', new Set([1n])],
      ['0xb', new Set([2n])],
    ]);
  });
});

test('a page of the queue begins after an arrival, also one that is gone', () => {
  const all = [0, 1, 4, 6].map((id) => waiting(id));
  const idsOf = (after: number, rows: number) => {
    const { shown, next } = pageOf(all, after, rows);
    return [shown.map(({ arrival_id }) => arrival_id), next];
  };
  expect(idsOf(-1, 2)).toEqual([[0, 1], 1]);
  expect(idsOf(1, 2)).toEqual([[4, 6], null]);
  expect(idsOf(3, 1)).toEqual([[4], 4]);
  expect(idsOf(6, 2)).toEqual([[], null]);
});

describe('a selection', () => {
  const none = { pre_confirmed: [], rejected: [], blocked: [], block_full: false };
  const failed = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ transaction_hash: `0x${i}` as const, reason: 'no.' }));

  test('is told in a few words', () => {
    expect(selectionText({ ...none, pre_confirmed: ['0x1'], block_full: true })).toBe(
      '1 transaction selected, the block is full',
    );
    expect(selectionText({ ...none, rejected: failed(1), blocked: failed(2) })).toBe(
      '0 transactions selected, 1 rejected, 2 cannot be selected yet',
    );
  });

  test('gives the reasons, of which at most five are shown', () => {
    expect(reasonsOf(none)).toEqual([]);
    expect(reasonsOf({ ...none, rejected: failed(1), blocked: failed(1) })).toEqual([
      '0x0 was rejected and is gone: no.',
      '0x0 goes on waiting: no.',
    ]);
    expect(reasonsOf({ ...none, blocked: failed(9) }).at(-1)).toBe('and 4 more');
  });
});
