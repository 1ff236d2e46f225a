import { expect, test } from 'vitest';
import { patienceAfter } from './waiting.ts';

test('a slow answer is waited for longer, and a node that is away does not make the window wait for ever', () => {
  const late = new DOMException('too late', 'TimeoutError');
  let patience = patienceAfter(0);
  expect(patienceAfter(patience, late)).toBe(2 * patience);
  for (let i = 0; i < 100; i++) patience = patienceAfter(patience, late);
  expect(patience).toBe(60_000);
  for (let i = 0; i < 100; i++) patience = patienceAfter(patience, new TypeError('Failed to fetch'));
  expect(patience).toBe(5_000);
  expect(patienceAfter(60_000)).toBe(5_000);
});
