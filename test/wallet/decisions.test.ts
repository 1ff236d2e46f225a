// What a test decides as the user of a wallet, and what it learns of the dapp.
import { afterEach, describe, expect, test as plainTest, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { assertAskedTo } from '../../src/testing/index.ts';
import { sandboxTest } from '../../src/testing/vitest.ts';
import { type WalletError, wallet } from '../../src/wallet/index.ts';

const test = sandboxTest({ seed: 7, accounts: 3 });
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const invoke = (recipient: string, amount: bigint) => ({
  type: 'wallet_addInvokeTransaction',
  params: {
    calls: [
      { contract_address: STRK, entry_point: 'transfer', calldata: [recipient, `0x${amount.toString(16)}`, '0x0'] },
    ],
  },
});
const CONNECT = { type: 'wallet_requestAccounts' };
const SILENT = { type: 'wallet_requestAccounts', params: { silent_mode: true } };
const PERMISSIONS = { type: 'wallet_getPermissions' };
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    ({ code }: WalletError) => code,
  );
const message = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it passed',
    (error: Error) => error.message,
  );

afterEach(() => {
  vi.useRealTimers();
});

describe('the test', () => {
  test('approves unless it rejects, once or from now on', async ({ box }) => {
    const starbox = wallet(box);
    starbox.reject({ times: 1 });
    expect(await codeOf(starbox.request(CONNECT))).toBe(113);
    expect(await starbox.request(SILENT)).toEqual([]);
    expect(await starbox.request(CONNECT)).toEqual([box.accounts[0].address]);
    starbox.reject();
    expect(await codeOf(starbox.request(invoke('0x9', 1n)))).toBe(113);
    // Who is connected is not asked again.
    expect(await codeOf(starbox.request(CONNECT))).toBe('answered');
    starbox.approve();
    expect(await codeOf(starbox.request(invoke('0x9', 1n)))).toBe('answered');
    expect(await box.strk.read.balance_of('0x9')).toBe(1n);
    expect(starbox.requests.map(({ status }) => status)).toEqual([
      'rejected',
      'approved',
      'approved',
      'rejected',
      'approved',
      'approved',
    ]);
  });

  test('decides by method, in order, and with any error of the wallet API', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    starbox.fail('UNKNOWN_ERROR', { method: 'wallet_addInvokeTransaction' });
    starbox.fail(112, { times: 1 });
    starbox.approve({ times: 1 });
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push(await codeOf(starbox.request(invoke('0x9', 1n))));
    expect(codes).toEqual([112, 'answered', 163]);
    starbox.fail(163, { method: 'wallet_requestChainId', times: 1 });
    expect(await codeOf(starbox.request({ type: 'wallet_requestChainId' }))).toBe(163);
    expect(await codeOf(starbox.request({ type: 'wallet_requestChainId' }))).toBe('answered');
    expect(() => starbox.fail(7 as never)).toThrow('7 is no error of the wallet API. There are NOT_ERC20 (111)');
    expect(() => starbox.reject({ after: 5 } as never)).toThrow("'delayMilliseconds'");
  });

  test('lets the user be slow', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    await starbox.request(CONNECT);
    starbox.approve({ delayMilliseconds: 60_000 });
    let isAnswered = false;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const asked = starbox.request(invoke('0x9', 1n)).then(() => {
      isAnswered = true;
    });
    await starbox.waitForRequest('transfer');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await asked;
    expect(isAnswered).toBe(true);
  });

  test('holds requests, and decides each of them', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    starbox.hold();
    const asked = [1n, 2n, 3n].map((amount) => codeOf(starbox.request(invoke('0x9', amount))));
    const [first] = await Promise.all([
      starbox.waitForRequest('transfer'),
      vi.waitUntil(() => starbox.waiting.length === 3, { timeout: 600_000 }),
    ]);
    expect(first.calls).toMatchObject([{ contract: STRK, name: 'transfer', args: { recipient: '0x9' } }]);
    const [one, two] = starbox.waiting;
    one!.approve();
    two!.fail('UNKNOWN_ERROR');
    starbox.reject({ times: 1 });
    expect(await Promise.all(asked)).toEqual(['answered', 163, 113]);
    expect(() => one!.reject()).toThrow('is not held: it is approved');
    expect(starbox.waiting).toEqual([]);
  });

  test('locks the wallet, which shows nothing and waits', async ({ box }) => {
    const starbox = wallet(box);
    const changes: unknown[] = [];
    starbox.on('accountsChanged', (accounts: unknown) => changes.push(accounts));
    await starbox.request(CONNECT);
    starbox.lock();
    expect(await starbox.request(SILENT)).toEqual([]);
    expect(await starbox.request(PERMISSIONS)).toEqual([]);
    starbox.reject({ times: 1 });
    expect(await codeOf(starbox.request(invoke('0x9', 1n)))).toBe(113);
    const asked = starbox.request(CONNECT);
    expect((await starbox.waitForRequest()).status).toBe('waiting');
    starbox.unlock();
    const [{ address }] = box.accounts;
    expect(await asked).toEqual([address]);
    expect(await starbox.request(PERMISSIONS)).toEqual(['accounts']);
    expect(changes).toEqual([[], [address]]);
  });

  test('changes the account and the network, and takes the connection away', async ({ box }) => {
    const starbox = wallet(box);
    const changes: unknown[] = [];
    const onAccounts = (accounts: unknown) => changes.push(accounts);
    starbox.on('accountsChanged', onAccounts);
    starbox.on('networkChanged', (...change: unknown[]) => changes.push(change));
    await starbox.useAccount(1);
    const [, bob, carol] = box.accounts;
    // Before it is connected, a dapp learns nothing.
    expect(changes).toEqual([]);
    expect(await starbox.request(CONNECT)).toEqual([bob.address]);
    await starbox.useAccount(carol);
    starbox.useNetwork('0x534e5f4d41494e');
    expect(await codeOf(starbox.request(invoke('0x9', 1n)))).toBe(163);
    starbox.disconnect();
    expect(await starbox.request(SILENT)).toEqual([]);
    expect(await codeOf(starbox.request(invoke('0x9', 1n)))).toBe(163);
    expect(changes).toEqual([[carol.address], ['0x534e5f4d41494e', [carol.address]], []]);
    starbox.off('accountsChanged', onAccounts);
    starbox.connect();
    await starbox.useAccount(0);
    expect(changes).toHaveLength(3);
    await expect(starbox.useAccount(7)).rejects.toThrow('The wallet has no account 7: it has 3.');
    await expect(starbox.useAccount('0x123')).rejects.toThrow('a wallet needs the key');
  });

  test('gives it accounts with other keys', async ({ box }) => {
    const dave = await box.createAccount({ signer: 'stark', balance: 10n ** 20n });
    const starbox = wallet(box, { accounts: [dave], connected: true });
    await starbox.request(invoke('0x9', 3n));
    expect(await box.strk.read.balance_of('0x9')).toBe(3n);
    expect(starbox.requests[0]!.account).toBe(dave.address);
    // Also by its address, as the other accounts of the wallet.
    const fresh = await starbox.useNewAccount();
    expect(await starbox.useAccount(dave.address)).toBe(dave.address);
    expect(await starbox.useAccount(fresh)).toBe(fresh);
  });

  test('chooses the account in the turn in which the dapp asks', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    const asked = starbox.request(CONNECT);
    await starbox.useAccount(1);
    await asked;
    expect(await starbox.request(CONNECT)).toEqual([box.accounts[1].address]);
  });

  test('approves what the user was shown, with the account that was shown, and not on another network', async ({
    box,
  }) => {
    const starbox = wallet(box, { connected: true });
    const [alice] = box.accounts;
    starbox.hold({ times: 2 });
    const first = starbox.request(invoke('0x9', 1n));
    const request = await starbox.waitForRequest('transfer');
    await starbox.useAccount(2);
    request.approve();
    await first;
    expect(request.account).toBe(alice.address);
    expect(await box.getNonce(alice)).toBe(1n);
    const second = codeOf(starbox.request(invoke('0x9', 1n)));
    const later = await starbox.waitForRequest('transfer');
    starbox.useNetwork('0x534e5f4d41494e');
    later.approve();
    expect(await second).toBe(163);
    expect(await box.strk.read.balance_of('0x9')).toBe(1n);
  });

  test('answers in place of the wallet, for private balances for example', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    const ask = () => starbox.request({ type: 'wallet_strk20Balances', params: { tokens: [] } });
    await expect(ask()).rejects.toMatchObject({ code: 163, data: expect.stringContaining('wallet.answer') });
    starbox.fail('NOT_REGISTERED', { method: 'wallet_strk20Balances', times: 1 });
    expect(await codeOf(ask())).toBe(118);
    const balances = [{ token: STRK, balance: '0x5' }];
    starbox.answer('wallet_strk20Balances', balances);
    expect(await ask()).toEqual(balances);
    starbox.reject({ times: 1 });
    expect(await codeOf(ask())).toBe(113);
    starbox.answer('wallet_strk20Balances', undefined);
    expect(await codeOf(ask())).toBe(163);
    expect(() => starbox.answer('wallet_nothing', 1)).toThrow('UNKNOWN_ERROR');
  });
});

