import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { answerRequests, injectWallet, type PlaywrightTarget, wallet } from '../../src/wallet/index.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1 });
});
afterAll(() => box.close());

type Ask = (source: { frame: { url(): string } }, call: unknown) => Promise<unknown>;

/** A page or a context that keeps what is put into it. */
function targetOf(more: Partial<PlaywrightTarget> = {}) {
  const asked: Ask[] = [];
  const target: PlaywrightTarget = {
    exposeBinding: async (_name, callback) => asked.push(callback as Ask),
    addInitScript: async () => undefined,
    ...more,
  };
  return { target, ask: (url: string, call: unknown) => asked[0]!({ frame: { url: () => url } }, call) };
}

test.each([
  ['http://localhost:5173/shop', 'http://localhost:5173'],
  ['about:blank', 'null'],
  ['', 'null'],
])('a request of a document at "%s" has the origin %s', async (url, origin) => {
  const starbox = wallet(box);
  const { target, ask } = targetOf();
  await injectWallet(target, starbox);
  expect(await ask(url, { type: 'wallet_supportedSpecs' })).toHaveProperty('result');
  expect(starbox.requests.at(-1)).toMatchObject({ origin });
});

test('all frames of all pages hear of changes', async () => {
  const heard: string[] = [];
  const frame = (name: string) => ({
    evaluate: async (script: string) => heard.push(`${name} ${/\w+Changed/.exec(script)}`),
  });
  const page = (isClosed: boolean, ...names: string[]) => ({
    isClosed: () => isClosed,
    frames: () => names.map(frame),
  });
  const { target } = targetOf({ pages: () => [page(false, 'main', 'inner'), page(true, 'closed')] });
  const starbox = wallet(box, { connected: true });
  const stop = await injectWallet(target, starbox);
  starbox.useNetwork('0x1');
  await expect.poll(() => heard).toEqual(['main networkChanged', 'inner networkChanged']);
  stop();
});

test('a WebSocket of a page is one of the sandbox', async () => {
  let connect: (socket: object) => Promise<void> = async () => undefined;
  let fits: (url: URL) => boolean = () => false;
  const target = {
    route: async () => undefined,
    routeWebSocket: async (given: typeof fits, handler: typeof connect) => {
      [fits, connect] = [given, handler];
    },
  };
  const copy = box.clone();
  await answerRequests(target, 'http://127.0.0.1:5050/rpc', copy);
  expect([fits(new URL('ws://127.0.0.1:5050/ws')), fits(new URL('ws://127.0.0.1:5051/ws'))]).toEqual([true, false]);
  const got: { readonly id?: number }[] = [];
  let ask: (text: string) => void = () => undefined;
  let code: number | undefined;
  await connect({
    url: () => 'ws://127.0.0.1:5050/ws',
    send: (text: string) => got.push(JSON.parse(text)),
    onMessage: (handler: typeof ask) => {
      ask = handler;
    },
    onClose: () => undefined,
    close: async (options: { readonly code: number }) => {
      code = options.code;
    },
  });
  ask('{"jsonrpc":"2.0","id":1,"method":"starknet_subscribeNewHeads","params":[]}');
  await expect.poll(() => got).toContainEqual(expect.objectContaining({ id: 1 }));
  await copy.blocks.mine();
  await expect.poll(() => JSON.stringify(got)).toContain('starknet_subscriptionNewHeads');
  await copy.close();
  await expect.poll(() => code).toBe(1001);
});

test('pages that have a wallet get no second one, but others do', async () => {
  const { target: context } = targetOf();
  await injectWallet(context, wallet(box));
  await expect(injectWallet(context, wallet(box))).rejects.toThrow(/have a wallet already.*fixture/);
  const { target: page } = targetOf({ context: () => context });
  await expect(injectWallet(page, wallet(box))).rejects.toThrow(/have a wallet already/);
  const { target: own } = targetOf({ context: () => targetOf().target });
  await injectWallet(own, wallet(box));
  const { target: around } = targetOf({ pages: () => [own as never] });
  await expect(injectWallet(around, wallet(box))).rejects.toThrow(/have a wallet already/);
});
