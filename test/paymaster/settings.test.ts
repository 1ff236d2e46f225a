import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mark, Sandbox, type SandboxAccount } from '../../src/index.ts';
import { clientsOf, ETH, refusalOf, STRK, transfer } from './client.ts';

const sponsored = { feeMode: { mode: 'sponsored' } } as const;
const inStrk = { feeMode: { mode: 'default', gasToken: STRK } } as const;

describe('the settings of a paymaster', () => {
  let box: Sandbox;
  let start: Mark;
  let alice: SandboxAccount;
  const execute = (
    details: Parameters<
      ReturnType<ReturnType<typeof clientsOf>['asAccount']>['executePaymasterTransaction']
    >[1] = sponsored,
    apiKey?: string,
  ) =>
    clientsOf(box, apiKey)
      .asAccount(alice)
      .executePaymasterTransaction([transfer('0x9', 5n)], details);

  beforeAll(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 2, stateArchiveCapacity: 'full' });
    alice = box.accounts[0]!;
    start = box.snapshot();
  });
  beforeEach(async () => {
    box.restore(start);
    await box.paymaster.set({
      available: true,
      sponsored: true,
      maxCalls: 100,
      maxFee: null,
      budget: null,
      classHashes: null,
      blocked: [],
      refusals: [],
    });
  });
  afterAll(() => box.close());

  test('those without a key are not sponsored if there are keys, and pay themselves', async () => {
    await box.paymaster.set({ sponsored: ['secret'] });
    const wrong = { code: 163, data: 'x-paymaster-api-key is invalid' };
    expect(await refusalOf(execute())).toMatchObject(wrong);
    expect(await refusalOf(execute(sponsored, 'guess'))).toMatchObject(wrong);
    await execute(sponsored, 'secret');
    await execute(inStrk);
    expect((await box.paymaster.get()).transactions.slice(-2).map(({ mode }) => mode)).toEqual([
      'sponsored',
      'default',
    ]);
  });

  test('nobody is sponsored if that is off', async () => {
    await box.paymaster.set({ sponsored: false });
    expect(await refusalOf(execute(sponsored, 'secret'))).toMatchObject({ code: 163 });
  });

  test('prices follow their list, block by block, and a token without a price is not supported', async () => {
    const { paymaster } = clientsOf(box);
    const number = await box.blocks.number();
    await box.paymaster.set({
      tokens: [
        {
          address: STRK,
          decimals: 6,
          priceInStrk: [
            { block: number + 2, priceInStrk: 10n ** 18n },
            { block: number + 3, priceInStrk: 2n * 10n ** 18n },
          ],
        },
      ],
    });
    const prices = async () => (await paymaster.getSupportedTokens()).map(({ priceInStrk }) => priceInStrk);
    expect(await prices()).toEqual([]);
    expect(await refusalOf(execute(inStrk))).toMatchObject({ code: 151 });
    await box.blocks.mine();
    expect(await prices()).toEqual([10n ** 18n]);
    const fee = async () =>
      await clientsOf(box)
        .asAccount(alice)
        .estimatePaymasterTransactionFee([transfer('0x9', 5n)], inStrk);
    const dear = await fee();
    // A whole token of six decimals for a STRK: 10^12 FRI are the smallest unit.
    expect(BigInt(dear.estimated_fee_in_gas_token)).toBe(
      (BigInt(dear.estimated_fee_in_strk) + 10n ** 12n - 1n) / 10n ** 12n,
    );
    await box.blocks.mine();
    expect(BigInt((await fee()).gas_token_price_in_strk)).toBe(2n * 10n ** 18n);
    await box.paymaster.set({ tokens: [{ address: STRK, priceInStrk: 10n ** 18n }, { address: ETH }] });
  });

  test('limits hold for sponsored transactions alone', async () => {
    await box.paymaster.set({ maxFee: 1n });
    expect((await refusalOf(execute())).data).toMatch(/at most 1 FRI are sponsored/);
    await execute(inStrk);
    await box.paymaster.set({ maxFee: null });
    await execute();
    const { spent } = await box.paymaster.get();
    expect(spent).toBeGreaterThan(0n);
    await box.paymaster.set({ budget: (spent * 3n) / 2n });
    await execute();
    expect((await refusalOf(execute())).data).toMatch(/is used up/);
  });

  test('calls are counted, and contracts can be blocked', async () => {
    await box.paymaster.set({ maxCalls: 1 });
    const two = clientsOf(box)
      .asAccount(alice)
      .executePaymasterTransaction([transfer('0x9', 5n), transfer('0x9', 5n)], sponsored);
    expect((await refusalOf(two)).data).toMatch(/more calls \(2\)/);
    await box.paymaster.set({ maxCalls: 100, blocked: [STRK] });
    expect(await refusalOf(execute())).toMatchObject({ code: 163, data: expect.stringContaining('blacklisted') });
  });

  test('only accounts of the given classes are served', async () => {
    await box.paymaster.set({ classHashes: ['0x5'] });
    expect(await refusalOf(execute())).toMatchObject({ code: 155 });
  });

  test('a refusal on demand happens as often as it shall, for whom it shall', async () => {
    await box.paymaster.refuse('MAX_AMOUNT_TOO_LOW', { method: 'execute', times: 1 });
    expect(await refusalOf(execute())).toMatchObject({ code: 154 });
    await execute();
    await box.paymaster.refuse('TRANSACTION_EXECUTION_ERROR', { user: box.accounts[1]!, data: 'the reason' });
    await execute();
    const bob = clientsOf(box).asAccount(box.accounts[1]!);
    expect(await refusalOf(bob.executePaymasterTransaction([transfer('0x9', 5n)], sponsored))).toMatchObject({
      code: 156,
      data: { execution_error: 'the reason' },
    });
  });

  test('times are those of the chain', async () => {
    const now = Number((await box.request('starknet_getBlockWithTxHashes', { block_id: 'latest' })).timestamp);
    const until = (seconds: number) => ({ ...sponsored, timeBounds: { executeBefore: now + seconds } });
    expect(await refusalOf(execute(until(-10)))).toMatchObject({ code: 157 });
    const account = clientsOf(box).asAccount(alice);
    const built = await account.buildPaymasterTransaction([transfer('0x9', 5n)], until(100));
    const signed = await account.preparePaymasterTransaction(built);
    await box.time.increase(1000);
    expect(await refusalOf(account.paymaster.executeTransaction(signed, built.parameters))).toMatchObject({
      code: 157,
    });
  });

  test('a tracking id is active, accepted, and dropped after a reorganisation', async () => {
    const clone = box.clone();
    await clone.blocks.setMode('demand');
    const track = async (tracking_id: string) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'paymaster_trackingIdToLatestHash',
        params: { tracking_id },
      });
      return (await (await clone.fetch('http://box/paymaster', { body })).json()) as {
        readonly result?: { readonly status: string };
        readonly error?: { readonly code: number };
      };
    };
    const sent = await clientsOf(clone)
      .asAccount(alice)
      .executePaymasterTransaction([transfer('0x9', 5n)], sponsored);
    expect((await track(sent.transaction_hash)).result?.status).toBe('active');
    await clone.blocks.mine();
    expect((await track(sent.transaction_hash)).result?.status).toBe('accepted');
    await clone.blocks.abort('latest');
    expect((await track(sent.transaction_hash)).result?.status).toBe('dropped');
    expect((await track('0x5')).error?.code).toBe(160);
    await clone.close();
  });

  test('transactions that wait in the mempool have nonces in a row', async () => {
    const waiting = await Sandbox.create({ seed: 7, accounts: 1, blockGenerationOn: 'mempool' });
    const account = clientsOf(waiting).asAccount(waiting.accounts[0]!);
    for (const to of ['0x9', '0x8']) await account.executePaymasterTransaction([transfer(to, 5n)], sponsored);
    await waiting.mempool.preconfirm();
    await waiting.mempool.seal();
    expect(await waiting.strk.read.balanceOf(0x9n)).toBe(5n);
    expect(await waiting.strk.read.balanceOf(0x8n)).toBe(5n);
    await waiting.close();
  });

  test('a setting that it cannot have is named', async () => {
    await expect(box.paymaster.set({ maxCalls: -1 })).rejects.toThrow(/max_calls/);
    await expect(box.paymaster.set({ sponsorde: true } as never)).rejects.toThrow(/sponsored/);
    await expect(Sandbox.create({ paymaster: { budget: 'x' as never } })).rejects.toThrow(/paymaster.*budget/);
  });

  test('it refuses the chain id of the main network, unless the chain is a fork', async () => {
    const main = await Sandbox.create({ seed: 7, accounts: 1, chainId: 'MAINNET' });
    const build = (on: Sandbox) =>
      clientsOf(on)
        .asAccount(on.accounts[0]!)
        .buildPaymasterTransaction([transfer('0x9', 5n)], sponsored);
    expect(await clientsOf(main).paymaster.isAvailable()).toBe(false);
    expect((await refusalOf(build(main))).data).toMatch(/main network/);
    const fork = await Sandbox.forkFrom(main, { seed: 8, accounts: 1 });
    await build(fork);
    await fork.close();
    await main.close();
  });

  test('accounts of Cairo 0 are told that they cannot be served', async () => {
    const old = await Sandbox.create({ seed: 7, accounts: 1, accountClass: 'cairo0' });
    const { address } = old.accounts[0]!;
    const asked = clientsOf(old).paymaster.buildTransaction(
      { type: 'invoke', invoke: { userAddress: address, calls: [transfer('0x9', 5n)] } },
      { version: '0x1', ...sponsored },
    );
    expect(await refusalOf(asked)).toMatchObject({ code: 155, data: expect.stringContaining('SNIP-9') });
    await old.close();
  });
});