describe('toHaveBeenAskedTo', () => {
  test('finds calls by their names and arguments', async ({ box }) => {
    const bob = box.accounts[1];
    const starbox = wallet(box, { connected: true });
    await expect(starbox).not.toHaveBeenAskedTo('transfer');
    await starbox.request(invoke(bob.address, 5n));
    await expect(starbox).toHaveBeenAskedTo('transfer');
    await expect(starbox).toHaveBeenAskedTo('transfer', { recipient: bob, amount: 5n });
    await expect(starbox).toHaveBeenAskedTo('transfer', { recipient: BigInt(bob.address), amount: 5 });
    await expect(starbox).not.toHaveBeenAskedTo('transfer', { amount: 6n });
    await expect(starbox).not.toHaveBeenAskedTo('approve');
    await expect(starbox).toHaveBeenAskedTo('wallet_addInvokeTransaction');
    await assertAskedTo(starbox, 'transfer', { amount: 5n });
    expect(await message(expect(starbox).not.toHaveBeenAskedTo('transfer', { ammount: 5n }))).toContain(
      'transfer has no `ammount`. It has recipient, amount.',
    );
    const failed = await message(expect(starbox).toHaveBeenAskedTo('transfer', { amount: 6n }));
    expect(failed).toContain('Expected the wallet to have been asked to transfer with amount: 6.');
    expect(failed).toContain(`transfer(recipient: ${bob.address}, amount: 5) of`);
    expect(await message(assertAskedTo({} as never, 'transfer'))).toContain('Expected a wallet');
  });

  test('finds messages and other requests, and waits for one that is on its way', async ({ box }) => {
    const starbox = wallet(box, { connected: true });
    const found = expect(starbox).toHaveBeenAskedTo('Order', { item: 'pear', price: 5n });
    const types = {
      StarknetDomain: [{ name: 'revision', type: 'shortstring' }],
      Order: [
        { name: 'item', type: 'shortstring' },
        { name: 'price', type: 'u128' },
      ],
    };
    const params = { types, primaryType: 'Order', domain: { revision: '1' }, message: { item: 'pear', price: '5' } };
    await starbox.request({ type: 'wallet_signTypedData', params });
    await found;
    await codeOf(starbox.request({ type: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: STRK } } }));
    await expect(starbox).toHaveBeenAskedTo('wallet_watchAsset', { options: { address: STRK } });
  });
});

