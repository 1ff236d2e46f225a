import { Account, type Call, CallData, config, RpcProvider } from 'starknet';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Sandbox } from '../../src/index.ts';
import { account, channel, provider } from '../../src/starknet/index.ts';
import { providePeer, starknetJs } from '../../src/starknet/peer.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = (to: string, amount: number): Call => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: CallData.compile({ to, amount: { low: amount, high: 0 } }),
});

describe('starbox/starknet', () => {
  let box: Sandbox;
  beforeEach(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 2 });
  });
  afterEach(() => box.close());

  test('gives objects of the starknet.js that is installed', () => {
    expect(provider(box)).toBeInstanceOf(RpcProvider);
    expect(account(box, 1)).toBeInstanceOf(Account);
    expect(account(box, 1).address).toBe(box.accounts[1]!.address);
  });

  test('waits for no transaction, looks for no tips and prints nothing', async () => {
    config.set('logLevel', 'INFO');
    const printed = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    const requests = vi.spyOn(box, 'fetch');
    const alice = account(box, 0);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    for (let i = 0; i < 10; i++) {
      const { transaction_hash } = await alice.execute(transfer('0x99', 5));
      const receipt = await alice.provider.waitForTransaction(transaction_hash);
      expect(receipt.isSuccess()).toBe(true);
    }
    // A bare provider waits 5 s for each.
    expect(timers.mock.calls.filter(([, milliseconds = 0]) => milliseconds >= 500)).toEqual([]);
    timers.mockRestore();
    const methods = requests.mock.calls.map(([, init]) => JSON.parse(String(init!.body)).method);
    expect(methods.filter((method) => method.startsWith('starknet_getBlock'))).toEqual([]);
    expect(methods.filter((method) => method === 'starknet_getTransactionReceipt')).toHaveLength(10);
    expect(methods).not.toContain('starknet_getTransactionStatus');
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(await box.balanceOf('0x99')).toBe(50n);
  });

  test('sends several transactions into one block that nobody has made yet, and reads what they did', async () => {
    await box.blocks.setMode('demand');
    const alice = account(box, 0);
    const rpc = provider(box);
    for (const amount of [1, 2]) {
      const { transaction_hash } = await alice.execute(transfer('0x99', amount));
      const receipt = await rpc.waitForTransaction(transaction_hash);
      expect(receipt.value).toMatchObject({ finality_status: 'PRE_CONFIRMED' });
    }
    expect(await rpc.callContract({ contractAddress: STRK, entrypoint: 'balanceOf', calldata: ['0x99'] })).toEqual([
      '0x3',
      '0x0',
    ]);
    expect(await rpc.getBlock()).toMatchObject({ block_number: 0, status: 'ACCEPTED_ON_L2' });
  });

  test('waits for the states that somebody asks for, and gives up on a transaction that does not exist', async () => {
    const rpc = provider(box, { retries: 2 });
    const { transaction_hash } = await account(box, 0).execute(transfer('0x99', 1));
    const failing = { errorStates: ['ACCEPTED_ON_L2' as const] };
    await expect(rpc.waitForTransaction(transaction_hash, failing)).rejects.toThrow('ACCEPTED_ON_L2');
    const succeeding = { successStates: ['SUCCEEDED' as const] };
    expect((await rpc.waitForTransaction(transaction_hash, succeeding)).isSuccess()).toBe(true);
    await expect(rpc.waitForTransaction('0x123')).rejects.toThrow('timed-out');
  });

  test('takes any account with its key', async () => {
    const { address, privateKey } = box.accounts[1]!;
    const bob = account(box, { address: BigInt(address), privateKey: BigInt(privateKey) });
    await bob.execute(transfer('0x99', 5));
    expect(await box.balanceOf('0x99')).toBe(5n);
    expect(() => account(box, 2)).toThrow('There is no predeployed account 2: there are 2, counted from 0.');
  });

  test('subscribes without a port, whether starknet.js found a WebSocket class or not', async () => {
    const subscriptions = channel(box);
    await subscriptions.waitForConnection();
    const heads = await subscriptions.subscribeNewHeads();
    const head = new Promise<{ readonly block_number: number }>((resolve) => heads.on(resolve));
    await box.blocks.mine();
    expect((await head).block_number).toBe(1);
    subscriptions.disconnect();
    await subscriptions.waitForDisconnection();
  });

  test('uses a server by its URL', async () => {
    const { url } = await box.listen();
    const bob = await account(url, 1);
    const { transaction_hash } = await bob.execute(transfer('0x99', 5));
    expect((await provider(url).waitForTransaction(transaction_hash)).isSuccess()).toBe(true);
    const subscriptions = channel(url, { websocket: WebSocket as never });
    await subscriptions.waitForConnection();
    expect(await subscriptions.sendReceive('starknet_blockNumber')).toBe(1);
    subscriptions.disconnect();
    await subscriptions.waitForDisconnection();
  });

  test('refuses a version of starknet.js whose accounts speak JSON-RPC 0.8', () => {
    const starknet = starknetJs();
    class Account {
      // biome-ignore lint/complexity/noUselessConstructor: the number of its parameters tells the version
      constructor(_provider: unknown, _address: string, _signer: string) {}
    }
    providePeer({ starknet: { ...starknet, Account } as never });
    expect(() => provider(box)).toThrow('version 8, 9 or 10, and an older one is installed');
    providePeer({ starknet });
  });

  test('says what to install if starknet.js is missing', () => {
    const starknet = starknetJs();
    providePeer({ error: new Error('Cannot find package') });
    expect(() => provider(box)).toThrow('starbox/starknet needs starknet.js, version 8, 9 or 10. Install it with');
    providePeer({ starknet });
  });
});
