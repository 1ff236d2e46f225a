// The wallet as a dapp uses it, with get-starknet and starknet.js.
import { readFileSync } from 'node:fs';
import * as core from '@starknet-io/get-starknet-core';
import { isStarknetWallet } from '@starknet-io/get-starknet-wallet-standard-v6/features';
import { getWallets } from '@wallet-standard/app';
import { hash, type RpcProvider, WalletAccount, WalletAccountV5, WalletAccountV6 } from 'starknet';
import { afterEach, describe, expect, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { provider } from '../../src/starknet/index.ts';
import { sandboxTest } from '../../src/testing/vitest.ts';
import { type TestWallet, type WindowWallet, wallet } from '../../src/wallet/index.ts';

const test = sandboxTest({ seed: 7, accounts: 3 });
/** What is used of get-starknet 4, whose declarations are not found by the rules of Node.js. */
const { getStarknet } = core as unknown as {
  getStarknet(options: object): {
    getAvailableWallets(): Promise<readonly WindowWallet[]>;
    getAuthorizedWallets(): Promise<readonly WindowWallet[]>;
    enable(wallet: WindowWallet): Promise<WindowWallet>;
  };
};
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const SEPOLIA = '0x534e5f5345504f4c4941';
const transfer = (recipient: string, amount: bigint) => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: [recipient, amount, 0n].map(String),
});
const order = (chainId = 'SN_SEPOLIA') => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' })),
    Order: [
      { name: 'item', type: 'shortstring' },
      { name: 'price', type: 'u128' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId, revision: '1' },
  message: { item: 'pear', price: 5 },
});
const nodeOf = (box: Sandbox) => provider(box) as unknown as RpcProvider;
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: { readonly code?: unknown }) => error.code,
  );
const connected = async (box: Sandbox, given: TestWallet): Promise<WalletAccount> =>
  WalletAccount.connect(nodeOf(box), given as never);

afterEach(() => vi.unstubAllGlobals());

