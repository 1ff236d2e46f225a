import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Felt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import type { Json } from '../../src/json/json.ts';
import { L1Error } from '../../src/l1/l1Error.ts';
import { l1Address } from '../../src/l1/l1Transaction.ts';
import { ethWrites } from '../../src/l1evm/ethWrites.ts';
import { POSTMAN_KEY } from '../../src/l1evm/l1Accounts.ts';
import type { L1Head } from '../../src/l1evm/l1Head.ts';
import type { EvmWork, L1Evm } from '../../src/l1evm/loadEvm.ts';
import { withMessages } from '../../src/l1evm/postman.ts';
import { startL1 } from '../../src/l1evm/startL1.ts';
import { loadEvm, loadEvmPackages } from '../../src/libraryNode/loadEvm.ts';
import { limits } from '../../src/protocol/limits.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { RefusedMessage, RpcError } from '../../src/rpc/rpcError.ts';
import { defaultServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { asking, bridgeContract, evmWorld } from './evmWorld.ts';

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

test('RIPEMD-160 of more than a mebibyte is out of gas', async () => {
  // STATICCALL of the contract 3 with this much memory, whose success is returned.
  const succeeds = (length: string) =>
    asking(box)('eth_call', [{ data: `0x5f5f62${length}5f600362fffffffa5f5260205ff3`, gas: '0xffffff' }]).then(BigInt);
  expect(await succeeds('100000')).toBe(1n);
  expect(await succeeds('100001')).toBe(0n);
});

/** How often others had their turn while a call ran. */
async function turnsDuring(...params: Json[]): Promise<number> {
  let ended = false;
  const call = asking(box)('eth_call', params).then(() => {
    ended = true;
  });
  let turns = 0;
  for (; !ended && turns < 1e6; turns++) await new Promise((resolve) => setImmediate(resolve));
  await call;
  return turns;
}

test('a call without jumps that hashes much memory gives others their turns', async () => {
  // PUSH3 256 KiB, PUSH0, KECCAK256, POP, 300 times: enough for many turns on any machine.
  const data = `0x${'62040000'.concat('5f2050').repeat(300)}`;
  expect(await turnsDuring({ data, gas: '0xffffff' })).toBeGreaterThan(8);
});

test('a call with as many overridden slots as it may have gives others their turns', async () => {
  const to = `0x${'12'.repeat(20)}`;
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
  const stateDiff = Object.fromEntries(Array.from({ length: 999 }, (_, i) => [word(i), word(i + 1)]));
  expect(await turnsDuring({ to }, 'latest', { [to]: { stateDiff } })).toBeGreaterThan(8);
});

test.each([
  ['setBalance', '0x1'],
  ['setNonce', '0x1'],
  ['setCode', '0x00'],
  ['setStorageAt', '0x1', '0x2'],
  ['mine', '0x1'],
])('an L1 that is full refuses %s', async (name, ...values) => {
  const start = { bytecode: bridgeContract.bytecode, cancellationSeconds: 1n, now: 1000n };
  const head = (await startL1(loadEvmPackages(), start)).head as L1Head;
  const run = async (bytes: number) => {
    const params = name === 'mine' ? values : [`0x${'7'.repeat(40)}`, ...values];
    return ethWrites[`anvil_${name}`]!({ head: { ...head, bytes }, first: head, params, now: 1001n, work: undefined });
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
  const l1 = await startL1(loadEvmPackages(), { bytecode, cancellationSeconds: 1n, now: 1000n });
  const message = (felts: number) => ({
    fromAddress: 7n as Felt,
    toAddress: 8n as Felt,
    payload: Array<Felt>(felts).fill((2n ** 250n - 1n) as Felt),
  });
  const messages = [message(1), message(20_000), message(2)];
  const { taken, outcomes, refusal } = await withMessages(l1, messages, 1001n);
  expect(taken.map(({ payload }) => payload.length)).toEqual([1, 2]);
  expect(refusal?.message).toMatch(/20000 felts needs more gas.*left out/);
  const brought = { l1TransactionHash: expect.any(BigInt) };
  expect(outcomes).toEqual([brought, { refusal: refusal!.message }, brought]);
});

test('a message that L1 does not take for another reason keeps waiting, and the reason is said', async () => {
  const world = await evmWorld({ l1: { url: 'evm', auto: false } });
  const ask = asking(world.box);
  const states = async () =>
    (await world.box.request('devnet_getL1Messages', {})).messages.map(({ state }) => state as string);
  await world.l2Bridge.write['withdraw']!(world.box.l1.accounts[0]!.address, 3n);
  const postman = l1Address(BigInt(POSTMAN_KEY));
  const balance = await ask('eth_getBalance', [postman, 'latest']);
  await ask('anvil_setBalance', [postman, '0x0']);
  await expect(world.box.l1.flush()).rejects.toThrow(/insufficient funds/);
  expect(await states()).toEqual(['waiting']);
  await ask('anvil_setBalance', [postman, balance]);

  const contract = world.box.l1.contractAddress;
  const code = await ask('eth_getCode', [contract, 'latest']);
  // PUSH0, PUSH0, REVERT
  await ask('anvil_setCode', [contract, '0x5f5ffd']);
  await expect(world.box.l1.flush()).rejects.toThrow(/messaging contract 0x[0-9a-f]{40} of L1 reverted a message/);
  expect(await states()).toEqual(['waiting']);
  await ask('anvil_setCode', [contract, code]);
  await world.box.l1.flush();
  expect(await states()).toEqual(['delivered']);
  await world.box.close();
});

test('a flush to an EVM ends when its client no longer waits', async () => {
  const node = await testNode({ l1: { url: 'evm', auto: false } });
  const client = new AbortController();
  let work: EvmWork | undefined;
  const evm = await loadEvm();
  const slow: L1Evm = {
    ...evm,
    withMessages: (l1, messages, now, given) => {
      work = given;
      client.abort();
      return evm.withMessages(l1, messages, now, given);
    },
  };
  const hub = new Hub(node, { loadEvm: () => slow });
  await hub.connectL1();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_postmanFlush', params: {} });
  await answerText(body, hub.dispatcher, { signal: client.signal }).catch(() => undefined);
  expect(() => work!.throwIfAborted()).toThrow();
  hub.end();

  const { bytecode } = bridgeContract;
  const l1 = await startL1(loadEvmPackages(), { bytecode, cancellationSeconds: 1n, now: 1000n });
  const message = { fromAddress: 7n as Felt, toAddress: 8n as Felt, payload: [] };
  const sent = withMessages(l1, [message, message], 1001n, work);
  await expect(sent).rejects.not.toBeInstanceOf(L1Error);
});

test('a list of messages asks L1 for those that wait only if they are wanted, and ends when its client no longer waits', async () => {
  const node = await testNode({ l1: { url: 'evm', auto: false } });
  const client = new AbortController();
  const evm = await loadEvm();
  const messagesOf = vi.fn(evm.messagesOf);
  const hub = new Hub(node, { loadEvm: () => ({ ...evm, messagesOf }) });
  await hub.connectL1();
  const list = async (params: object, signal?: AbortSignal) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_getL1Messages', params });
    await answerText(body, hub.dispatcher, { signal }).catch(() => undefined);
    return messagesOf.mock.calls.length;
  };
  expect(await list({ direction: 'to_l1' })).toBe(0);
  expect(await list({ state: 'delivered' })).toBe(0);
  expect(await list({ continuation: '0.0.0' })).toBe(0);
  expect(await list({ state: 'waiting' })).toBe(1);
  expect(await list({}, client.signal)).toBe(2);
  client.abort();
  expect(messagesOf.mock.lastCall![1]).toThrow();
  hub.end();
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
  flush.mockRejectedValueOnce(new RefusedMessage(new RpcError('failed', { message: 'refused' })));
  await hub.l1.request('eth_blockNumber', []);
  expect([flush.mock.calls.length, warnings]).toEqual([2, [expect.stringContaining('refused')]]);
  hub.end();
});
