import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { errors } from '../protocol/errors.ts';
import { hintedAnswer } from './hintedAnswer.ts';

const FAILED = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { ...errors.transactionExecutionError, data: {} } });
const saveState = async () => new Uint8Array([7]);
const requestOf = (method: string, params: unknown = ['estimateFee']) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
let folder: string | undefined;
afterAll(() => folder !== undefined && rmSync(folder, { recursive: true }));

test.each(['starknet_estimateFee', 'chain_estimateFee'])('a failed %s says how to debug it', async (method) => {
  const answer = JSON.parse(await hintedAnswer(requestOf(method, { block_id: 'latest' }), FAILED, saveState));
  const [, estimate, state] = /debug --estimate (\S+) --state (\S+)$/.exec(answer.error.data.debug_hint) ?? [];
  folder = dirname(state!);
  expect([readFileSync(estimate!, 'utf8'), readFileSync(state!)[0]]).toEqual(['{"block_id":"latest"}', 7]);
});

test.each([
  ['of another method', requestOf('starknet_simulateTransactions'), FAILED],
  ['of a method that does not exist', requestOf('devnet_estimateFee'), FAILED],
  ['that succeeded', requestOf('starknet_estimateFee'), '{"jsonrpc":"2.0","id":1,"result":[]}'],
  ['that is no JSON', '{"method": starknet_estimateFee', JSON.stringify({ id: null, error: errors.parseError })],
  ['of a batch', `[${requestOf('starknet_estimateFee')}]`, `[${FAILED}]`],
])('the answer to a request %s stays as it is', async (_, request, answer) => {
  expect(await hintedAnswer(request, answer, saveState)).toBe(answer);
});
