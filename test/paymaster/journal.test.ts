import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { clientsOf, transfer } from './client.ts';

const sponsored = { feeMode: { mode: 'sponsored' } } as const;

test('dumps and state files contain what a paymaster sent, and a clone goes on from there', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1, startTime: 1_700_000_000 });
  const send = (on: Sandbox) =>
    clientsOf(on)
      .asAccount(on.accounts[0]!)
      .executePaymasterTransaction([transfer('0x9', 5n)], sponsored);
  await box.paymaster.set({ sponsored: ['key'] });
  await box.paymaster.set({ sponsored: true });
  await send(box);
  const dumped = await Sandbox.create({ seed: 7, accounts: 1, startTime: 1_700_000_000, dump: box.dump() });
  const saved = await Sandbox.create({ seed: 7, accounts: 1, state: await box.saveState() });
  const clone = box.clone();
  await clone.paymaster.set({ maxCalls: 1 });
  for (const copy of [dumped, saved, clone]) {
    expect(await copy.strk.read.balanceOf(0x9n)).toBe(5n);
    await send(copy);
    expect(await copy.strk.read.balanceOf(0x9n)).toBe(10n);
    await copy.close();
  }
  expect(await box.strk.read.balanceOf(0x9n)).toBe(5n);
  await box.close();
});

test('a request in a list, as some clients send it, is read too', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  const transaction = {
    type: 'invoke',
    invoke: {
      user_address: box.accounts[0]!.address,
      calls: [
        {
          to: box.strk.address,
          selector: '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
          calldata: ['0x9', '0x5', '0x0'],
        },
      ],
    },
  };
  const request = { transaction, parameters: { version: '0x1', fee_mode: { mode: 'sponsored', tip: 'normal' } } };
  const build = async (params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'paymaster_buildTransaction', params });
    const answer = await box.fetch('http://box/paymaster', { body });
    return (await answer.json()) as { readonly result?: { readonly type: string; readonly parameters: object } };
  };
  for (const params of [request, [request], [transaction, request.parameters]])
    expect((await build(params)).result).toMatchObject({
      type: 'invoke',
      parameters: { version: '0x1', fee_mode: { mode: 'sponsored' }, time_bounds: null },
    });
  await box.close();
});
