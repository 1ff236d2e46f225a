import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryRefused } from '../../src/budget/workMemory.ts';
import { noMemoryLeft, tooLarge } from '../../src/chain/run/memoryErrors.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { CONTRACT, messagingWorld, selector } from './world.ts';

const L1_CONTRACT = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';
const message = {
  l1_contract_address: L1_CONTRACT,
  l2_contract_address: CONTRACT,
  entry_point_selector: selector('on_message'),
  payload: ['0x2a'],
};

describe('the mock L1', () => {
  let world: Awaited<ReturnType<typeof messagingWorld>>;
  beforeAll(async () => {
    world = await messagingWorld();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.close());
  const load = () => world.request('devnet_postmanLoad', { network_url: 'mock' });
  const outgoing = { from_address: CONTRACT, to_address: L1_CONTRACT, payload: ['0x1', '0x2'] };

  test('delivers a message to L2 with the next flush, and shows it under its L1 transaction', async () => {
    expect(await load()).toEqual({ messaging_contract_address: '0x5fbdb2315678afecb367f032d93f642f64180aa3' });
    const sent = await world.request<{ l1_transaction_hash: string }>('devnet_mockL1SendMessageToL2', message);
    expect(sent).toMatchObject({ nonce: '0x0' });
    expect(await world.stored(L1_CONTRACT)).toBe('0x0');
    const flushed = await world.flush();
    expect(flushed).toMatchObject({
      messages_to_l1: [],
      messages_to_l2: [{ ...message, nonce: '0x0', paid_fee_on_l1: '0x1', ...pick(sent) }],
      l1_provider: 'mock',
    });
    expect(await world.stored(L1_CONTRACT)).toBe('0x2a');
    expect(await world.request('starknet_getMessagesStatus', { transaction_hash: sent.l1_transaction_hash })).toEqual([
      expect.objectContaining({
        transaction_hash: flushed.generated_l2_transactions[0],
        execution_status: 'SUCCEEDED',
      }),
    ]);
    expect((await world.flush()).messages_to_l2).toEqual([]);
  });

  test('has a message from L2 once after the flush', async () => {
    await load();
    await world.send(L1_CONTRACT, outgoing.payload);
    const consume = () => world.request('devnet_mockL1ConsumeMessageFromL2', outgoing);
    await expect(consume()).rejects.toThrow(/waits for postmanFlush/);
    expect((await world.flush(true)).messages_to_l1).toEqual([outgoing]);
    expect((await world.flush()).messages_to_l1).toEqual([outgoing]);
    expect((await world.flush()).messages_to_l1).toEqual([]);
    expect(await consume()).toEqual({ message_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    await expect(consume()).rejects.toMatchObject({ code: -1 });
  });

  test('delivers a message later for which there was no memory, and leaves out one that is too large alone', async () => {
    await load();
    for (const payload of ['0x1', '0x2', '0x3', '0x4'])
      await world.request('devnet_mockL1SendMessageToL2', { ...message, payload: [payload] });
    const { executor } = world.node.surroundings;
    const run = executor.run.bind(executor);
    const fails = (...errors: (Error | undefined)[]) => {
      const spy = vi.spyOn(executor, 'run');
      for (const error of errors) spy.mockImplementationOnce(error ? () => Promise.reject(error) : run);
      onTestFinished(() => spy.mockRestore());
    };
    fails(noMemoryLeft());
    await expect(world.flush()).rejects.toThrow('Try again later');
    fails(undefined, new MemoryRefused());
    await expect(world.flush()).rejects.toThrow('Try again later');
    expect(await world.stored(L1_CONTRACT)).toBe('0x1');
    fails(undefined, tooLarge(5));
    await expect(world.flush()).rejects.toMatchObject({ data: expect.stringContaining('waits for the next flush') });
    expect(await world.stored(L1_CONTRACT)).toBe('0x2');
    fails(tooLarge(5));
    await expect(world.flush()).rejects.toMatchObject({ data: expect.stringContaining('is left out') });
    expect((await world.flush()).messages_to_l2).toMatchObject([{ payload: ['0x4'] }]);
    expect((await world.flush()).messages_to_l2).toEqual([]);
  });

  test.each([
    ['nobody has memory left', noMemoryLeft()],
    ['the request keeps too much to wait', new MemoryRefused()],
  ])('tells who sends a message that is not delivered at once not to send it again: %s', async (_, error) => {
    const auto = await messagingWorld({ l1: { url: 'mock', auto: true } });
    onTestFinished(() => auto.close());
    const spy = vi.spyOn(auto.node.surroundings.executor, 'run');
    spy.mockImplementationOnce(() => Promise.reject(error));
    await expect(auto.request('devnet_mockL1SendMessageToL2', message)).rejects.toMatchObject({
      message: expect.stringContaining('use all memory'),
      data: expect.stringContaining('The message is sent: do not send it again.'),
    });
    spy.mockRestore();
    await auto.request('devnet_createBlock');
    await expect.poll(() => auto.stored(L1_CONTRACT)).toBe('0x2a');
  });

  test('delivers a message later whose contract a fork could not ask its origin for', async () => {
    const origin = await Sandbox.create({ seed: 4, accounts: 1 });
    const contract = await origin.deploy('contracts/classes/exerciser.sierra.json', [0n]);
    let isGone = false;
    const fetch = async (url: string, init: RequestInit) => {
      if (isGone) throw new Error('connection refused');
      return origin.fetch(url, init);
    };
    const options = { seed: 7, accounts: 1, fork: { url: 'http://origin.test/' }, l1: { url: 'mock' } };
    const fork = await Sandbox.create({ ...options, fetch } as SandboxOptions);
    onTestFinished(async () => {
      await fork.close();
      await origin.close();
    });
    const request = (method: string, params: object = {}) => fork.request(method as never, params as never);
    await request('devnet_mockL1SendMessageToL2', { ...message, l2_contract_address: contract.address });
    isGone = true;
    await expect(request('devnet_postmanFlush')).rejects.toThrow('connection refused');
    isGone = false;
    expect(await request('devnet_postmanFlush')).toMatchObject({ messages_to_l2: [{ payload: ['0x2a'] }] });
  });

  test('is part of snapshots', async () => {
    await load();
    const snapshot_id = await world.request('devnet_snapshot');
    await world.request('devnet_mockL1SendMessageToL2', message);
    await world.flush();
    await world.request('devnet_revert', { snapshot_id });
    expect(await world.flush()).toMatchObject({ messages_to_l2: [] });
    expect(await world.request('devnet_mockL1SendMessageToL2', message)).toMatchObject({ nonce: '0x0' });
    expect((await world.flush()).generated_l2_transactions).toHaveLength(1);
  });

  test('is rebuilt by a load, with the same blocks', async () => {
    await load();
    await world.request('devnet_mockL1SendMessageToL2', message);
    await world.send(L1_CONTRACT, outgoing.payload);
    await world.flush();
    await world.request('devnet_mockL1ConsumeMessageFromL2', outgoing);
    await world.request('devnet_mockL1SendMessageToL2', message);
    const events = await world.request('devnet_dump');
    await world.request('devnet_load', { events });
    expect(await world.request('devnet_dump')).toEqual(events);
    expect(await world.stored(L1_CONTRACT)).toBe('0x2a');
    expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
  });

  test('is part of a state file', async () => {
    await load();
    await world.send(L1_CONTRACT, outgoing.payload);
    await world.flush();
    await world.request('devnet_mockL1SendMessageToL2', message);
    const file = await world.hub.saveState();
    world.reset();
    await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
    await world.hub.loadState(file);
    await world.request('devnet_mockL1ConsumeMessageFromL2', outgoing);
    expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x0', payload: ['0x2a'] }]);
  });

  test('skips a message that was already sent by hand and continues after it', async () => {
    await load();
    const first = await world.request<object>('devnet_mockL1SendMessageToL2', message);
    await world.request('devnet_mockL1SendMessageToL2', { ...message, payload: ['0x2b'] });
    const byHand = { ...message, paid_fee_on_l1: '0x1', nonce: '0x0', ...pick(first) };
    await world.request('devnet_postmanSendMessageToL2', byHand);
    await expect(world.flush()).rejects.toMatchObject({ code: 59, data: expect.stringContaining('nonce 0x0') });
    expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
    expect(await world.stored(L1_CONTRACT)).toBe('0x2b');
    await world.request('devnet_load', { events: await world.request('devnet_dump') });
    expect(await world.stored(L1_CONTRACT)).toBe('0x2b');
  });

  test('is dropped by a restart with that option, and kept by others', async () => {
    await load();
    await world.request('devnet_mockL1SendMessageToL2', message);
    await world.request('devnet_restart');
    expect((await world.flush()).messages_to_l2).toHaveLength(1);
    await world.request('devnet_restart', { restart_l1_to_l2_messaging: true });
    await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
    await expect(world.request('devnet_mockL1SendMessageToL2', message)).rejects.toThrow(/No mock L1 is loaded/);
  });
});

describe('with --l1-auto', () => {
  test('messages go both ways without a flush', async () => {
    const world = await messagingWorld({ l1: { url: 'mock', auto: true } });
    const { l1_transaction_hash } = await world.request<{ l1_transaction_hash: string }>(
      'devnet_mockL1SendMessageToL2',
      message,
    );
    expect(await world.stored(L1_CONTRACT)).toBe('0x2a');
    await world.send(L1_CONTRACT, ['0x5']);
    const outgoing = { from_address: CONTRACT, to_address: L1_CONTRACT, payload: ['0x5'] };
    await world.request('devnet_mockL1ConsumeMessageFromL2', outgoing);
    const events = await world.request('devnet_dump');
    await world.request('devnet_load', { events });
    expect(await world.request('devnet_dump')).toEqual(events);
    expect(await world.request('starknet_getMessagesStatus', { transaction_hash: l1_transaction_hash })).toHaveLength(
      1,
    );
    await world.request('devnet_restart', { restart_l1_to_l2_messaging: true });
    expect(await world.flush()).toMatchObject({ l1_provider: 'mock' });
    expect(world.faults).toEqual([]);
    world.close();
  });
});

const pick = ({ l1_transaction_hash }: { l1_transaction_hash?: string }) => ({ l1_transaction_hash });
