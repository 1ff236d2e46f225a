// Sessions of the accounts of Ready and Cartridge. Their classes are not part of this project: READY_CLASS and CARTRIDGE_CLASS name class files.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreatedAccount, type Mark, Sandbox } from '../../src/index.ts';
import {
  cartridgeSigner,
  openWalletSession,
  readySigner,
  type WalletSession,
  type WalletSessionOptions,
} from '../../src/wallet/index.ts';
import { skipUnless } from '../support/skipUnless.ts';

const GUARDIAN = '0x6';
const wallets = [
  { wallet: 'cartridge', variable: 'CARTRIDGE_CLASS', signer: cartridgeSigner('0x5'), guardian: undefined },
  { wallet: 'ready', variable: 'READY_CLASS', signer: readySigner('0x5', GUARDIAN), guardian: GUARDIAN },
] as const;

describe.each(wallets)('sessions of $wallet', ({ wallet, variable, signer, guardian }) => {
  const file = process.env[variable];
  const hasClass = skipUnless(file !== undefined, `${variable} names no class file of an account of ${wallet}`);

  describe.runIf(hasClass)('with its class', () => {
    let box: Sandbox;
    let start: Mark;
    let account: CreatedAccount;
    const open = (options: Partial<WalletSessionOptions> = {}): Promise<WalletSession> =>
      openWalletSession(box, account, { wallet, guardian, calls: allowed('transfer', 'approve', 'mint'), ...options });
    const allowed = (...names: string[]) => names.map((entryPoint) => ({ to: box.strk, entryPoint }));
    const pay = (to: bigint, from: WalletSession | CreatedAccount) => box.strk.write.transfer(to, 5n, { from });
    const received = (by: bigint) => box.strk.read.balanceOf(by);

    beforeAll(async () => {
      // With that of Sepolia, only accounts for tests could open sessions.
      box = await Sandbox.create({ seed: 7, accounts: 1, chainId: 'SANDBOX' });
      account = await box.createAccount({ class: file!, signer });
      start = box.snapshot();
    });
    beforeEach(() => box.restore(start));
    afterAll(() => box?.close());

    test('the owner sends as with any other account', async () => {
      await pay(0x11n, account);
      expect(await received(0x11n)).toBe(5n);
    });

    test.each([1, 2, 3, 5])('a session sends the calls that it was given, of %i', async (count) => {
      const names = ['transfer', 'approve', 'a', 'b', 'c'].slice(0, count);
      const session = await open({ calls: allowed(...names) });
      await pay(0x11n, session);
      await pay(0x12n, session);
      expect([await received(0x11n), await received(0x12n)]).toEqual([5n, 5n]);
      const approve = { to: box.strk, entryPoint: 'approve', calldata: [0x9n, 5n, 0n] };
      const transfer = { to: box.strk, entryPoint: 'transfer', calldata: [0x13n, 5n, 0n] };
      const both = box.execute([approve, transfer], { from: session });
      if (count > 1) await both;
      else await expect(both).rejects.toThrow(/session\//);
      expect(await received(0x13n)).toBe(count > 1 ? 5n : 0n);
    });

    test('a session calls nothing else, and never the account', async () => {
      const session = await open({ calls: [...allowed('approve'), { to: account, entryPoint: 'revoke_session' }] });
      await expect(pay(0x11n, session)).rejects.toThrow(/session\//);
      const revoke = { to: account.address, entryPoint: 'revoke_session', calldata: [session.hash] };
      await expect(box.execute(revoke, { from: session })).rejects.toThrow(/no-self-call|multicall|self/);
    });

    test('a session ends with its time, and with the will of its owner', async () => {
      const session = await open({ seconds: 600 });
      await session.expire();
      await expect(pay(0x11n, session)).rejects.toThrow(/session\/expired/);
      const other = await open();
      await pay(0x11n, other);
      expect(await other.isRevoked()).toBe(false);
      await other.revoke();
      expect(await other.isRevoked()).toBe(true);
      await expect(pay(0x12n, other)).rejects.toThrow(/revoked/);
      expect(await received(0x12n)).toBe(0n);
    });

    test('a session with the signature of another owner or guardian is refused', async () => {
      const other = wallet === 'ready' ? readySigner('0x7', GUARDIAN) : cartridgeSigner('0x7');
      const stranger = { address: account.address, signer: other };
      const session = await openWalletSession(box, stranger, { wallet, guardian, calls: allowed('transfer') });
      await expect(pay(0x11n, session)).rejects.toMatchObject({ code: 55 });
      if (wallet === 'ready')
        await expect(pay(0x11n, await open({ guardian: '0x8' }))).rejects.toThrow(/guardian-key-mismatch/);
      expect(await received(0x11n)).toBe(0n);
    });

    test.runIf(wallet === 'cartridge')('a session of all calls sends any', async () => {
      await pay(0x11n, await open({ calls: undefined }));
      expect(await received(0x11n)).toBe(5n);
    });

    test.runIf(wallet === 'cartridge')('a session that is registered carries no signature of the owner', async () => {
      const registered = await open({ register: true });
      await pay(0x11n, registered);
      expect(await received(0x11n)).toBe(5n);
      await registered.revoke();
      await expect(pay(0x12n, registered)).rejects.toThrow(/revoked/);
    });
  });
});

describe('a session of a wallet', () => {
  const openIn = (box: Sandbox, options: unknown) =>
    openWalletSession(box, box.accounts[0]!, options as WalletSessionOptions);

  test('names what is missing', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const calls = [{ to: box.strk, entryPoint: 'transfer' }];
    await expect(openIn(box, { wallet: 'braavos' })).rejects.toThrow(/wallet.*'ready' or 'cartridge'/);
    await expect(openIn(box, { wallet: 'ready', guardian: 6n })).rejects.toThrow(/calls/);
    await expect(openIn(box, { wallet: 'ready', calls })).rejects.toThrow(/guardian/);
    await expect(openIn(box, { wallet: 'ready', calls, guardian: 6n, register: true })).rejects.toThrow(/register/);
    await expect(openIn(box, { wallet: 'cartridge', register: true })).rejects.toThrow(/cartridgeSigner/);
    const session = await openIn(box, { wallet: 'cartridge', calls });
    expect(() => session.signer(1n)).toThrow(/second argument/);
    const [to, selector] = [BigInt(box.strk.address), 0x83afn];
    for (const wrong of [
      [],
      [to, selector, 0n],
      [1n, to, selector],
      [1n, to, selector, 2n, 5n],
      [0n, 1n],
      [2n, to, selector, 0n],
    ])
      expect(() => session.signer(1n, wrong)).toThrow(/no calldata of __execute__, which is the number of calls/);
    for (const right of [[0n], [1n, to, selector, 0n], [2n, to, selector, 1n, 7n, to, selector, 0n]])
      expect(await session.signer(1n, right)).toContain(BigInt(right[0]!));
  });

  test('is signed for the chain id of a live network only by an account for tests, or on a fork', async () => {
    const own = { address: 0x77n, signer: cartridgeSigner('0x5') };
    const open = (box: Sandbox, owner: typeof own | CreatedAccount | Sandbox['accounts'][0]) =>
      openWalletSession(box, owner, { wallet: 'cartridge', privateKey: 9n });
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    await expect(open(box, own)).rejects.toThrow(/was not made for tests.*SN_SEPOLIA/);
    await open(box, await box.createAccount());
    await open(box, box.accounts[0]!);
    await using main = await Sandbox.create({ seed: 7, accounts: 1, chainId: 'SN_MAIN' });
    await expect(open(main, main.accounts[0]!)).rejects.toThrow(/SN_MAIN and is no fork/);
    await using other = await Sandbox.create({ seed: 7, accounts: 1, chainId: 'SANDBOX' });
    expect((await open(other, own)).address).toBe('0x77');
    const { url } = await box.listen();
    await using fork = await Sandbox.create({ seed: 7, accounts: 1, fork: { url } });
    expect((await open(fork, own)).address).toBe('0x77');
  });

  test('has a key and a hash of its own, also if no transaction was sent since the one before', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const options = { wallet: 'cartridge' } as const;
    const [one, other] = [await openIn(box, options), await openIn(box, options)];
    expect(other.hash).not.toBe(one.hash);
    await using again = await Sandbox.create({ seed: 7, accounts: 1 });
    expect((await openIn(again, options)).privateKey).toBe(one.privateKey);
  });
});
