import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { NodeConfig } from '../../src/chain/config.ts';
import type { FetchAnswer } from '../../src/fork/transport.ts';
import { Sandbox } from '../../src/index.ts';
import { answer, faultyOrigin, fork } from '../support/fork/faultyOrigin.ts';
import { type Chain, Wallet } from '../support/fork/wallet.ts';
import { deposit, evmWorld } from './evmWorld.ts';
import { type Flush, selector } from './world.ts';

/** The contract that the fork knows whole, so that it asks its origin for nothing. */
const LOCAL = '0xc0ffee';
const L1_CONTRACT = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';

let origin: Sandbox;
/** Contracts of the origin, of which a new fork knows nothing. */
let far: readonly [string, string];
beforeAll(async () => {
  origin = await Sandbox.create({ seed: 4, accounts: 1, stateArchiveCapacity: 'full' });
  const deployed = await Promise.all(
    [1, 2].map((start) => origin.deploy('contracts/classes/exerciser.sierra.json', [start])),
  );
  far = [deployed[0]!.address, deployed[1]!.address];
});
afterAll(() => origin.close());

const gone = () => Promise.reject(new Error('connection refused'));
/** Fails only requests about one contract. */
const goneFor = (address: string) => (body: string) =>
  body.includes(`"${address}"`) ? gone() : (origin.fetch('http://origin.test/', { body }) as Promise<FetchAnswer>);
/** Answers every request with an error of JSON-RPC. */
const failing = (code: number) => async (body: string) => {
  const parsed = JSON.parse(body);
  const errors = [parsed].flat().map(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message: 'not now' } }));
  return answer(JSON.stringify(Array.isArray(parsed) ? errors : errors[0]));
};

/** A fork with the mock L1. */
async function connected(config: Partial<NodeConfig> = {}) {
  const way = faultyOrigin(origin);
  const options = { journal: true, l1: { url: 'mock', auto: false }, ...config };
  const box = await fork({ fetch: way.fetch }, options);
  await box.hub.connectL1();
  onTestFinished(() => box.close());
  const request = async <T = unknown>(method: string, params?: unknown): Promise<T> => {
    const { result, error } = await box.ask(method, params);
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  };
  return {
    ...box,
    way,
    request,
    send: (to: string, value: number, from = L1_CONTRACT) =>
      request('devnet_mockL1SendMessageToL2', message(to, value, from)),
    flush: () => request<Flush>('devnet_postmanFlush'),
    consume: () =>
      request('devnet_mockL1ConsumeMessageFromL2', { from_address: LOCAL, to_address: L1_CONTRACT, payload: ['0x7'] }),
    stored: async (at = LOCAL) =>
      (
        await request<string[]>('starknet_call', {
          request: { contract_address: at, entry_point_selector: selector('get'), calldata: [L1_CONTRACT] },
          block_id: 'latest',
        })
      )[0],
  };
}

const message = (to: string, value: number, from = L1_CONTRACT) => ({
  l1_contract_address: from,
  l2_contract_address: to,
  entry_point_selector: selector('on_message'),
  payload: [`0x${value.toString(16)}`],
});

/** With a contract that it knows whole, and a withdrawal that waits. */
async function bridged(config: Partial<NodeConfig> = {}) {
  const box = await connected(config);
  const { request } = box;
  const class_hash = await request('starknet_getClassHashAt', ['latest', far[0]]);
  const deployed_contracts = [{ address: LOCAL, class_hash }];
  await request('devnet_applyStateDiff', { state_diff: { deployed_contracts } });
  const first = { ...message(LOCAL, 1), paid_fee_on_l1: '0x1', nonce: '0xffff' };
  await request('devnet_postmanSendMessageToL2', first);
  const wallet = new Wallet({ request, accounts: [] } as unknown as Chain, {
    address: `0x${box.node.accounts[0]!.address.toString(16)}`,
    privateKey: `0x${box.node.accounts[0]!.privateKey.toString(16)}`,
  });
  await wallet.invoke({ to: BigInt(LOCAL), name: 'send', calldata: [BigInt(L1_CONTRACT), 1n, 7n] });
  return box;
}

const waits = (text: string) => ({ data: expect.stringContaining(`${text}.`) });

test('messages that need a silent origin wait, and those behind them and those to L1 arrive', async () => {
  const box = await bridged();
  await box.send(far[0], 2);
  await box.send(far[1], 3);
  await box.send(LOCAL, 4);
  box.way.instead = gone;
  box.way.calls = 0;
  await expect(box.flush()).rejects.toMatchObject({
    message: expect.stringContaining('connection refused'),
    ...waits('The message with nonce 0x0 waits for the next flush, as does another one'),
  });
  // The second one asks for nothing, since the origin is known to be silent.
  expect(box.way.calls).toBe(1);
  expect(await box.stored()).toBe('0x4');
  await box.consume();
  box.way.instead = undefined;
  expect(await box.flush()).toMatchObject({ messages_to_l1: [], messages_to_l2: [{ nonce: '0x0' }, { nonce: '0x1' }] });
  expect(await box.flush()).toMatchObject({ messages_to_l2: [] });
});