describe('a dapp', () => {
  test('finds the wallet with get-starknet 4, and connects again without asking', async ({ box }) => {
    const windowObject: Record<string, unknown> = new EventTarget() as never;
    const starbox = wallet(box);
    starbox.install(windowObject);
    const found = getStarknet({
      windowObject,
      storageFactoryImplementation: () => ({ set: () => true, get: () => null, delete: () => true }),
    });
    expect((await found.getAvailableWallets()).map(({ id, name }) => [id, name])).toEqual([['starbox', 'Starbox']]);
    expect(await found.getAuthorizedWallets()).toEqual([]);
    const [first] = await found.getAvailableWallets();
    const enabled = await found.enable(first!);
    expect(await enabled.request({ type: 'wallet_requestAccounts' })).toEqual([box.accounts[0].address]);
    expect(await found.getAuthorizedWallets()).toHaveLength(1);
  });

  test('finds the wallet by the wallet standard, and connects', async ({ box }) => {
    const target = new EventTarget();
    vi.stubGlobal('window', target);
    // The dapp is there first, and learns of the wallet by its event.
    const { get } = getWallets();
    const remove = wallet(box).install(target);
    const [found] = get().filter(isStarknetWallet);
    const { accounts } = await found!.features['standard:connect'].connect();
    expect(accounts).toMatchObject([{ address: box.accounts[0].address, chains: [`starknet:${SEPOLIA}`] }]);
    expect(found).toMatchObject({ name: 'Starbox', version: '1.0.0', accounts });
    remove();
    expect(get()).toEqual([]);
    // The wallet is there first, and a dapp asks for those that are.
    wallet(box).install(target);
    const registered: unknown[] = [];
    const detail = { register: (...wallets: unknown[]) => registered.push(...wallets) };
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
    expect(registered).toMatchObject([{ name: 'Starbox' }]);
  });

  test('sends a transaction and signs a message with the accounts of starknet.js', async ({ box }) => {
    const [alice, bob] = box.accounts;
    const starbox = wallet(box);
    const viaStandard = await WalletAccountV5.connect(nodeOf(box), starbox.standard as never);
    const viaNewest = await WalletAccountV6.connect(nodeOf(box), starbox.standard as never);
    for (const account of [await connected(box, starbox), viaStandard, viaNewest]) {
      expect(BigInt(account.address)).toBe(BigInt(alice.address));
      const before = await box.strk.read.balance_of(bob.address);
      const { transaction_hash } = await account.execute(transfer(bob.address, 5n));
      expect(transaction_hash).toMatch(/^0x0[0-7][0-9a-f]{62}$/);
      await nodeOf(box).waitForTransaction(transaction_hash);
      expect(await box.strk.read.balance_of(bob.address)).toBe(before + 5n);
      const signature = (await account.signMessage(order())) as string[];
      expect(await nodeOf(box).verifyMessageInStarknet(order(), signature, alice.address)).toBe(true);
      const other = { ...order(), message: { item: 'pear', price: 6 } };
      expect(await nodeOf(box).verifyMessageInStarknet(other, signature, alice.address)).toBe(false);
    }
  });

  test('declares a class', async ({ box }) => {
    const contract = JSON.parse(
      readFileSync(new URL('../../contracts/classes/erc20.sierra.json', import.meta.url), 'utf8'),
    );
    // Another ABI text is another class.
    const changed = { ...contract, abi: contract.abi.slice(1) };
    const classHash = hash.computeContractClassHash(changed);
    const { compiledClassHash } = await box.declare(contract);
    const account = await connected(box, wallet(box));
    const { class_hash } = await account.declare({ contract: changed, compiledClassHash });
    expect(BigInt(class_hash)).toBe(BigInt(classHash));
    expect(
      await box.request('starknet_getClass', { block_id: 'latest', class_hash: classHash as `0x${string}` }),
    ).toBeDefined();
  });

  test('watches a token, and adds and switches networks', async ({ box }) => {
    const starbox = wallet(box);
    const account = await connected(box, starbox);
    const changes: unknown[] = [];
    account.onNetworkChanged((...change) => changes.push(change));
    expect(await account.watchAsset({ type: 'ERC20', options: { address: STRK } })).toBe(true);
    expect(starbox.assets).toMatchObject([{ address: STRK }]);
    const noToken = { type: 'ERC20', options: { address: box.accounts[0].address } } as const;
    expect(await codeOf(account.watchAsset(noToken))).toBe(111);
    expect(await codeOf(account.switchStarknetChain('0x1' as never))).toBe(112);
    expect(await account.addStarknetChain({ id: 'one', chain_id: '0x1' as never, chain_name: 'One' })).toBe(true);
    expect(await account.switchStarknetChain('0x1' as never)).toBe(true);
    expect(await starbox.request({ type: 'wallet_requestChainId' })).toBe('0x1');
    expect(changes).toEqual([['0x1', [box.accounts[0].address]]]);
    expect(await codeOf(account.execute(transfer('0x9', 1n)))).toBe(163);
    expect(await account.switchStarknetChain(SEPOLIA as never)).toBe(true);
    expect(await codeOf(account.execute(transfer('0x9', 1n)))).toBe('answered');
  });

  test('gets the data of an account that is not deployed, which its first transaction deploys', async ({ box }) => {
    const starbox = wallet(box);
    const data = () => starbox.request({ type: 'wallet_deploymentData' });
    await connected(box, starbox);
    expect(await codeOf(data())).toBe(115);
    const address = await starbox.useNewAccount();
    const { class_hash, salt, calldata, version } = await data();
    expect(version).toBe(1);
    expect(BigInt(hash.calculateContractAddressFromHash(salt, class_hash, calldata, 0))).toBe(BigInt(address));
    const account = await connected(box, starbox);
    await nodeOf(box).waitForTransaction((await account.execute(transfer('0x99', 5n))).transaction_hash);
    expect(await box.strk.read.balance_of('0x99')).toBe(5n);
    expect(await codeOf(data())).toBe(115);
  });

  test('sends several transactions of a new account at once', async ({ box }) => {
    const starbox = wallet(box);
    const account = await connected(box, starbox);
    await starbox.useNewAccount();
    const sent = await Promise.all([1n, 2n, 3n].map((amount) => account.execute(transfer('0x99', amount))));
    for (const { transaction_hash } of sent) await nodeOf(box).waitForTransaction(transaction_hash);
    expect(await box.strk.read.balance_of('0x99')).toBe(6n);
  });

  test('sends transactions of a new account whose deployment waits in the mempool', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1, blockGenerationOn: 'mempool' });
    const starbox = wallet(box, { connected: true });
    await starbox.useNewAccount();
    const calls = [{ contract_address: STRK, entry_point: 'transfer', calldata: ['0x99', '0x2', '0x0'] }];
    const pay = () => starbox.request({ type: 'wallet_addInvokeTransaction', params: { calls } });
    await Promise.all([pay(), pay()]);
    await pay();
    await box.mempool.preconfirm();
    expect(await box.strk.read.balance_of('0x99')).toBe(6n);
  });

  test('learns what the wallet supports, and which requests are wrong', async ({ box }) => {
    const { request } = wallet(box, { connected: true });
    expect(await request({ type: 'wallet_supportedWalletApi' })).toContain('0.10');
    expect(await request({ type: 'wallet_supportedSpecs' })).toContain('0.10');
    const params = (api_version: string) => ({ type: 'wallet_requestChainId', params: { api_version } });
    expect(await request(params('0.10.4'))).toBe(SEPOLIA);
    expect(await codeOf(request(params('3.0')))).toBe(162);
    expect(await codeOf(request({ type: 'wallet_nothing' }))).toBe(163);
    const invoke = (calls: unknown) => codeOf(request({ type: 'wallet_addInvokeTransaction', params: { calls } }));
    expect(await invoke([])).toBe(114);
    const calls = [{ contract_address: STRK, entry_point: 'decimals' }];
    const prove = (proof: unknown) => request({ type: 'wallet_addInvokeTransaction', params: { calls, proof } });
    expect(await codeOf(prove({ data: 'AAAA' }))).toBe(114);
    // The node gets the proof, and refuses this one.
    const asked = prove({ data: 'AAAA', output: [], proof_facts: ['0x1'] });
    await expect(asked).rejects.toMatchObject({ code: 163, data: expect.stringContaining('The proof field') });
    expect(await codeOf(prove({ data: 'AAAA', output: [], proof_facts: ['x'] }))).toBe(114);
    expect(await invoke([{ contract_address: 'me', entry_point: 'transfer' }])).toBe(114);
    expect(await invoke([{ contract_address: '0x1', entry_point: 'transfer', calldata: ['x'] }])).toBe(114);
    const sign = (data: object) => codeOf(request({ type: 'wallet_signTypedData', params: data }));
    expect(await sign({})).toBe(114);
    expect(await sign(order('SN_MAIN'))).toBe(114);
    expect(await sign({ ...order(), message: {} })).toBe(114);
    expect(await codeOf(request({ type: 'wallet_addDeclareTransaction', params: { contract_class: {} } }))).toBe(114);
    expect(await codeOf(request(undefined as never))).toBe(163);
  });
});
