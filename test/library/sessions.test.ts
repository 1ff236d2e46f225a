import { Account, CallData, hash, Signer } from 'starknet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreatedAccount, type Mark, openSession, Sandbox, type Session } from '../../src/index.ts';
import { clientsOf, refusalOf, STRK, transfer } from '../paymaster/client.ts';

const SESSION_ACCOUNT = new URL('../../contracts/classes/session_account.sierra.json', import.meta.url);
const sponsored = { feeMode: { mode: 'sponsored' } } as const;

/** A session as a signer of starknet.js. */
class SessionSigner extends Signer {
  readonly #session: Session;
  constructor(session: Session) {
    super(session.privateKey);
    this.#session = session;
  }
  protected override async signRaw(message: string) {
    return (await this.#session.signer(BigInt(message))) as string[];
  }
}

describe('sessions', () => {
  let box: Sandbox;
  let start: Mark;
  let account: CreatedAccount;
  const pay = (to: bigint, from: Session | CreatedAccount) => box.strk.write.transfer(to, 5n, { from });
  const received = (by: bigint) => box.strk.read.balanceOf(by);

  beforeAll(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 1 });
    account = await box.createAccount({ class: SESSION_ACCOUNT });
    start = box.snapshot();
  });
  beforeEach(() => box.restore(start));
  afterAll(() => box.close());

  test('the owner of the account sends as with any other', async () => {
    await pay(0x11n, account);
    expect(await received(0x11n)).toBe(5n);
  });

  test('a session sends transactions until it has sent so many', async () => {
    const session = await openSession(box, account, { maxCalls: 2 });
    await pay(0x11n, session);
    await pay(0x12n, session);
    expect(await session.data()).toEqual({ validUntil: session.validUntil, maxCalls: 2, callsUsed: 2 });
    await expect(pay(0x13n, session)).rejects.toMatchObject({ code: -1 });
    expect(await received(0x13n)).toBe(0n);
  });

  test('a session calls only the functions that it was given, and never those of the account', async () => {
    const session = await openSession(box, account, { entryPoints: ['transfer'] });
    await pay(0x11n, session);
    const approve = { to: STRK, entryPoint: 'approve', calldata: [0x11n, 5n, 0n] };
    await expect(box.execute(approve, { from: session })).rejects.toMatchObject({ code: -1 });
    const open = await openSession(box, account);
    await box.execute(approve, { from: open });
    const more = { to: account.address, entryPoint: 'get_session_data', calldata: [1n] };
    await expect(box.execute(more, { from: open })).rejects.toMatchObject({ code: -1 });
    const admin = await openSession(box, account, { entryPoints: ['revoke_session_key'] });
    const revoke = { to: account.address, entryPoint: 'revoke_session_key', calldata: [session.publicKey] };
    await expect(box.execute(revoke, { from: admin })).rejects.toMatchObject({ code: -1 });
    await expect(openSession(box, session)).rejects.toThrow();
  });

  test('a session ends with its time, to the second, and with the will of its owner', async () => {
    const session = await openSession(box, account, { seconds: 600 });
    await session.expire();
    await expect(pay(0x11n, session)).rejects.toThrow(/Session: expired|validat/i);
    expect(await received(0x11n)).toBe(0n);
    const other = await openSession(box, account);
    await pay(0x11n, other);
    await other.revoke();
    await expect(pay(0x12n, other)).rejects.toMatchObject({ code: -1 });
    expect(await other.data()).toEqual({ validUntil: 0, maxCalls: 0, callsUsed: 0 });
  });

  test('sessions have keys of their own, also if they end at the same time', async () => {
    const first = await openSession(box, account, { maxCalls: 2 });
    const seconds = BigInt(first.validUntil) - (await box.time.now());
    const second = await openSession(box, account, { seconds, maxCalls: 3 });
    expect(second.publicKey).not.toBe(first.publicKey);
    expect((await first.data()).maxCalls).toBe(2);
  });

  test('a session whose end was changed in the signature is refused', async () => {
    const session = await openSession(box, account, { seconds: 600 });
    const later = {
      ...session,
      signer: async (message: bigint) => [
        ...(await session.signer(message)).slice(0, 3),
        BigInt(session.validUntil + 1000),
      ],
    };
    await expect(pay(0x11n, later)).rejects.toMatchObject({ code: -1 });
  });

  test('the hash of the draft, which leaves out the fee, is accepted too, for these calls and this nonce', async () => {
    const session = await openSession(box, account);
    const call = { to: STRK, entryPoint: 'transfer', calldata: [0x11n, 5n, 0n] };
    const signed = (nonce: bigint) => ({ address: session.address, signer: () => session.signCalls([call], nonce) });
    const nonce = BigInt(
      await box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: account.address }),
    );
    await expect(box.execute(call, { from: signed(nonce + 1n) })).rejects.toMatchObject({ code: -1 });
    await box.execute(call, { from: signed(nonce) });
    expect(await received(0x11n)).toBe(5n);
  });

  test('the account says what it supports', async () => {
    const supports = async (id: bigint) =>
      Number((await box.call({ to: account.address, entryPoint: 'supports_interface', calldata: [id] }))[0]);
    const selectors = ['add_or_update_session_key', 'revoke_session_key', 'get_session_data'];
    const sessions = selectors.reduce((id, name) => id ^ BigInt(hash.getSelectorFromName(name)), 0n);
    expect(await supports(sessions)).toBe(1);
    expect(await supports(0x68cfd18b92d1907b8ba3cc324900277f5a3622099431ea85dd8089255e4181n)).toBe(1);
    expect(await supports(5n)).toBe(0);
  });

  test('a paymaster passes the signature of a session on, and the account checks it', async () => {
    const session = await openSession(box, account, { entryPoints: ['transfer'], maxCalls: 1 });
    const { provider, paymaster } = clientsOf(box);
    const client = new Account({ provider, address: session.address, signer: new SessionSigner(session), paymaster });
    await client.executePaymasterTransaction([transfer('0x11', 5n)], sponsored);
    expect(await received(0x11n)).toBe(5n);
    expect((await session.data()).callsUsed).toBe(1);
    const again = await refusalOf(client.executePaymasterTransaction([transfer('0x11', 5n)], sponsored));
    expect(again.code).toBe(153);
  });

  test('outside executions of version 1 are checked as those of version 2', async () => {
    const { provider } = clientsOf(box);
    const [alice] = box.accounts;
    const owner = new Account({ provider, address: account.address, signer: account.privateKey! });
    const time = Number(await box.time.now());
    const options = { caller: alice!.address, execute_after: time - 100, execute_before: time + 100 };
    const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: CallData.compile(['0x11', 5n, 0n]) };
    for (const version of ['1', '2'] as const) {
      const outside = await owner.getOutsideTransaction(options, call, version, `0x5${version}`);
      const relayer = new Account({ provider, address: alice!.address, signer: alice!.privateKey });
      const { transaction_hash } = await relayer.executeFromOutside(outside, { tip: 0n });
      expect((await provider.waitForTransaction(transaction_hash, { retryInterval: 5 })).isSuccess()).toBe(true);
      const forged = { ...outside, signature: ['0x1', '0x2'] };
      await expect(relayer.executeFromOutside(forged, { tip: 0n })).rejects.toThrow(
        /duplicated nonce|invalid signature/,
      );
    }
    expect(await received(0x11n)).toBe(10n);
  });
});
