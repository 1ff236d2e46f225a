import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Felt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import type { Json } from '../../src/json/json.ts';
import { ethWrites } from '../../src/l1evm/ethWrites.ts';
import type { L1Head } from '../../src/l1evm/l1Head.ts';
import { withMessages } from '../../src/l1evm/postman.ts';
import { startL1 } from '../../src/l1evm/startL1.ts';
import { loadEvm } from '../../src/libraryNode/loadEvm.ts';
import { limits } from '../../src/protocol/limits.ts';
import { LateError, RpcError } from '../../src/rpc/rpcError.ts';
import { defaultServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { asking, bridgeContract } from './evmWorld.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
});
afterAll(() => box.close());

test('blake2f of more rounds than anybody needs is out of gas', async () => {
  const blake2f = (rounds: number) => {
    const data = `0x${rounds.toString(16).padStart(8, '0')}${'00'.repeat(208)}01`;
    return asking(box)('eth_call', [{ to: `0x${'0'.repeat(39)}9`, data, gas: '0xffffff' }]);
  };
  expect(await blake2f(100_000)).toMatch(/^0x[0-9a-f]{128}$/);
  await expect(blake2f(100_001)).rejects.toThrow(/out of gas/);
});

test('a call without jumps that hashes much memory gives others their turns', async () => {
  // PUSH3 256 KiB, PUSH0, KECCAK256, POP, 40 times.
  const data = `0x${'62040000'.concat('5f2050').repeat(40)}`;
  let ended = false;
  const call = asking(box)('eth_call', [{ data, gas: '0xffffff' }]).then(() => {
    ended = true;
  });
  let turns = 0;
  for (; !ended && turns < 1e6; turns++) await new Promise((resolve) => setImmediate(resolve));
  await call;
  expect(turns).toBeGreaterThan(8);
});

test.each([
  ['setBalance', '0x1'],
  ['setNonce', '0x1'],
  ['setCode', '0x00'],
  ['setStorageAt', '0x1', '0x2'],
  ['mine', '0x1'],
])('an L1 that is full refuses %s', async (name, ...values) => {
  const start = { bytecode: bridgeContract.bytecode, cancellationSeconds: 1n, now: 1000n };
  const head = (await startL1(loadEvm(), start)).head as L1Head;
  const run = async (bytes: number) => {
    const params = name === 'mine' ? values : [`0x${'7'.repeat(40)}`, ...values];
    return ethWrites[`anvil_${name}`]!({ head: { ...head, bytes }, params, now: 1001n, work: undefined });
  };
  expect((await run(limits.l1Bytes)).head.bytes).toBeGreaterThan(limits.l1Bytes);
  await expect(run(limits.l1Bytes + 1)).rejects.toThrow(/takes no more transactions and changes/);
});

test('code longer than that of any contract is refused', async () => {
  const set = (length: number) => asking(box)('anvil_setCode', [`0x${'7'.repeat(40)}`, `0x${'00'.repeat(length)}`]);
  expect(await set(24_576)).toBe(true);
  await expect(set(24_577)).rejects.toThrow(/24577 bytes.*24576 at most/);
});

test('restrictions forbid to clients what changes L1 without a transaction', async () => {
  const node = await testNode({ l1: { url: 'evm', auto: false } });
  const hub = new Hub(node, { loadEvm, server: { ...defaultServerConfig, restrictedMethods: ['mint'] } });
  await hub.connectL1();
  const ask = async (method: string, ...params: Json[]) =>
    hub.l1.front().answer({ kind: 'call', id: 1, method, params }, {}) as Promise<{
      error?: { code: number };
      result?: unknown;
    }>;
  const [from] = (await ask('eth_accounts')).result as [string];
  for (const method of Object.keys(ethWrites).filter((name) => !name.startsWith('eth_')))
    expect([method, (await ask(method, from, '0x1', '0x1')).error?.code]).toEqual([method, -32604]);
  expect((await ask('evm_mine')).error).toMatchObject({ data: expect.stringContaining('evm_mine is forbidden by') });
  expect((await ask('eth_sendTransaction', { from, to: from })).result).toMatch(/^0x/);
  hub.end();
});

test('a message from L2 that is too long for a transaction of L1 is left out, and the others arrive', async () => {
  const path = new URL('../../contracts/l1/MockStarknetMessaging.json', import.meta.url);
  const { bytecode } = JSON.parse(readFileSync(path, 'utf8'));
  const l1 = await startL1(loadEvm(), { bytecode, cancellationSeconds: 1n, now: 1000n });
  const message = (felts: number) => ({
    fromAddress: 7n as Felt,
    toAddress: 8n as Felt,
    payload: Array<Felt>(felts).fill((2n ** 250n - 1n) as Felt),
  });
  const messages = [message(1), message(20_000), message(2)];
  const { taken, refusal } = await withMessages(l1, messages, 1001n);
  expect(taken.map(({ payload }) => payload.length)).toEqual([1, 2]);
  expect(refusal?.message).toMatch(/20000 felts needs more gas.*left out/);
});

test('with auto, messages after a refused one are delivered too, and a flush of nothing changes nothing', async () => {
  const node = await testNode({ l1: { url: 'evm', auto: true } });
  const warnings: string[] = [];
  const hub = new Hub(node, { loadEvm, warn: (text) => warnings.push(text) });
  await hub.connectL1();
  await hub.dispatcher.flush();
  const before = node.chain.l1;
  await hub.dispatcher.flush();
  expect(node.chain.l1).toBe(before);
  const flush = vi.spyOn(hub.dispatcher, 'flush');
  flush.mockRejectedValueOnce(new LateError(new RpcError('failed', { message: 'refused' })));
  await hub.l1.request('eth_blockNumber', []);
  expect([flush.mock.calls.length, warnings]).toEqual([2, [expect.stringContaining('refused')]]);
  hub.end();
});