describe('safety', () => {
  plainTest('it does not work for the chain id of SN_MAIN, except on a fork', async () => {
    await using main = await Sandbox.create({ chainId: 'MAINNET', seed: 7 });
    const asked = wallet(main).request(CONNECT);
    await expect(asked).rejects.toMatchObject({ code: 163, data: expect.stringContaining('SN_MAIN and is no fork') });
    await using fork = await Sandbox.forkFrom(main, { seed: 7 });
    expect(await codeOf(wallet(fork).request(CONNECT))).toBe('answered');
  });

  test('it signs with a key that was not made for tests only for chain ids of no live network', async ({ box }) => {
    const [{ address }] = box.accounts;
    const own = { address: '0x123', privateKey: '0x5' };
    const asked = wallet(box, { accounts: [own] }).request(CONNECT);
    await expect(asked).rejects.toMatchObject({ code: 163, data: expect.stringContaining('was not made for tests') });
    // A predeployed account is one for tests, however it is given.
    expect(await codeOf(wallet(box, { accounts: [address] }).request(CONNECT))).toBe('answered');
    // So is an account that the sandbox, or the one of which it is a clone, has made.
    const made = await box.createAccount();
    const copied = JSON.parse(JSON.stringify({ address: made.address, privateKey: made.privateKey }));
    for (const account of [{ ...made }, copied])
      for (const one of [box, box.clone()])
        expect(await codeOf(wallet(one, { accounts: [account] }).request(CONNECT))).toBe('answered');
    await using other = await Sandbox.create({ chainId: 'SHOP', seed: 7 });
    expect(await codeOf(wallet(other, { accounts: [own] }).request(CONNECT))).toBe('answered');
  });
});

test('a wallet over the URL of a node works as one over a sandbox', async ({ box }) => {
  const { url } = await box.listen();
  const starbox = wallet(url);
  expect(await starbox.request(CONNECT)).toEqual([box.accounts[0].address]);
  await starbox.request(invoke('0x9', 4n));
  expect(await box.strk.read.balance_of('0x9')).toBe(4n);
  await expect(starbox).toHaveBeenAskedTo('transfer', { amount: 4n });
});
