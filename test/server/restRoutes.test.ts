import { afterEach, describe, expect, test } from 'vitest';
import { servedChain } from '../fork/served.ts';

let chain: Awaited<ReturnType<typeof servedChain>> | undefined;
afterEach(() => chain?.close());

async function start(restrictedMethods?: readonly string[]) {
  chain = await servedChain({ accounts: 2, journal: true }, { restrictedMethods });
  const { url, request: call } = chain;
  const get = async (path: string, headers: Record<string, string> = {}) => reply(await fetch(url + path, { headers }));
  const mint = async (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    reply(await fetch(`${url}/mint`, { method: 'POST', headers, body }));
  return { url, call, get, mint };
}

const reply = async (response: Response) => ({ status: response.status, body: await response.text() });

describe('the routes of earlier releases', () => {
  test('GET /predeployed_accounts lists the accounts, with balances when asked for', async () => {
    const { call, get } = await start();
    const plain = await get('/predeployed_accounts');
    expect(plain.status).toBe(200);
    expect(JSON.parse(plain.body)).toEqual(await call('devnet_getPredeployedAccounts'));
    expect(JSON.parse((await get('/predeployed_accounts?with_balance=false')).body)[0].balance).toBeNull();
    const rich = JSON.parse((await get('/predeployed_accounts?with_balance=true')).body);
    expect(rich[0].balance.strk).toEqual({ amount: '1000000000000000000000', unit: 'FRI' });
    for (const query of ['with_balance=maybe', 'other=1']) {
      const wrong = await get(`/predeployed_accounts?${query}`);
      expect(wrong.status).toBe(400);
      expect(JSON.parse(wrong.body)).toEqual({ error: expect.any(String) });
    }
  });

  test('POST /mint mints exact amounts and is recorded in the journal', async () => {
    const { call, mint } = await start();
    const first = await mint('{"address":"0x1","amount":1000000000000000000001}');
    expect(first.status).toBe(200);
    expect(JSON.parse(first.body)).toEqual({
      new_balance: '1000000000000000000001',
      unit: 'FRI',
      tx_hash: expect.stringMatching(/^0x/),
    });
    expect(JSON.parse((await mint('{"address":"0x1","amount":7,"unit":"WEI"}')).body)).toMatchObject({
      new_balance: '7',
      unit: 'WEI',
    });
    expect(await call('devnet_dump')).toMatchObject([
      { method: 'devnet_mint', params: { address: '0x1' } },
      { method: 'devnet_mint', params: { unit: 'WEI' } },
    ]);
  });

  test('an invalid request is answered with 400 and a reason, and mints nothing', async () => {
    const { call, mint } = await start();
    const bodies = ['', '{}', '[]', '3', '{"address":"0x1"}', '{"address":"0x1","amount":5,"more":1}'];
    // None of these may turn into a call of another method.
    const injected = [
      '{}},"method":"devnet_restart","x":{',
      '{"address":"0x1","amount":5}, "method": "devnet_restart"',
    ];
    for (const body of [...bodies, ...injected, '{"address":"0x1","amount":"x"}', '{"address":']) {
      const answer = await mint(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
    }
    for (const body of ['[]', '3', '1.5'])
      expect(JSON.parse((await mint(body)).body)).toEqual({ error: 'The body must be a JSON object.' });
    expect(await call('devnet_dump')).toEqual([]);
  });

  test('have the same limits, restrictions and checks as any request', async () => {
    const { url, mint, get } = await start(['mint']);
    expect((await mint('{"address":"0x1","amount":5}')).status).toBe(403);
    expect((await mint('{"address":"0x1","amount":5}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await mint(`{"address":"0x1","amount":5${' '.repeat(5_000_000)}}`)).status).toBe(413);
    expect((await fetch(`${url}/mint`)).status).toBe(405);
    expect((await fetch(`${url}/predeployed_accounts`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/predeployed_accounts`, { method: 'HEAD' })).status).toBe(200);
    const foreign = { origin: 'https://evil.example' };
    expect((await get('/predeployed_accounts', foreign)).status).toBe(403);
    expect((await mint('{}', { 'content-type': 'application/json', ...foreign })).status).toBe(403);
  });
});
