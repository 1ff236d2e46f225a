import { PaymasterRpc } from 'starknet';
import { afterEach, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { clientsOf, transfer } from './client.ts';

let box: Sandbox | undefined;
afterEach(() => box?.close());

const sponsored = { feeMode: { mode: 'sponsored' } } as const;
const call = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

interface Reply {
  readonly result?: { readonly settings: object };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

async function serve(options: Parameters<typeof Sandbox.create>[0]) {
  box = await Sandbox.create({ seed: 7, accounts: 1, ...options });
  const { url } = await box.listen({ allowOrigins: ['https://app.example'] });
  const post = async (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/paymaster`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const asked = async (body: string) => (await (await post(body)).json()) as Reply;
  return { box, url, post, asked };
}

describe('a paymaster over HTTP', () => {
  test('serves starknet.js at its URL, with the key in a header', async () => {
    const { box, url } = await serve({ paymaster: { sponsored: ['secret'] } });
    const paymaster = new PaymasterRpc({ nodeUrl: `${url}/paymaster`, headers: { 'x-paymaster-api-key': 'secret' } });
    const { asAccount } = clientsOf(box);
    const account = asAccount(box.accounts[0]!);
    account.paymaster = paymaster;
    const { transaction_hash } = await account.executePaymasterTransaction([transfer('0x9', 5n)], sponsored);
    expect((await box.paymaster.get()).transactions).toMatchObject([{ transactionHash: transaction_hash }]);
    expect(await box.strk.read.balanceOf('0x9')).toBe(5n);
  });

  test('does not exist unless it is asked for, and says so', async () => {
    const { box, post } = await serve({});
    const answer = await post(call('paymaster_isAvailable'));
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as Reply).error?.message).toContain('--paymaster');
    // Its methods are at no other path.
    await expect(box.request('paymaster_isAvailable' as never)).rejects.toThrow(/not found/i);
    await box.paymaster.set({});
    expect(await (await post(call('paymaster_isAvailable'))).json()).toMatchObject({ result: true });
  });

  test('answers pages of allowed origins alone', async () => {
    const { post } = await serve({ paymaster: true });
    const asked = (origin: string) => post(call('paymaster_isAvailable'), { origin });
    expect((await asked('https://app.example')).headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect((await asked('https://evil.example')).status).toBe(403);
  });

  test('has the methods of the paymaster and no others, also in a batch', async () => {
    const { post } = await serve({ paymaster: true });
    const body = `[${call('paymaster_isAvailable')},${call('starknet_chainId')},${call('paymaster_isAvaliable')}]`;
    expect(await (await post(body)).json()).toMatchObject([
      { result: true },
      { error: { code: -32601 } },
      { error: { code: -32601, data: expect.stringContaining('Did you mean paymaster_isAvailable?') } },
    ]);
  });

  test('tells and takes settings', async () => {
    const { asked } = await serve({ paymaster: true });
    expect(await asked(call('sandbox_setPaymaster', { max_calls: 3, sponsored: ['a'] }))).toMatchObject({
      result: {},
    });
    const { result } = await asked(call('sandbox_getPaymaster'));
    expect(result?.settings).toMatchObject({ max_calls: 3, sponsored: ['…'], available: true });
    const wrong = await asked(call('sandbox_setPaymaster', { max_call: 3 }));
    expect(wrong.error).toMatchObject({ code: -32602, data: 'Did you mean max_calls?' });
  });

  test.each([
    ['no parameters', null],
    ['a list', []],
    ['another type', { transaction: { type: 'burn' }, parameters: {} }],
    ['no calls', { transaction: { type: 'invoke' }, parameters: { version: '0x1', fee_mode: { mode: 'sponsored' } } }],
    ['another version', { transaction: { type: 'deploy' }, parameters: { version: '0x2', fee_mode: {} } }],
  ])('refuses %s as parameters, and goes on', async (_, params) => {
    const { asked } = await serve({ paymaster: true });
    for (const method of ['paymaster_buildTransaction', 'paymaster_executeTransaction'])
      expect((await asked(call(method, params))).error?.code).toBe(-32602);
    expect(await asked(call('paymaster_isAvailable'))).toMatchObject({ result: true });
  });

  test('refuses a transaction that is longer than the network takes it, before it is hashed', async () => {
    const { box, asked } = await serve({ paymaster: true });
    const calldata = Array.from({ length: 2000 }, () => '0x1');
    const transaction = {
      type: 'invoke',
      invoke: {
        user_address: box.accounts[0]!.address,
        calls: [1, 2, 3].map(() => ({ to: '0x1', selector: '0x2', calldata })),
      },
    };
    const parameters = { version: '0x1', fee_mode: { mode: 'sponsored' } };
    const { error } = await asked(call('paymaster_buildTransaction', { transaction, parameters }));
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('5000') });
  });
});
