// The clients of starknet.js, with nothing changed but the URL.
import { readFileSync } from 'node:fs';
import { CallData, ec, hash } from 'starknet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mark, Sandbox } from '../../src/index.ts';
import { clientsOf, ETH, refusalOf, STRK, transfer } from './client.ts';

const ACCOUNT_CLASS = '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564';
const sponsored = { feeMode: { mode: 'sponsored' } } as const;
const inToken = (gasToken: string) => ({ feeMode: { mode: 'default', gasToken } }) as const;

describe('executePaymasterTransaction', () => {
  let box: Sandbox;
  let start: Mark;
  let clients: ReturnType<typeof clientsOf>;
  const alice = () => clients.asAccount(box.accounts[0]!);
  const balance = (token: string, of: string) =>
    (token === STRK ? box.strk : box.eth).read.balanceOf(of as `0x${string}`);
  const succeeds = async (sent: Promise<{ readonly transaction_hash: string }>) => {
    const receipt = await clients.provider.waitForTransaction((await sent).transaction_hash, { retryInterval: 5 });
    expect(receipt.isSuccess()).toBe(true);
    return receipt.value as { actual_fee: { amount: string } };
  };

  beforeAll(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 2 });
    clients = clientsOf(box);
    start = box.snapshot();
  });
  beforeEach(async () => {
    box.restore(start);
    await box.paymaster.set({ sponsored: true, refusals: [] });
  });
  afterAll(() => box.close());

  test('a sponsored transaction costs its user nothing', async () => {
    const before = await balance(STRK, box.accounts[0]!.address);
    await succeeds(alice().executePaymasterTransaction([transfer('0x9', 5n)], sponsored));
    expect(await balance(STRK, '0x9')).toBe(5n);
    expect(await balance(STRK, box.accounts[0]!.address)).toBe(before - 5n);
    expect(await clients.provider.getNonceForAddress(box.accounts[0]!.address)).toBe('0x0');
  });

  test.each([
    ['STRK', STRK],
    ['ETH', ETH],
  ])(
    'a fee in %s is what the transaction cost and a tenth of it, and the rest of what was signed comes back',
    async (_, token) => {
      const before = await balance(token, box.accounts[0]!.address);
      const { actual_fee } = await succeeds(
        alice().executePaymasterTransaction([transfer('0x9', 5n, token)], inToken(token)),
      );
      const paid = before - 5n - (await balance(token, box.accounts[0]!.address));
      const { transactions } = await box.paymaster.get();
      expect(transactions.at(-1)).toMatchObject({ mode: 'default', gasToken: token, paidInGasToken: paid });
      // Both fee tokens have the same gas price here, so that an ETH costs a STRK.
      expect(Number(paid) / Number(actual_fee.amount)).toBeCloseTo(1.1, 2);
    },
  );

  test.each([
    ['one sponsored call', 1, sponsored],
    ['twenty', 20, sponsored],
    ['one that is paid for', 1, inToken(STRK)],
    ['twenty', 20, inToken(STRK)],
  ])(
    'the estimate of %s is within an eighth of the fee, and three times as much is suggested',
    async (_, count, details) => {
      const calls = Array.from({ length: count }, (__, i) => transfer(`0x9${i}`, 5n));
      const fee = await alice().estimatePaymasterTransactionFee(calls, details);
      const { actual_fee } = await succeeds(alice().executePaymasterTransaction(calls, details));
      expect(Number(fee.estimated_fee_in_strk) / Number(actual_fee.amount)).toBeGreaterThan(7 / 8);
      expect(Number(fee.estimated_fee_in_strk) / Number(actual_fee.amount)).toBeLessThan(9 / 8);
      expect(fee.suggested_max_fee_in_strk).toBe(BigInt(fee.estimated_fee_in_strk) * 3n);
    },
  );

  test('a maximum that the user gives is compared before the signature', async () => {
    const execute = (most: bigint) => alice().executePaymasterTransaction([transfer('0x9', 5n)], inToken(STRK), most);
    await expect(execute(1n)).rejects.toThrow('Gas token price is too high');
    await succeeds(execute(10n ** 18n));
  });

  test('accounts are deployed, and make calls with the same transaction', async () => {
    const privateKey = '0x1234567';
    const publicKey = ec.starkCurve.getStarkKey(privateKey);
    const calldata = CallData.compile({ publicKey });
    const deployment = (salt: string) => ({
      address: hash.calculateContractAddressFromHash(salt, ACCOUNT_CLASS, calldata, 0),
      class_hash: ACCOUNT_CLASS,
      salt,
      calldata: CallData.toHex(calldata),
      version: 1 as const,
    });
    const alone = deployment('0x1');
    const newAccount = (address: string) => clients.asAccount({ address, privateKey });
    await succeeds(newAccount(alone.address).executePaymasterTransaction([], { ...sponsored, deploymentData: alone }));
    expect(await clients.provider.getClassHashAt(alone.address)).toBe(ACCOUNT_CLASS);
    const calling = deployment('0x2');
    await box.mint(calling.address, 1000n);
    await succeeds(
      newAccount(calling.address).executePaymasterTransaction([transfer('0x8', 7n)], {
        ...sponsored,
        deploymentData: calling,
      }),
    );
    expect(await balance(STRK, '0x8')).toBe(7n);
    const paying = deployment('0x3');
    await box.mint(paying.address, 10n ** 18n);
    await succeeds(
      newAccount(paying.address).executePaymasterTransaction([], { ...inToken(STRK), deploymentData: paying }),
    );
    expect(await balance(STRK, paying.address)).toBeLessThan(10n ** 18n);
    const again = await refusalOf(
      newAccount(paying.address).executePaymasterTransaction([], { ...sponsored, deploymentData: paying }),
    );
    expect(again.code).toBe(158);
  });

  test('an account that has version 1 of outside executions alone is served with it', async () => {
    const contract = JSON.parse(
      readFileSync(new URL('../../contracts/classes/session_account.sierra.json', import.meta.url), 'utf8'),
    );
    // Without the functions of version 2, and that which says so.
    const without = ['execute_from_outside_v2', 'supports_interface'].map((name) =>
      BigInt(hash.getSelectorFromName(name)),
    );
    const { EXTERNAL } = contract.entry_points_by_type;
    const external = EXTERNAL.filter(
      ({ selector }: { readonly selector: string }) => !without.includes(BigInt(selector)),
    );
    expect(external).toHaveLength(EXTERNAL.length - without.length);
    contract.entry_points_by_type = { ...contract.entry_points_by_type, EXTERNAL: external };
    const owner = await box.createAccount({ class: contract });
    const account = clients.asAccount({ address: owner.address, privateKey: owner.privateKey! });
    for (const { feeMode } of [sponsored, inToken(STRK)]) {
      const parameters = { version: '0x1', feeMode } as const;
      const { paymaster } = clients;
      // As executePaymasterTransaction does, which asks the account for the version that it says it has.
      const invoke = { userAddress: owner.address, calls: [transfer('0x9', 5n)] };
      const built = await paymaster.buildTransaction({ type: 'invoke', invoke }, parameters);
      const { typed_data: typedData } = built as Extract<typeof built, { readonly type: 'invoke' }>;
      expect(typedData).toMatchObject({ domain: { version: '1' }, message: { calls: expect.any(Array) } });
      const signature = (await account.signMessage(typedData)) as string[];
      const signed = { userAddress: owner.address, typedData, signature };
      await succeeds(paymaster.executeTransaction({ type: 'invoke', invoke: signed }, parameters));
    }
    expect(await balance(STRK, '0x9')).toBe(10n);
    expect(await clients.provider.getNonceForAddress(owner.address)).toBe('0x0');
  });

  test('gives back what else a client says of the fee, and tells that it runs', async () => {
    const ask = async (method: string, params: unknown) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await box.fetch('http://box/paymaster', { body })).json();
    };
    expect(await ask('paymaster_health', [])).toMatchObject({ result: true });
    const { address } = box.accounts[0]!;
    const invoke = {
      user_address: address,
      calls: [{ to: STRK, selector: hash.getSelectorFromName('transfer'), calldata: ['0x9', '0x1', '0x0'] }],
    };
    const fee_mode = { mode: 'default', gas_token: STRK, tip: 'fast' };
    const params = { transaction: { type: 'invoke', invoke }, parameters: { version: '0x1', fee_mode } };
    expect(await ask('paymaster_buildTransaction', params)).toMatchObject({ result: { parameters: { fee_mode } } });
    const sponsoredTip = { mode: 'sponsored', tip: { custom: 5 } };
    expect(
      await ask('paymaster_buildTransaction', { ...params, parameters: { version: '0x1', fee_mode: sponsoredTip } }),
    ).toMatchObject({ result: { parameters: { fee_mode: sponsoredTip } } });
  });

  test('tells its tokens, and whether it is available', async () => {
    expect(await clients.paymaster.isAvailable()).toBe(true);
    expect(await clients.paymaster.getSupportedTokens()).toEqual([
      { token_address: STRK, decimals: 18, priceInStrk: 10n ** 18n },
      { token_address: ETH, decimals: 18, priceInStrk: 10n ** 18n },
    ]);
    await box.paymaster.set({ available: false });
    expect(await clients.paymaster.isAvailable()).toBe(false);
    expect(await refusalOf(alice().executePaymasterTransaction([transfer('0x9', 5n)], sponsored))).toMatchObject({
      code: 163,
      data: 'service not available',
    });
    await box.paymaster.set({ available: true });
  });

  test('a signature of another key is refused by the account', async () => {
    const mallory = clients.asAccount({ address: box.accounts[0]!.address, privateKey: '0x77' });
    expect(await refusalOf(mallory.executePaymasterTransaction([transfer('0x9', 5n)], sponsored))).toMatchObject({
      code: 153,
    });
  });

  test('what was signed once cannot be sent twice, nor changed', async () => {
    const account = alice();
    const built = await account.buildPaymasterTransaction([transfer('0x9', 5n)], sponsored);
    const signed = await account.preparePaymasterTransaction(built);
    await clients.paymaster.executeTransaction(signed, built.parameters);
    const again = await refusalOf(clients.paymaster.executeTransaction(signed, built.parameters));
    expect(again).toMatchObject({ code: 156 });
    expect(JSON.stringify(again.data)).toContain('SRC9: duplicated nonce');
    const other = await account.buildPaymasterTransaction([transfer('0x9', 5n)], sponsored);
    const changed = structuredClone(await account.preparePaymasterTransaction(other)) as never as {
      invoke: { typedData: { message: { Calls: { Calldata: string[] }[] } } };
    };
    changed.invoke.typedData.message.Calls[0]!.Calldata[1] = '0x6';
    expect(await refusalOf(clients.paymaster.executeTransaction(changed as never, other.parameters))).toMatchObject({
      code: 153,
    });
    expect(await balance(STRK, '0x9')).toBe(5n);
  });

  test('a call that fails is refused when it is built, with the reason', async () => {
    const refusal = await refusalOf(alice().executePaymasterTransaction([transfer('0x9', 10n ** 30n)], sponsored));
    expect(refusal.code).toBe(156);
    expect(JSON.stringify(refusal.data)).toMatch(/insufficient balance/i);
  });
});
