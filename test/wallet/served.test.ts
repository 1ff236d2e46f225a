// The wallet that a node serves to pages.

import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { describe, expect, test as plainTest } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { sandboxTest } from '../../src/testing/vitest.ts';
import { type TestWallet, wallet } from '../../src/wallet/index.ts';
import { isBuilt } from '../support/build.ts';
import { rpc, startServer } from '../support/server.ts';

const test = sandboxTest({ seed: 7, accounts: 2 });
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const CONNECT = { type: 'wallet_requestAccounts' };
const calls = [{ contract_address: STRK, entry_point: 'transfer', calldata: ['0x9', '0x5', '0x0'] }];
const INVOKE = { type: 'wallet_addInvokeTransaction', params: { calls } };

type Headers = Readonly<Record<string, string>>;
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Makes requests with any headers, as browsers and others do. */
const visitor =
  (url: string) =>
  (path: string, headers: Headers = {}, body?: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const type: Headers = text === undefined ? {} : { 'content-type': 'application/json' };
      const asked = send(
        new URL(path, url),
        { method: text === undefined ? 'GET' : 'POST', headers: { ...type, ...headers } },
        (response) => {
          let got = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            got += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text: got, headers: response.headers }));
        },
      );
      asked.on('error', reject).end(text);
    });

const opened = async (box: Sandbox, given: boolean | object | undefined) =>
  visitor((await box.listen({ wallet: given })).url);

describe('the script of the wallet', () => {
  test('is only there if it was asked for', async ({ box }) => {
    const off = await opened(box, undefined);
    for (const path of ['/wallet.js', '/wallet', '/wallet/waiting']) expect((await off(path)).status).toBe(404);
    const { walletUrl } = await box.listen({ wallet: true });
    expect(walletUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/wallet\.js$/);
    await expect(box.listen({ wallet: {} })).rejects.toThrow('what `wallet(box)` of starbox/wallet returned');
  });

  test('is sent to pages that may use the server, and has no key', async ({ box }) => {
    const visit = await opened(box, true);
    const script = await visit('/wallet.js', { 'sec-fetch-site': 'cross-site', referer: 'http://localhost:3000/' });
    expect(script).toMatchObject({ status: 200, headers: { 'content-type': 'text/javascript; charset=utf-8' } });
    for (const { privateKey } of box.accounts) expect(script.text).not.toContain(privateKey.slice(2));
    expect(() => new Function(script.text)).not.toThrow();
    const site = { 'sec-fetch-site': 'cross-site' };
    for (const headers of [site, { ...site, referer: 'https://evil.example/' }, { origin: 'https://evil.example' }])
      expect((await visit('/wallet.js', headers)).status).toBe(403);
  });
});

