import { expect, test, vi } from 'vitest';
import * as calls from '../../src/chain/run/call.ts';
import { Sandbox } from '../../src/index.ts';
import { STRK } from '../support/wallet.ts';

vi.mock('../../src/chain/run/call.ts', { spy: true });

test('a token without a name is called by the first search alone, and again after its storage changed', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { contracts } = await box.request('devnet_getContracts', { limit: 200 });
  const { class_hash } = contracts.find(({ contract_address }) => contract_address === STRK)!;
  const token = '0x70c3';
  await box.request('devnet_setClassHash', { contract_address: token, class_hash });
  const asked = async (): Promise<number> => {
    const before = vi.mocked(calls.call).mock.calls.length;
    await box.request('devnet_search', { text: 'nothing of this name' });
    return vi.mocked(calls.call).mock.calls.length - before;
  };
  expect(await asked()).toBeGreaterThan(0);
  expect(await asked()).toBe(0);
  await box.request('devnet_createBlock');
  expect(await asked()).toBe(0);
  for (const variable of ['ERC20_name', 'ERC20_symbol']) await box.setStorageAt(token, variable, 'New');
  expect(await asked()).toBeGreaterThan(0);
  expect((await box.request('devnet_search', { text: 'New' })).found).toMatchObject([{ kind: 'TOKEN', hash: token }]);
});

test('of many tokens, each search reads the names of the next ones', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { contracts } = await box.request('devnet_getContracts', { limit: 200 });
  const { class_hash } = contracts.find(({ contract_address }) => contract_address === STRK)!;
  const deployed_contracts = Array.from({ length: 210 }, (_, i) => ({
    address: `0x${(0x900 + i).toString(16)}` as const,
    class_hash,
  }));
  await box.request('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  const last = deployed_contracts.at(-1)!.address;
  for (const variable of ['ERC20_name', 'ERC20_symbol']) await box.setStorageAt(last, variable, 'Gold');
  const search = async () => (await box.request('devnet_search', { text: 'gold' })).found;
  expect(await search()).toEqual([]);
  expect(await search()).toMatchObject([{ kind: 'TOKEN', hash: last }]);
});
