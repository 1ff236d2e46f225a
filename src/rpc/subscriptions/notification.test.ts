import { expect, test } from 'vitest';
import type { Notice } from './notice.ts';
import { Notification, notificationOf } from './notification.ts';

test('the text of a notification is that of its JSON', () => {
  const notification = new Notification('subscriptionNewHeads', { block_number: 5, gone: undefined });
  expect(JSON.parse(notification.textFor('12', 'neutral'))).toEqual({
    jsonrpc: '2.0',
    method: 'chain_subscriptionNewHeads',
    params: { subscription_id: '12', result: { block_number: 5 } },
  });
});

test('what many subscriptions are told is made and written once for each form', () => {
  let made = 0;
  let written = 0;
  const result = () => {
    made++;
    return {
      toJSON: () => {
        written++;
        return 'x';
      },
    };
  };
  const notice = { kind: 'reorg' } as Notice;
  for (const id of ['1', '2', '3'])
    for (const form of ['plain', 'withProofFacts'] as const)
      for (const dialect of ['neutral', 'starknet'] as const) {
        const text = notificationOf(notice, 'subscriptionReorg', result, { form }).textFor(id, dialect);
        expect(JSON.parse(text).params).toEqual({ subscription_id: id, result: 'x' });
      }
  expect({ made, written }).toEqual({ made: 2, written: 2 });
  notificationOf({ kind: 'reorg' } as Notice, 'subscriptionReorg', result);
  expect(made).toBe(3);
});