describe('the wallet of a box (needs dist/)', () => {
  plainTest.runIf(isBuilt)('is for the chain of the box, and for pages that may use the server', async () => {
    const server = await startServer('--wallet', '--accounts', '2', '--seed', '7');
    try {
      const visit = visitor(server.url);
      const { path } = await rpc<{ readonly path: string }>(server.url, 'devnet_createBox');
      const page = { origin: 'http://localhost:3000' };
      const ask = async (body: unknown) => JSON.parse((await visit(`${path}/wallet`, page, body)).text);
      const [address] = (await ask(CONNECT)).result;
      expect(await ask(INVOKE)).toMatchObject({ result: { transaction_hash: expect.stringMatching(/^0x/) } });
      const nonceAt = (url: string) => rpc(url, 'starknet_getNonce', { block_id: 'latest', contract_address: address });
      expect([await nonceAt(server.url), await nonceAt(server.url + path)]).toEqual(['0x0', '0x1']);
      // Who is connected to a box is not connected to the main chain.
      expect(JSON.parse((await visit('/wallet', page)).text)).toMatchObject({ accounts: [] });
      expect((await visit(`${path}/wallet.js`)).text).toContain(`http://${new URL(server.url).host}${path}/`);
      const site = { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' };
      for (const headers of [site, { origin: 'https://evil.example' }])
        expect((await visit(`${path}/wallet.js`, headers)).status).toBe(403);
      expect((await visit(`${path}/wallet`, { origin: 'https://evil.example' }, CONNECT)).status).toBe(403);
      expect((await visit(`${path}/wallet`, page, { control: 'lock' })).text).toContain('cannot decide');
      for (const name of ['waiting', 'requests'])
        expect((await visit(`${path}/wallet/${name}`, page)).status).toBe(403);
    } finally {
      await server.stop();
    }
  });
});

describe('a page', () => {
  test('asks the wallet of the node', async ({ box }) => {
    const visit = await opened(box, true);
    const page = { origin: 'http://localhost:3000' };
    const ask = async (body: unknown) => JSON.parse((await visit('/wallet', page, body)).text);
    expect(JSON.parse((await visit('/wallet', page)).text)).toMatchObject({ accounts: [] });
    expect(await ask(CONNECT)).toEqual({ result: [box.accounts[0].address] });
    expect(JSON.parse((await visit('/wallet', page)).text).accounts).toEqual([box.accounts[0].address]);
    expect(await ask(INVOKE)).toMatchObject({ result: { transaction_hash: expect.stringMatching(/^0x/) } });
    expect(await box.strk.read.balance_of('0x9')).toBe(5n);
    expect(await ask({ type: 'wallet_nothing' })).toMatchObject({ error: { code: 163 } });
    expect(await ask([])).toMatchObject({ error: { code: 114 } });
  });

  test('cannot decide for the user, as a test can', async ({ box }) => {
    const visit = await opened(box, true);
    const page = { origin: 'http://localhost:3000' };
    expect((await visit('/wallet', page, { control: 'lock' })).text).toContain('cannot decide');
    expect((await visit('/wallet/waiting', page)).status).toBe(403);
    const control = async (body: object) => JSON.parse((await visit('/wallet', {}, body)).text);
    expect(await control({ control: 'reject', times: 1 })).toEqual({ result: true });
    expect((await visit('/wallet', page, CONNECT)).text).toContain('USER_REFUSED_OP');
    expect(await control({ control: 'useAccount', account: 1 })).toEqual({ result: true });
    expect((await visit('/wallet', page, CONNECT)).text).toContain(box.accounts[1].address);
    expect((await control({ control: 'dance' })).error.data).toContain('There are approve, reject');
    const key = { address: '0x1', privateKey: '0x5' };
    expect((await control({ control: 'useAccount', account: key })).error.data).toContain('the number of an account');
  });
});

test('a page that goes away leaves nothing that waits', async ({ box }) => {
  const starbox = wallet(box);
  const visit = await opened(box, starbox);
  const gone = new AbortController();
  starbox.hold({ times: 1 });
  const held = starbox.ask(CONNECT, { signal: gone.signal });
  starbox.lock();
  const locked = starbox.ask(CONNECT, { signal: gone.signal });
  gone.abort(new Error('The page waits no longer.'));
  // Also if it was gone before it could wait.
  const late = starbox.ask(CONNECT, { signal: gone.signal });
  for (const asked of [held, locked, late]) await expect(asked).rejects.toMatchObject({ code: 163 });
  starbox.unlock();
  expect(JSON.parse((await visit('/wallet/waiting')).text)).toEqual([]);
  expect(starbox.requests.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
});

test('what dapps asked for is listed for tests in other languages, within limits', async ({ box }) => {
  const visit = await opened(box, true);
  const page = { origin: 'http://localhost:3000' };
  await visit('/wallet', page, CONNECT);
  await visit('/wallet', page, INVOKE);
  await visit('/wallet', page, { type: 'wallet_watchAsset', params: { type: 'ERC20', options: { address: '0x1' } } });
  expect((await visit('/wallet/requests', page)).status).toBe(403);
  const listed = async () => JSON.parse((await visit('/wallet/requests')).text);
  expect(await listed()).toMatchObject([
    { type: 'wallet_requestAccounts', status: 'approved', origin: 'http://localhost:3000' },
    { calls: [{ name: 'transfer', text: 'transfer(recipient: 0x9, amount: 5)' }], status: 'approved' },
    { params: { type: 'ERC20' }, status: 'failed', error: { code: 111 } },
  ]);
  const long = { type: 'wallet_nothing', params: { text: 'a'.repeat(1_500_000) } };
  for (let i = 0; i < 3; i++) await visit('/wallet', page, long);
  expect((await listed()).map(({ type }: { readonly type: string }) => type)).toEqual([
    'wallet_nothing',
    'wallet_nothing',
  ]);
});

test('what waits is shown with its calls, its fee and the changes of balances', async ({ box }) => {
  const starbox = wallet(box, { connected: true });
  starbox.hold();
  const visit = await opened(box, starbox);
  const asked = visit('/wallet', { origin: 'http://localhost:3000' }, INVOKE);
  await starbox.waitForRequest('transfer');
  const [request] = JSON.parse((await visit('/wallet/waiting')).text);
  expect(request).toMatchObject({
    type: 'wallet_addInvokeTransaction',
    account: box.accounts[0].address,
    calls: [{ text: 'transfer(recipient: 0x9, amount: 5)', contract: STRK }],
    preview: {
      balances: [{ token: STRK, symbol: 'STRK', decimals: 18, change: '-5' }],
      fee: expect.stringMatching(/^\d+$/),
    },
  });
  const { text } = await visit('/wallet', {}, { control: 'approve', id: request.id });
  expect(JSON.parse(text)).toEqual({ result: true });
  expect((await asked).text).toContain('transaction_hash');
  expect(JSON.parse((await visit('/wallet/waiting')).text)).toEqual([]);
});

/** Holds a request, and gives what the window of the wallet shows. */
async function shown(box: Sandbox, starbox: TestWallet, request: object) {
  starbox.hold();
  const visit = await opened(box, starbox);
  const asked = visit('/wallet', {}, request);
  await starbox.waitForRequest();
  const [first] = JSON.parse((await visit('/wallet/waiting')).text);
  starbox.approve();
  expect((await asked).text).toContain('transaction_hash');
  return first;
}

test('only what the window shows is simulated', async ({ box }) => {
  const starbox = wallet(box, { connected: true });
  starbox.hold();
  const visit = await opened(box, starbox);
  const asked = [1, 2, 3].map(() => visit('/wallet', {}, INVOKE));
  await expect.poll(() => starbox.waiting.length).toBe(3);
  const waiting: { readonly preview?: object; readonly calls: object[] }[] = JSON.parse(
    (await visit('/wallet/waiting')).text,
  );
  expect(waiting.map(({ preview }) => preview !== undefined)).toEqual([true, false, false]);
  expect(waiting.map(({ calls }) => calls.length)).toEqual([1, 1, 1]);
  starbox.reject();
  await Promise.all(asked);
});

test('the first transaction of a new account is shown with its deployment', async ({ box }) => {
  const starbox = wallet(box, { connected: true });
  const { preview: usual } = await shown(box, starbox, INVOKE);
  await starbox.useNewAccount();
  const { preview } = await shown(box, starbox, INVOKE);
  expect(preview).toMatchObject({ balances: [{ symbol: 'STRK', change: '-5' }] });
  expect(preview.problem).toBeUndefined();
  expect(BigInt(preview.fee)).toBeGreaterThan(BigInt(usual.fee));
});

plainTest('accounts of Cairo 0 get the calldata that they read', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 2, accountClass: 'cairo0' });
  const { preview } = await shown(box, wallet(box, { connected: true }), INVOKE);
  expect(preview).toMatchObject({ balances: [{ symbol: 'STRK', change: '-5' }] });
  const remote = wallet((await box.listen()).url, { connected: true });
  const { transaction_hash } = await remote.request(INVOKE);
  const receipt = await box.request('starknet_getTransactionReceipt', { transaction_hash });
  expect(receipt.execution_status).toBe('SUCCEEDED');
});

