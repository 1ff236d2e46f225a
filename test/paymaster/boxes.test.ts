import { Account, PaymasterRpc, RpcProvider } from 'starknet';
import { afterEach, expect, test } from 'vitest';
import { predeployedAccounts } from '../../src/chain/genesis/accounts.ts';
import { defaultSettings } from '../../src/paymaster/settings.ts';
import { defaultRestricted } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { type BoxServerOptions, boxServer } from '../server/boxServer.ts';
import { STRK, transfer } from './client.ts';

let server: Awaited<ReturnType<typeof boxServer>>;
afterEach(() => server.close());
const start = async (options: BoxServerOptions = {}) => {
  server = await boxServer({ paymaster: defaultSettings, ...options });
};

/** Sends a sponsored payment of 5 FRI by the paymaster at a path. */
function pay(path = '') {
  const [alice] = predeployedAccounts(1, 1, 0n);
  const url = `${server.url}${path}`;
  const account = new Account({
    provider: new RpcProvider({ nodeUrl: `${url}/rpc` }),
    address: `0x${alice!.address.toString(16)}`,
    signer: `0x${alice!.privateKey.toString(16)}`,
    paymaster: new PaymasterRpc({ nodeUrl: `${url}/paymaster` }),
  });
  return account.executePaymasterTransaction([transfer('0x9', 5n)], { feeMode: { mode: 'sponsored' } });
}

const received = async (path = '/') => {
  const request = {
    contract_address: STRK,
    entry_point_selector: '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e',
    calldata: ['0x9'],
  };
  const [low] = await server.call<string[]>('starknet_call', { request, block_id: 'latest' }, path);
  return Number(low);
};

test('each box has a paymaster of its own at its path', async () => {
  await start();
  const { path } = await server.create();
  await pay(path);
  expect([await received(path), await received()]).toEqual([5, 0]);
  await pay();
  expect([await received(path), await received()]).toEqual([5, 5]);
  const state = await server.call<{ transactions: unknown[] }>('sandbox_getPaymaster', {}, `${path}/paymaster`);
  expect(state.transactions).toHaveLength(1);
  const other = await server.create();
  await server.call('sandbox_setPaymaster', { sponsored: false }, `${path}/paymaster`);
  await expect(pay(path)).rejects.toThrow('x-paymaster-api-key is invalid');
  await pay(other.path);
});

test('what restrictions forbid to clients is not forbidden to the paymaster', async () => {
  await start({ server: { restrictedMethods: defaultRestricted(methods) } });
  await expect(server.call('devnet_deal', { token: STRK, address: '0x9', amount: 1 })).rejects.toThrow(/forbidden/);
  await expect(server.call('sandbox_setPaymaster', {}, '/paymaster')).rejects.toThrow(/forbidden/);
  await pay();
  expect(await received()).toBe(5);
});
