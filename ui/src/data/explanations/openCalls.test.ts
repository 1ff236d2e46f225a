import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import type { Call } from './explanation.ts';
import { openCalls } from './openCalls.ts';

/** A call that made others, each of another function, so that none are folded. */
const outer = (calls: readonly Call[], parts: Partial<Call> = {}): Call =>
  call({ calls, sequence: calls.map(() => 'CALL' as const), ...parts });
let next = 0;
const leaf = (parts: Partial<Call> = {}): Call => call({ selector: `0x${next++}`, ...parts } as Partial<Call>);
const leaves = (count: number): readonly Call[] => Array.from({ length: count }, () => leaf());

test('a small tree is open, without what every transaction does', () => {
  const trade = outer([outer(leaves(3))]);
  const validate = outer(leaves(1), { phase: 'VALIDATE' });
  const open = openCalls([validate, outer([trade], { phase: 'EXECUTE' })]);
  expect(open.has(trade)).toBe(true);
  expect(open.has(trade.calls[0]!)).toBe(true);
  expect(open.has(validate)).toBe(false);
});

test('of 3,000 calls as many are shown as have room, outer ones first', () => {
  const parts = Array.from({ length: 30 }, (_, i) => outer(leaves(100), { selector: `0xa${i}` } as Partial<Call>));
  const execute = outer(parts);
  const open = openCalls([execute]);
  expect(open.has(execute)).toBe(true);
  expect(parts.map((part) => open.has(part))).toEqual([true, ...Array(29).fill(false)]);
});

test('the way to the call that failed is open, however large the tree is', () => {
  const failed = outer(leaves(2), { end: 'PANICKED' });
  const path = outer([...leaves(3_000), outer([...leaves(500), failed], { end: 'PANICKED' })], { end: 'PANICKED' });
  const open = openCalls([path]);
  expect([path, path.calls.at(-1)!, failed].map((each) => open.has(each))).toEqual([true, true, true]);
});
