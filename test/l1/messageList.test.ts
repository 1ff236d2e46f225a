import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Cancellation } from '../../src/chain/cancellation.ts';
import type { MockL1 } from '../../src/chain/l1Connection.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import type { L1MessagePage as Page } from '../../src/rpc/l1/listMessages.ts';
import { asking, deposit, evmWorld, word } from './evmWorld.ts';
import { CONTRACT, messagingWorld, selector } from './world.ts';

const L1_CONTRACT = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';

const brief = ({ messages }: Page) =>
  messages.map(({ direction, state, payload }) => `${direction} ${state} ${payload}`);

describe('the list of messages', () => {
  let world: Awaited<ReturnType<typeof messagingWorld>>;
  beforeAll(async () => {
    world = await messagingWorld({ stateArchiveCapacity: 'full' });
  });
  beforeEach(async () => {
    world.reset();
    await world.request('devnet_postmanLoad', { network_url: 'mock' });
  });
  afterAll(() => world.close());

  const list = (params: object = {}) => world.request<Page>('devnet_getL1Messages', params);
  const fromL1 = (payload: string, handler = 'on_message') =>
    world.request<{ message_hash: string; l1_transaction_hash: string }>('devnet_mockL1SendMessageToL2', {
      l1_contract_address: L1_CONTRACT,
      l2_contract_address: CONTRACT,
      entry_point_selector: selector(handler),
      payload: [payload],
    });
  const consume = (payload: string) =>
    world.request('devnet_mockL1ConsumeMessageFromL2', {
      from_address: CONTRACT,
      to_address: L1_CONTRACT,
      payload: [payload],
    });

  test('says what became of each message, the newest first', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    await world.send(L1_CONTRACT, ['0x2']);
    const sent = await fromL1('0x3');
    await fromL1('0x4', 'no_handler');
    expect(brief(await list())).toEqual([
      'to_l2 waiting 0x4',
      'to_l2 waiting 0x3',
      'to_l1 waiting 0x2',
      'to_l1 waiting 0x1',
    ]);
    const [, waiting] = (await list()).messages;
    expect(waiting).toMatchObject(sent);
    expect(waiting).not.toHaveProperty('transaction_hash');

    const { generated_l2_transactions } = await world.flush();
    await consume('0x1');
    await world.send(L1_CONTRACT, ['0x5']);
    const page = await list();
    expect(brief(page)).toEqual([
      'to_l1 waiting 0x5',
      'to_l2 refused 0x4',
      'to_l2 delivered 0x3',
      'to_l1 delivered 0x2',
      'to_l1 consumed 0x1',
    ]);
    expect(page).not.toHaveProperty('continuation');
    expect(page.messages[1]!.reason).toMatch(/ENTRYPOINT_NOT_FOUND|not found/i);
    expect(page.messages[2]).toEqual({
      ...waiting,
      state: 'delivered',
      transaction_hash: generated_l2_transactions[0],
      block_number: expect.any(Number),
    });
    expect(page.messages[3]).toMatchObject({
      from_address: CONTRACT,
      to_address: L1_CONTRACT,
      message_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      transaction_hash: expect.stringMatching(/^0x/),
    });
  });

  test('chooses by direction and state', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    await fromL1('0x2');
    await world.flush();
    await world.send(L1_CONTRACT, ['0x3']);
    await fromL1('0x4');
    expect(brief(await list({ direction: 'to_l1' }))).toEqual(['to_l1 waiting 0x3', 'to_l1 delivered 0x1']);
    expect(brief(await list({ direction: 'to_l2' }))).toEqual(['to_l2 waiting 0x4', 'to_l2 delivered 0x2']);
    expect(brief(await list({ state: 'waiting' }))).toEqual(['to_l2 waiting 0x4', 'to_l1 waiting 0x3']);
    expect(brief(await list({ state: 'delivered', direction: 'to_l1' }))).toEqual(['to_l1 delivered 0x1']);
    expect(brief(await list({ state: 'consumed' }))).toEqual([]);
    await expect(list({ state: 'lost' })).rejects.toMatchObject({ code: -32602 });
    await expect(list({ continuation: 'here' })).rejects.toMatchObject({ code: -32602 });
  });

  test('finds messages by their hash, and by those of their transactions on L1 and L2', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    const handled = await fromL1('0x2');
    await world.flush();
    const waiting = await fromL1('0x3');
    const [, toL2, toL1] = (await list()).messages;
    const found = async (hash: string) => brief(await list({ hash }));
    expect(await found(toL1!.message_hash)).toEqual(['to_l1 delivered 0x1']);
    expect(await found(toL1!.transaction_hash!)).toEqual(['to_l1 delivered 0x1']);
    for (const hash of [handled.message_hash, handled.l1_transaction_hash, toL2!.transaction_hash!])
      expect(await found(hash)).toEqual(['to_l2 delivered 0x2']);
    for (const hash of [waiting.message_hash, waiting.l1_transaction_hash])
      expect(await found(hash)).toEqual(['to_l2 waiting 0x3']);
    expect(await list({ hash: '0x1234' })).toEqual({ messages: [] });
  });

  test('comes in pages that miss nothing and repeat nothing', async () => {
    for (const payload of ['0x1', '0x2', '0x3']) await world.send(L1_CONTRACT, [payload]);
    await fromL1('0x4');
    await world.flush();
    await fromL1('0x5');
    await fromL1('0x6');
    const seen: string[] = [];
    let continuation: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page: Page = await list({ page_size: 1, ...(continuation && { continuation }) });
      seen.push(...page.messages.flatMap(({ payload }) => payload));
      continuation = page.continuation;
      if (continuation === undefined) break;
    }
    expect(seen).toEqual(['0x6', '0x5', '0x4', '0x3', '0x2', '0x1']);
  });

  test('misses nothing that waits on L1 when blocks are made between pages', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    for (const payload of ['0x2', '0x3', '0x4']) await fromL1(payload);
    const seen: string[] = [];
    let continuation: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page: Page = await list({ page_size: 1, ...(continuation && { continuation }) });
      seen.push(...page.messages.flatMap(({ payload }) => payload));
      continuation = page.continuation;
      if (continuation === undefined) break;
      await world.request('devnet_mine', { blocks: 2 });
    }
    expect(seen).toEqual(['0x4', '0x3', '0x2', '0x1']);
  });

  test('gives others their turn while it looks through what waits on L1, and ends when its client leaves', async () => {
    await fromL1('0x1');
    await world.node.write((draft) => {
      const l1 = draft.view.l1 as MockL1;
      draft.messages.setL1({ ...l1, sent: Array.from({ length: 500 }, () => l1.sent[0]!) });
    });
    let asked = 0;
    const signal: Cancellation = {
      aborted: false,
      throwIfAborted() {
        if (++asked === 100) throw new Error('the client left');
      },
    };
    const request = { jsonrpc: '2.0', id: 1, method: 'devnet_getL1Messages', params: { hash: '0x1234' } };
    const answer = await answerText(JSON.stringify(request), world.hub.dispatcher, { signal });
    expect(JSON.parse(answer)).toMatchObject({ error: { message: expect.stringContaining('the client left') } });
  });

  test('finds a message in a long chain, with the filters of runs of blocks too', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    await fromL1('0x2');
    await world.flush();
    await world.request('devnet_mine', { blocks: 80 });
    for (let i = 0; i < 2; i++)
      for (const [direction, found] of [
        ['to_l1', 'to_l1 delivered 0x1'],
        ['to_l2', 'to_l2 delivered 0x2'],
      ])
        expect(brief(await list({ direction }))).toEqual([found]);
  });

  test('has equal messages as consumed only when all of them are', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    await world.send(L1_CONTRACT, ['0x1']);
    await world.flush();
    await consume('0x1');
    expect(brief(await list())).toEqual(['to_l1 delivered 0x1', 'to_l1 delivered 0x1']);
    await consume('0x1');
    expect(brief(await list())).toEqual(['to_l1 consumed 0x1', 'to_l1 consumed 0x1']);
  });

  test('has a message that L1 got before a reorganisation once, and it is not sent again', async () => {
    // The block with the edits of the state stays.
    await world.request('devnet_createBlock');
    await world.send(L1_CONTRACT, ['0x1']);
    await world.flush();
    await world.send(L1_CONTRACT, ['0x2']);
    expect(await world.request('devnet_reorganise', { blocks: 2 })).toMatchObject({
      reorganised: [expect.any(String), expect.any(String)],
    });
    expect(brief(await list())).toEqual(['to_l1 waiting 0x2', 'to_l1 delivered 0x1']);
    expect((await world.flush()).messages_to_l1).toMatchObject([{ payload: ['0x2'] }]);
    expect(brief(await list())).toEqual(['to_l1 delivered 0x2', 'to_l1 delivered 0x1']);
    await consume('0x1');
    await expect(consume('0x1')).rejects.toMatchObject({ code: -1 });
  });

  test('knows what was consumed without an L1', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    const message = { from_address: CONTRACT, to_address: L1_CONTRACT, payload: ['0x1'] };
    await world.request('devnet_postmanConsumeMessageFromL2', message);
    await world.send(L1_CONTRACT, ['0x1']);
    expect(brief(await list())).toEqual(['to_l1 waiting 0x1', 'to_l1 consumed 0x1']);
  });

  test('has no message of an aborted block, which cannot be consumed either', async () => {
    const message = { from_address: CONTRACT, to_address: L1_CONTRACT, payload: ['0x1'] };
    const consumeHere = () => world.request('devnet_postmanConsumeMessageFromL2', message);
    const abort = () => world.request('devnet_abortBlocks', { starting_block_id: 'latest' });
    await world.request('devnet_createBlock');
    await world.send(L1_CONTRACT, ['0x1']);
    await world.send(L1_CONTRACT, ['0x1']);
    await world.flush(true);
    await abort();
    expect(brief(await list())).toEqual(['to_l1 waiting 0x1']);
    await consumeHere();
    await expect(consumeHere()).rejects.toMatchObject({ code: -1 });
    await abort();
    await expect(consumeHere()).rejects.toMatchObject({ code: -1 });
    await world.send(L1_CONTRACT, ['0x1']);
    await consumeHere();
  });

  test('says why L1 did not take a message', async () => {
    for (const payload of ['0x1', '0x2']) await world.send(L1_CONTRACT, [payload]);
    await world.node.write(async (draft) => {
      await draft.messages.pending();
      await draft.messages.settle([{ refusal: 'needs more gas' }]);
    });
    expect((await list()).messages).toMatchObject([
      { state: 'waiting', payload: ['0x2'] },
      { state: 'refused', payload: ['0x1'], reason: 'needs more gas' },
    ]);
  });

  test('is in a state file', async () => {
    await world.send(L1_CONTRACT, ['0x1']);
    await fromL1('0x2');
    await world.flush();
    await world.send(L1_CONTRACT, ['0x3']);
    await world.flush(true);
    const before = await list();
    const file = await world.hub.saveState();
    world.reset();
    expect((await list()).messages).toEqual([]);
    await world.hub.loadState(file);
    expect(await list()).toEqual(before);
    expect((await world.flush()).messages_to_l1).toMatchObject([{ payload: ['0x3'] }]);
    expect(brief(await list({ direction: 'to_l1' }))).toEqual(['to_l1 delivered 0x3', 'to_l1 delivered 0x1']);
  });

  test('follows aborted blocks: theirs are gone, and those of the next blocks are sent', async () => {
    const { number } = world.node.chain.latest;
    await world.send(L1_CONTRACT, ['0x1']);
    await world.send(L1_CONTRACT, ['0x2']);
    await world.flush(true);
    await world.request('devnet_abortBlocks', { starting_block_id: { block_number: number + 2 } });
    expect(brief(await list())).toEqual(['to_l1 waiting 0x1']);
    await world.send(L1_CONTRACT, ['0x3']);
    expect((await world.flush()).messages_to_l1.map(({ payload }) => payload)).toEqual([['0x1'], ['0x3']]);
    expect(brief(await list())).toEqual(['to_l1 delivered 0x3', 'to_l1 delivered 0x1']);
  });
});

