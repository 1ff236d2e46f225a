import { expect, test } from 'vitest';
import { WrittenNumber } from './json.ts';
import { writeJson } from './writeJson.ts';
import { isLongJson, writeJsonSteps } from './writeJsonSteps.ts';

function written(value: unknown): { readonly text: string; readonly pauses: number } {
  const steps = writeJsonSteps(value);
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done) return { text: step.value, pauses };
  }
}

const numbered = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));

test.each<[string, unknown]>([
  ['texts', numbered(5000, (i) => `0x${i.toString(16)}`)],
  ['objects', { result: { transactions: numbered(300, (i) => ({ i, gone: undefined, list: [] })) } }],
  ['large numbers', { a: numbered(3000, (i) => 2n ** 70n + BigInt(i)), b: new WrittenNumber('1e400') }],
  ['lists in lists', { a: { b: [{ c: numbered(1000, (i) => ({ key: 'ä"', value: i })) }, { c: [] }] } }],
  ['values that are not JSON', numbered(300, (i) => (i % 2 ? undefined : null))],
])('a long list of %s is written with pauses, and gives the same text', (_, value) => {
  const { text, pauses } = written(value);
  expect(text).toBe(writeJson(value));
  expect(pauses).toBeGreaterThan(0);
});

test('a short value is written without pauses', () => {
  const value = { jsonrpc: '2.0', id: 1, result: { transaction_hash: '0x1', events: [{ keys: ['0x1'] }] } };
  expect(isLongJson(value)).toBe(false);
  expect(written(value)).toEqual({ text: writeJson(value), pauses: 0 });
});