test('a declaration is shown with its class hash, its size and its fee', async ({ box }) => {
  const contract = JSON.parse(
    readFileSync(new URL('../../contracts/classes/erc20.sierra.json', import.meta.url), 'utf8'),
  );
  const { compiledClassHash } = await box.declare(contract);
  // Another ABI text is another class.
  const contract_class = { ...contract, abi: JSON.stringify(contract.abi.slice(1)) };
  const params = { contract_class, compiled_class_hash: compiledClassHash };
  const starbox = wallet(box, { connected: true });
  const { preview } = await shown(box, starbox, { type: 'wallet_addDeclareTransaction', params });
  expect(preview).toMatchObject({
    fee: expect.stringMatching(/^[1-9]\d*$/),
    declared: { felts: contract.sierra_program.length },
  });
  const { class_hash } = starbox.requests[0]!.result as { readonly class_hash: string };
  expect(BigInt(preview.declared.classHash)).toBe(BigInt(class_hash));
});

test('what waits is said to fail if it would', async ({ box }) => {
  const starbox = wallet(box, { connected: true });
  starbox.hold();
  const visit = await opened(box, starbox);
  const much = { ...calls[0], calldata: ['0x9', '0x0', '0x1'] };
  const asked = visit('/wallet', {}, { ...INVOKE, params: { calls: [much] } });
  await starbox.waitForRequest('transfer');
  const [{ preview }] = JSON.parse((await visit('/wallet/waiting')).text);
  expect(preview).toMatchObject({ balances: [], problem: expect.stringContaining('insufficient balance') });
  starbox.reject();
  expect((await asked).text).toContain('USER_REFUSED_OP');
});