test('the list knows what an EVM in this process has, and what was consumed there', async () => {
  const { box, l2Bridge } = await evmWorld();
  const list = async () => brief(await box.request('devnet_getL1Messages', {}));
  const [owner] = box.l1.accounts.map(({ address }) => address);
  await l2Bridge.write['withdraw']!(owner!, 3n);
  await l2Bridge.write['withdraw']!(owner!, 4n);
  await deposit(box, l2Bridge.address, 5n);
  expect(await list()).toEqual(['to_l2 waiting 0x5', 'to_l1 waiting 0x4', 'to_l1 waiting 0x3']);
  await box.l1.flush();
  const consumption = [l2Bridge.address, '0x40', '0x1', '0x3'].map(word).join('');
  const to = box.l1.contractAddress;
  await asking(box)('eth_sendTransaction', [{ from: owner, to, data: `0x2c9dd5c0${consumption}` }]);
  expect(await list()).toEqual(['to_l2 delivered 0x5', 'to_l1 delivered 0x4', 'to_l1 consumed 0x3']);
  const { messages } = await box.request('devnet_getL1Messages', {});
  for (const { l1_transaction_hash } of messages)
    expect(await asking(box)('eth_getTransactionReceipt', [l1_transaction_hash])).toMatchObject({ status: '0x1' });
  await box.close();
});
