import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keccak256 } from '../../src/felt/hash.ts';
import { EvmMachine } from '../../src/l1evm/evmMachine.ts';
import { findEvmPackages, loadEvm, loadEvmPackages } from '../../src/libraryNode/loadEvm.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { asking, evmWorld } from './evmWorld.ts';

test('with auto, a restore right after a transaction drops the exchange that is under way, whole', async () => {
  const { box, l2Bridge } = await evmWorld({ l1: { url: 'evm', auto: true } });
  const ask = asking(box);
  const height = await ask('eth_blockNumber');
  const mark = box.snapshot();
  for (let i = 0; i < 3; i++) {
    await l2Bridge.write['withdraw']!(box.l1.accounts[1]!.address, 3n);
    box.restore(mark);
    expect(await ask('eth_blockNumber')).toBe(height);
    expect(await box.request('devnet_getL1Messages')).toEqual({ messages: [] });
  }
  await l2Bridge.write['withdraw']!(box.l1.accounts[1]!.address, 3n);
  expect(Number(await ask('eth_blockNumber'))).toBe(Number(height) + 1);
  await box.close();
});

test('a write that somebody waits for is not dropped by a restore', async () => {
  const node = await testNode();
  const start = node.value;
  const writing = node.write(async (draft) => draft.openBlock.seal());
  expect(() => node.restore(start)).toThrow(/while a write is under way: await it first/);
  await writing;
  expect(node.chain.latest.number).toBe(1);
  node.close();
});

test('a transaction whose client has gone before its turn is not sent', async () => {
  const node = await testNode({ l1: { url: 'evm', auto: false } });
  const hub = new Hub(node, { loadEvm });
  await hub.connectL1();
  const [from, to] = (await hub.l1.request('eth_accounts', [])) as string[];
  const client = new AbortController();
  let end = (): void => undefined;
  // Made before the write, which may begin later.
  const ended = new Promise<void>((resolve) => (end = resolve));
  const earlier = node.write(() => ended);
  const sending = hub.l1.request('eth_sendTransaction', [{ from, to, value: '0x1' }], client.signal);
  const gone = expect(sending).rejects.toThrow(/abort/i);
  await new Promise((resolve) => setImmediate(resolve));
  client.abort();
  end();
  await Promise.all([earlier, gone]);
  expect(await hub.l1.request('eth_getTransactionCount', [from])).toBe('0x0');
  hub.end();
  node.close();
});

test('hashes are computed by the kernel', () => {
  expect(new EvmMachine(loadEvmPackages()).common.customCrypto.keccak256).toBe(keccak256);
});

test('an EVM whose package is not installed is named, with the command that installs it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-no-evm-'));
  const node = await testNode();
  const missing = () => findEvmPackages([join(folder, 'package.json')]) as never;
  const hub = new Hub(node, { loadEvm: missing });
  const answer = await hub.dispatcher.answer(
    { id: 1, method: 'devnet_postmanLoad', params: { network_url: 'evm' } } as never,
    {},
  );
  const text = JSON.stringify(answer);
  expect(text).toMatch(/package @ethereumjs\/vm is not installed/);
  expect(text).toMatch(/npm install --save-dev @ethereumjs\/vm@10/);
  expect(node.chain.l1).toBeUndefined();
  rmSync(folder, { recursive: true });
  hub.end();
  node.close();
});

test('a wrong parameter is named, whatever it is', async () => {
  const { box } = await evmWorld();
  const cycle: unknown[] = [];
  cycle.push(cycle);
  for (const value of [5n, 1e300, cycle, () => 1, Symbol('x'), { deep: [2n ** 300n] }])
    await expect(asking(box)('anvil_setBalance', [value, '0x1'])).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/address must be 0x and 40 hexadecimal digits, not /),
    });
  for (const id of [{}, [[]], { toString: 1 }, 7, null])
    await expect(asking(box)('eth_getFilterChanges', [id])).rejects.toThrow('filter not found');
  await box.close();
});
