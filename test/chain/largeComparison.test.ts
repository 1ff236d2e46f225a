// Comparisons of states that differ in very much take little memory, or ask for it.
import { beforeAll, expect, test } from 'vitest';
import { workMemory } from '../../src/budget/workMemory.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { STRK } from '../support/wallet.ts';

const CONTRACTS = 15_000;
const CELLS = 30_000;
/** More than the text of a comparison takes, and less than the contracts do. */
const ANSWER_BYTES = 2 ** 20;
interface Comparison {
  readonly cell_count: number;
  readonly contract_count: number;
  readonly contracts: readonly { readonly storage: readonly unknown[] }[];
}
let ask: <T = Comparison>(method: string, params?: unknown) => Promise<T>;
const block = (number: number) => ({ block_id: { block_number: number } });

beforeAll(async () => {
  const { dispatcher } = new Hub(await testNode());
  ask = async (method, params) => {
    const text = await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), dispatcher);
    const { result, error } = JSON.parse(text);
    expect(error).toBeUndefined();
    return result;
  };
  const class_hash = await ask<string>('starknet_getClassHashAt', ['latest', STRK]);
  const address = (i: number) => `0x${(i + 0x1000).toString(16)}`;
  const deployed_contracts = Array.from({ length: CONTRACTS }, (_, i) => ({ address: address(i), class_hash }));
  const storage_entries = Array.from({ length: CELLS }, (_, i) => ({ key: address(i), value: '0x1' }));
  await ask('devnet_applyStateDiff', { state_diff: { storage_diffs: [{ address: STRK, storage_entries }] } });
  await ask('devnet_createBlock', {});
  await ask('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  await ask('devnet_createBlock', {});
});

test('cells are counted in both directions, and the first ones listed', async () => {
  for (const [before, after] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const found = await ask('devnet_compareStates', { before: block(before), after: block(after) });
    expect(found).toMatchObject({ cell_count: CELLS, contract_count: 1 });
    expect(found.contracts[0]?.storage.length).toBe(2000);
  }
});

test('very many contracts wait until there is memory for them; many cells of one contract need none', async () => {
  const others = workMemory.take('executions', workMemory.limitBytes - ANSWER_BYTES)!;
  await ask('devnet_compareStates', { before: block(0), after: block(1) });
  const found = ask('devnet_compareStates', { before: block(1) });
  await expect.poll(() => workMemory.waiting).toBe(1);
  others.end();
  const { contract_count, contracts } = await found;
  expect([contract_count, contracts.length]).toEqual([CONTRACTS, 200]);
  expect(workMemory.usedBytes).toBe(0);
});