test('a flush whose origin fails after a while lets other writes go first, and delivers the rest', async () => {
  const box = await bridged();
  await box.send(LOCAL, 2);
  await box.send(far[0], 3);
  await box.send(LOCAL, 4);
  let fail = (_: Error) => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  box.way.instead = () => failed;
  const flushed = expect(box.flush()).rejects.toMatchObject(
    waits('The message with nonce 0x1 waits for the next flush'),
  );
  await expect.poll(() => box.way.calls).toBeGreaterThan(0);
  await box.request('devnet_createBlock');
  fail(new Error('too late'));
  await flushed;
  expect(await box.stored()).toBe('0x4');
  box.way.instead = undefined;
  expect((await box.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
});

test.each([
  ['status 503', async () => answer('', 503)],
  ['status 429', async () => answer('', 429)],
  ['error -32005, too many requests', failing(-32005)],
  ['error -32603', failing(-32603)],
])('a message waits while the origin answers with %s', async (_, instead) => {
  const box = await bridged();
  await box.send(far[0], 2);
  box.way.instead = instead;
  await expect(box.flush()).rejects.toMatchObject(waits('waits for the next flush'));
  box.way.instead = undefined;
  expect((await box.flush()).messages_to_l2).toHaveLength(1);
});

test.each([
  ['status 401', async () => answer('', 401)],
  ['an error of the specification', failing(24)],
  ['an error about the request', failing(-32602)],
])('a message is left out if the origin answers with %s, and a load leaves it out too', async (_, instead) => {
  const box = await bridged();
  await box.send(far[0], 2);
  await box.send(LOCAL, 3);
  box.way.instead = instead;
  await expect(box.flush()).rejects.toMatchObject(waits('was refused and is left out. Flush again for those after it'));
  expect((await box.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
  box.way.instead = undefined;
  const events = await box.request('devnet_dump');
  const other = await connected();
  await other.request('devnet_load', { events });
  expect([await other.stored(far[0]), await other.stored()]).toEqual(['0x0', '0x3']);
  expect((await other.flush()).messages_to_l2).toEqual([]);
});

test.each([false, true])('a dump has what was delivered and what waits, with auto: %s', async (auto) => {
  const box = await bridged({ l1: { url: 'mock', auto } });
  box.way.instead = gone;
  const sent = box.send(far[0], 2);
  if (auto)
    await expect(sent).rejects.toMatchObject(
      waits('The message is sent: do not send it again. It is delivered after the next block, or with the next flush'),
    );
  await sent.catch(() => undefined);
  // What fails is another message.
  await box.send(LOCAL, 3);
  if (!auto) await expect(box.flush()).rejects.toMatchObject(waits('nonce 0x0 waits for the next flush'));
  await box.consume();
  const events = await box.request('devnet_dump');
  const other = await connected({ l1: { url: 'mock', auto } });
  await other.request('devnet_load', { events });
  expect(await other.request('devnet_dump')).toEqual(events);
  expect([await other.stored(far[0]), await other.stored()]).toEqual(['0x0', '0x3']);
  expect((await other.flush()).messages_to_l2).toMatchObject([{ nonce: '0x0' }]);
});

test.each([false, true])('a load that cannot deliver what was delivered fails, with auto: %s', async (auto) => {
  const box = await bridged({ l1: { url: 'mock', auto } });
  await box.send(far[1], 2);
  if (!auto) await box.flush();
  const events = await box.request('devnet_dump');
  const other = await connected({ l1: { url: 'mock', auto } });
  other.way.instead = goneFor(far[1]);
  await expect(other.request('devnet_load', { events })).rejects.toThrow('connection refused');
});

test('a message waits if its block cannot be closed without the origin, and is delivered once', async () => {
  const box = await bridged({ stateAliases: true });
  // The handler writes to a cell that has no alias yet.
  await box.send(LOCAL, 2, `0x${'8'.repeat(40)}`);
  box.way.instead = goneFor('0x2');
  const before = box.node.chain.latest.number;
  await expect(box.flush()).rejects.toMatchObject(waits('waits for the next flush'));
  expect(box.node.chain.latest.number).toBe(before);
  box.way.instead = undefined;
  expect((await box.flush()).messages_to_l2).toHaveLength(1);
});

test('an EVM in this process keeps its place before a message that waits, and gets those to L1', async () => {
  const way = faultyOrigin(origin);
  const forked = { url: 'http://origin.test/' };
  const { box, l2Bridge, received } = await evmWorld({ fork: forked, fetch: way.fetch as typeof origin.fetch });
  onTestFinished(() => box.close());
  const l1Blocks = async () => Number(await box.l1.provider.request({ method: 'eth_blockNumber', params: [] }));
  await deposit(box, l2Bridge.address, 1n);
  await box.l1.flush();
  for (const [to, amount] of [
    [l2Bridge.address, 2n],
    [far[0], 3n],
    [l2Bridge.address, 4n],
  ] as const)
    await deposit(box, to, amount);
  await l2Bridge.write['withdraw']!(box.l1.accounts[1]!.address, 1n);
  const before = await l1Blocks();
  way.instead = gone;
  await expect(box.l1.flush()).rejects.toThrow(
    /connection refused.*nonce 0x2 waits for the next flush, as does another/s,
  );
  expect([await received(), await l1Blocks()]).toEqual([3n, before + 1]);
  // Nothing is new.
  await expect(box.l1.flush()).rejects.toThrow('nonce 0x2 waits for the next flush, as does another one');
  way.instead = undefined;
  const { messages_to_l1, messages_to_l2 } = await box.l1.flush();
  expect([messages_to_l1.length, (messages_to_l2 as { nonce: string }[]).map(({ nonce }) => Number(nonce))]).toEqual([
    0,
    [2, 3],
  ]);
  expect(await received()).toBe(7n);
  expect((await box.l1.flush()).messages_to_l2).toEqual([]);
});
