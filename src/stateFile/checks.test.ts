import { expect, test } from 'vitest';
import { emptyHistory } from '../chain/value/history.ts';
import { State } from '../state/state.ts';
import type { Rest } from './chainCodec.ts';
import { checkMessaging } from './checks.ts';

test('messages are collected from a block of the chain on, not from one before it', () => {
  const history = emptyHistory(7, State.over());
  const from = (collectFrom: number) => ({ messaging: { collectFrom } }) as Rest;
  expect(() => checkMessaging(from(7), history)).not.toThrow();
  for (const number of [6, -9_007_199_254_740_000])
    expect(() => checkMessaging(from(number), history)).toThrow(
      `messages are collected from block ${number} on, before the first block 7`,
    );
});
