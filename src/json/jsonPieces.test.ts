import { expect, test } from 'vitest';
import { WrittenNumber } from './json.ts';
import { isLongJson, jsonPieces } from './jsonPieces.ts';
import { writeJson } from './writeJson.ts';

const numbered = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));

test.each<[string, unknown]>([
  ['texts', numbered(5000, (i) => `0x${i.toString(16)}`)],
  ['objects', { result: { transactions: numbered(300, (i) => ({ i, gone: undefined, list: [] })) } }],
  ['large numbers', { a: numbered(3000, (i) => 2n ** 70n + BigInt(i)), b: new WrittenNumber('1e400') }],
  ['lists in lists', { a: { b: [{ c: numbered(1000, (i) => ({ key: 'ä"', value: i })) }, { c: [] }] } }],
  ['cells in a dump', { result: [{ params: { state_diff: { storage_diffs: [{ cells: numbered(1000, String) }] } } }] }],
  ['values that are not JSON', numbered(300, (i) => (i % 2 ? undefined : null))],
])('a long list of %s is written in pieces of the same text', (_, value) => {
  const pieces = [...jsonPieces(value)];
  expect(pieces.join('')).toBe(writeJson(value));
  expect(pieces.length).toBeGreaterThan(2);
});

test('a short value is one piece', () => {
  const value = { jsonrpc: '2.0', id: 1, result: { transaction_hash: '0x1', events: [{ keys: ['0x1'] }] } };
  expect(isLongJson(value)).toBe(false);
  expect([...jsonPieces(value)]).toEqual([writeJson(value)]);
});
