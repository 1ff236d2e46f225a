// Bridges between an EVM in this process and the chain, with the clients that dapps use.
import { BrowserProvider, Contract, ContractFactory, JsonRpcProvider, Wallet } from 'ethers';
import { hash } from 'starknet';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  getContract,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mark, Sandbox } from '../../src/index.ts';
import { bridgeContract, evmWorld } from './evmWorld.ts';

const DEPOSIT = BigInt(hash.getSelectorFromName('deposit'));
const MNEMONIC = 'test test test test test test test test test test test junk';

describe('an EVM in the process of a sandbox', () => {
  let box: Sandbox;
  let world: Awaited<ReturnType<typeof evmWorld>>;
  let start: Mark;

  beforeAll(async () => {
    world = await evmWorld();
    box = world.box;
    start = box.snapshot();
  });
  beforeEach(() => box.restore(start));
  afterAll(() => box.close());

  const clientOf = (account = privateKeyToAccount(box.l1.accounts[0]!.privateKey)) =>
    createWalletClient({ account, chain: foundry, transport: custom(box.l1.provider), pollingInterval: 5 }).extend(
      publicActions,
    );

  async function deployedBridge() {
    const client = clientOf();
    const args = [box.l1.contractAddress, world.l2Bridge.address, DEPOSIT];
    const deployment = await client.deployContract({ ...bridgeContract, args } as never);
    const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployment });
    return { client, bridge: getContract({ address: contractAddress!, abi: bridgeContract.abi as never, client }) };
  }

  test('has the accounts and the chain id of anvil', async () => {
    for (const [addressIndex, { address }] of box.l1.accounts.entries())
      expect(mnemonicToAccount(MNEMONIC, { addressIndex }).address.toLowerCase()).toBe(address);
    const client = clientOf();
    expect(await client.getChainId()).toBe(31_337);
    expect(await client.getBalance({ address: box.l1.accounts[9]!.address })).toBe(parseEther('10000'));
  });

  test('takes a deposit of viem to L2, and a withdrawal back', async () => {
    const { client, bridge } = await deployedBridge();
    const { write } = bridge as never as { write: Record<string, (...args: unknown[]) => Promise<`0x${string}`>> };
    const deposit = await write['deposit']!({ value: 5000n });
    const receipt = await client.waitForTransactionReceipt({ hash: deposit });
    expect(receipt.status).toBe('success');
    expect(await client.getBalance({ address: bridge.address })).toBe(4000n);
    const logs = await client.getContractEvents({
      address: bridge.address,
      abi: bridgeContract.abi as never,
      fromBlock: 0n,
    });
    expect(logs).toMatchObject([{ eventName: 'Deposited', args: { amount: 4000n, nonce: 0n } }]);
    const { generated_l2_transactions, reverted } = await box.l1.flush();
    expect([generated_l2_transactions.length, reverted]).toEqual([1, []]);
    expect(await world.received()).toBe(4000n);

    await world.l2Bridge.write['withdraw']!(bridge.address, 1500n);
    const recipient = '0x00000000000000000000000000000000000000aa';
    const early = write['withdraw']!([recipient, 1500n]);
    await expect(early).rejects.toThrow(/INVALID_MESSAGE_TO_CONSUME/);
    expect((await box.l1.flush()).messages_to_l1).toHaveLength(1);
    await client.waitForTransactionReceipt({ hash: await write['withdraw']!([recipient, 1500n]) });
    expect(await client.getBalance({ address: recipient })).toBe(1500n);
    await expect(write['withdraw']!([recipient, 1500n])).rejects.toThrow(/INVALID_MESSAGE_TO_CONSUME/);
  });

  test('serves ethers in the process, with errors of contracts decoded', async () => {
    // Without its cache of a quarter of a second, which blocks that come at once need.
    const provider = new BrowserProvider(box.l1.provider, undefined, { cacheTimeout: -1 });
    const wallet = new Wallet(box.l1.accounts[1]!.privateKey, provider);
    const factory = new ContractFactory(bridgeContract.abi as never, bridgeContract.bytecode, wallet);
    const deployed = await factory.deploy(box.l1.contractAddress, world.l2Bridge.address, DEPOSIT);
    await deployed.waitForDeployment();
    const bridge = new Contract(await deployed.getAddress(), bridgeContract.abi as never, wallet);
    const sent = await bridge['deposit']!({ value: 3000n });
    expect((await sent.wait()).status).toBe(1);
    await box.l1.flush();
    expect(await world.received()).toBe(2000n);
    await expect(bridge['deposit']!.staticCall({ value: 1n })).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      revert: { name: 'NothingToDeposit' },
    });
    const events = await bridge.queryFilter('Deposited', 0);
    expect(events).toHaveLength(1);
    // An account that the node signs for, as hardhat's do.
    const signer = await provider.getSigner(2);
    const transfer = await signer.sendTransaction({ to: wallet.address, value: 7n });
    expect((await transfer.wait())!.status).toBe(1);
    provider.destroy();
  });

  test('goes back with the chain, and clones have their own', async () => {
    const client = clientOf();
    const before = await client.getBlockNumber();
    const to = '0x00000000000000000000000000000000000000bb';
    await client.sendTransaction({ to, value: 1n });
    const clone = box.clone();
    box.restore(start);
    expect(await client.getBlockNumber()).toBe(before);
    expect(await client.getBalance({ address: to })).toBe(0n);
    const ofClone = createPublicClient({ chain: foundry, transport: custom(clone.l1.provider) });
    expect(await ofClone.getBalance({ address: to })).toBe(1n);
    await client.sendTransaction({ to, value: 2n });
    expect(await ofClone.getBalance({ address: to })).toBe(1n);
    await clone.close();
  });

  test('has what test clients control', async () => {
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: custom(box.l1.provider) })
      .extend(publicActions)
      .extend(walletActions);
    const whale = '0x00000000000000000000000000000000000000cc';
    const id = await client.snapshot();
    await client.setBalance({ address: whale, value: parseEther('2') });
    await client.impersonateAccount({ address: whale });
    await client.sendTransaction({ account: whale, to: whale, value: 1n });
    await client.stopImpersonatingAccount({ address: whale });
    await expect(client.sendTransaction({ account: whale, to: whale, value: 1n })).rejects.toThrow(/no key of/);
    await client.setCode({ address: whale, bytecode: '0x602a60005260206000f3' });
    expect((await client.call({ to: whale })).data).toMatch(/2a$/);
    await client.setStorageAt({ address: whale, index: 1, value: `0x${'0'.repeat(62)}2b` });
    expect(await client.getStorageAt({ address: whale, slot: '0x1' })).toMatch(/2b$/);
    const { timestamp } = await client.getBlock();
    await client.increaseTime({ seconds: 1000 });
    await client.mine({ blocks: 3 });
    expect((await client.getBlock()).timestamp - timestamp).toBeGreaterThanOrEqual(1000n);
    await client.revert({ id });
    expect(await client.getBalance({ address: whale })).toBe(0n);
  });

  test('is served at /l1, also for those who poll', async () => {
    const { url, close } = await box.listen();
    const client = createPublicClient({ chain: foundry, transport: http(`${url}/l1`), pollingInterval: 5 });
    const provider = new JsonRpcProvider(`${url}/l1`, undefined, { polling: true, pollingInterval: 10 });
    const before = await client.getBlockNumber();
    const seen = new Promise<void>((resolve) => {
      const stop = client.watchBlockNumber({
        onBlockNumber: (number) => {
          if (number <= before) return;
          stop();
          resolve();
        },
      });
    });
    const wallet = new Wallet(box.l1.accounts[3]!.privateKey, provider);
    const sent = await wallet.sendTransaction({ to: wallet.address, value: 1n });
    await sent.wait();
    await seen;
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before + 1n);
    expect(await provider.getFeeData()).toMatchObject({ maxPriorityFeePerGas: 1_000_000_000n });
    provider.destroy();
    await close();
  });
});
