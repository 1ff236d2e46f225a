import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { P } from '../../src/felt/felt.ts';
import { ChainError } from '../../src/protocol/chainError.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { FakeL1, hashOf, LOST, Refused } from './fakeL1.ts';
import { CONTRACT, messagingWorld, selector } from './world.ts';

const URL_TEXT = 'http://l1.example:8545';
const FROM = 0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0n;
const FROM_TEXT = `0x${FROM.toString(16)}`;

describe('an L1 node', () => {
  let l1 = new FakeL1();
  let world: Awaited<ReturnType<typeof messagingWorld>>;
  beforeAll(async () => {
    world = await messagingWorld({}, (url, init) => l1.fetch(url, init));
  });
  beforeEach(() => {
    l1 = new FakeL1();
    world.reset();
  });
  afterAll(() => world.close());

  const load = (more: object = {}) => world.request('devnet_postmanLoad', { network_url: URL_TEXT, ...more });
  const log = (block: number, value: bigint, nonce: bigint, more: object = {}) =>
    l1.logs.push({
      block,
      from: FROM,
      to: BigInt(CONTRACT),
      selector: BigInt(selector('on_message')),
      payload: [value],
      nonce,
      ...more,
    });
  const journal = () => world.node.value.journal.length;

  describe('is loaded', () => {
    test('with the given contract or a new one', async () => {
      const address = `0x${'ab'.repeat(20)}`;
      expect(await load({ messaging_contract_address: address.toUpperCase().replace('X', 'x') })).toEqual({
        messaging_contract_address: address,
      });
      expect(l1.requests.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_getCode']);
      expect(await load()).toEqual({ messaging_contract_address: `0x${'c'.repeat(40)}` });
      expect(l1.sent).toHaveLength(1);
    });

    const failures: [string, object, (l1: FakeL1) => void, string][] = [
      ['no node', {}, (l1) => (l1.isDown = true), 'RpcError: None'],
      ['a web page', {}, (l1) => (l1.answers['eth_chainId'] = () => new Response('<html>')), 'RpcError: None'],
      ['an odd answer', {}, (l1) => (l1.answers['eth_blockNumber'] = () => 7), 'RpcError: None'],
      [
        'a refusal',
        {},
        (l1) => (l1.answers['eth_chainId'] = () => new Refused(-3, 'no')),
        'RpcError: error code -3: no',
      ],
      ['no URL', { network_url: 'abc' }, () => 0, "Failed to parse RPC URL 'abc': relative URL without a base"],
      ['another protocol', { network_url: 'ws://127.0.0.1:8545' }, () => 0, 'RpcError: None'],
      [
        'no code',
        { address: `0x${'0'.repeat(38)}bb` },
        (l1) => (l1.answers['eth_getCode'] = () => '0x'),
        'The specified address (0x00000000000000000000000000000000000000bb) contains no contract',
      ],
      ['a bad address', { address: 'xyz' }, () => 0, "Address xyz can't be parsed from string: odd number of digits"],
      ['a short key', { deployer_account_private_key: '0x12' }, () => 0, 'LocalSignerError: invalid string length'],
      [
        'a key of no account',
        { deployer_account_private_key: `0x${'0'.repeat(64)}` },
        () => 0,
        'LocalSignerError: signature error',
      ],
      [
        'a refused deployment',
        {},
        (l1) => (l1.answers['eth_estimateGas'] = () => new Refused(-32601, 'x')),
        'Failed deploying MockStarknetMessaging contract: server returned an error response: error code -32601: x',
      ],
      [
        'a failed deployment',
        {},
        (l1) => (l1.answers['eth_getTransactionReceipt'] = () => ({ status: '0x0' })),
        `Failed deploying MockStarknetMessaging contract: the transaction 0x${'1'.padStart(64, '0')} failed`,
      ],
    ];
    test.each(failures)('with an error for %s', async (_, more, prepare, words) => {
      await load();
      const [before, entries] = [world.node.chain.l1, journal()];
      l1 = new FakeL1();
      prepare(l1);
      const { error } = await world.call('devnet_postmanLoad', { network_url: URL_TEXT, ...more });
      expect(error).toEqual({ code: -1, message: `Alloy error: ${words}.`, data: expect.any(String) });
      expect(world.node.chain.l1).toBe(before);
      expect(journal()).toBe(entries);
    });

    test('with an error if both names of the address are given', async () => {
      const { error } = await world.call('devnet_postmanLoad', {
        network_url: URL_TEXT,
        address: '0x1',
        messaging_contract_address: '0x1',
      });
      expect(error).toMatchObject({ code: -32602, message: 'duplicate field `messaging_contract_address`' });
    });
  });

  describe('is flushed', () => {
    test('from the block after the load on, and each block once', async () => {
      log(10, 1n, 0n);
      await load();
      log(11, 2n, 1n);
      log(12, 3n, 2n);
      l1.block = 11;
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
      l1.block = 13;
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x2', paid_fee_on_l1: '0x5' }]);
      expect(await world.stored(FROM_TEXT)).toBe('0x3');
      expect((await world.flush()).messages_to_l2).toEqual([]);
      l1.block = 5;
      expect((await world.flush()).messages_to_l2).toEqual([]);
      expect(l1.count('eth_getLogs')).toBe(2);
    });

    test('with an error if none is loaded, except in a dry run', async () => {
      await expect(world.flush()).rejects.toMatchObject({
        code: -32603,
        message:
          "Error in fetching messages to L2: Message is not configured, ensure you've used `postman/load_l1_messaging_contract` endpoint first.",
      });
      await world.send(FROM_TEXT, ['0x1']);
      const shown = { messages_to_l1: [{ from_address: CONTRACT, to_address: FROM_TEXT, payload: ['0x1'] }] };
      expect(await world.flush(true)).toEqual({
        ...shown,
        messages_to_l2: [],
        generated_l2_transactions: [],
        l1_provider: 'dry run',
      });
      expect(await world.flush(true)).toMatchObject(shown);
      expect(l1.requests).toEqual([]);
    });

    test('without an effect while it is unreachable', async () => {
      await load();
      log(11, 1n, 0n);
      l1.block = 11;
      await world.send(FROM_TEXT, ['0x1']);
      const [before, entries] = [world.node.chain.latest.number, journal()];
      l1.isDown = true;
      await expect(world.flush()).rejects.toMatchObject({
        code: -32603,
        message: 'Error in fetching messages to L2: Alloy error: RpcError: None.',
        data: `The L1 node at ${URL_TEXT}/ did not answer (ECONNREFUSED). Is it running?`,
      });
      expect([world.node.chain.latest.number, journal()]).toEqual([before, entries]);
      l1.isDown = false;
      expect(await world.flush()).toMatchObject({ messages_to_l1: [{}], messages_to_l2: [{}] });
    });

    test('without losing or repeating a message when it becomes unreachable half-way', async () => {
      await load();
      log(11, 1n, 0n);
      l1.block = 11;
      for (const payload of ['0x1', '0x2', '0x3']) await world.send(FROM_TEXT, [payload]);
      const deployed = l1.sent.length;
      l1.answers['eth_estimateGas'] = () =>
        l1.sent.length > deployed ? new Refused(-32000, 'out of order') : '0x10000';
      await expect(world.flush()).rejects.toMatchObject({
        code: -32603,
        message: 'Error in sending messages to L1: Alloy error: RpcError: error code -32000: out of order.',
      });
      expect(l1.sent).toHaveLength(deployed + 1);
      expect(await world.stored(FROM_TEXT)).toBe('0x1');
      expect((await world.flush(true)).messages_to_l1).toMatchObject([{ payload: ['0x2'] }, { payload: ['0x3'] }]);
      l1.answers['eth_estimateGas'] = () => '0x10000';
      expect(await world.flush()).toMatchObject({
        messages_to_l1: [{ payload: ['0x2'] }, { payload: ['0x3'] }],
        messages_to_l2: [],
      });
    });

    test('up to a message that has to wait, without losing or repeating one, and messages to L1 are sent', async () => {
      await load();
      for (const nonce of [0n, 1n, 2n]) log(11, nonce + 5n, nonce);
      l1.block = 12;
      await world.send(FROM_TEXT, ['0x1']);
      const deployed = l1.sent.length;
      const { executor } = world.node.surroundings;
      const run = executor.run.bind(executor);
      const gone = new ChainError('failed', { message: 'The origin is gone.', isTemporary: true });
      const spy = vi.spyOn(executor, 'run').mockImplementationOnce(run).mockRejectedValueOnce(gone);
      onTestFinished(() => spy.mockRestore());
      const data = 'The message with nonce 0x1 waits for the next flush, as does another one.';
      await expect(world.flush()).rejects.toMatchObject({ message: 'The origin is gone.', data });
      expect([await world.stored(FROM_TEXT), l1.sent.length]).toEqual(['0x5', deployed + 1]);
      spy.mockRejectedValueOnce(gone);
      await expect(world.flush()).rejects.toMatchObject({ data });
      expect(await world.flush()).toMatchObject({
        messages_to_l1: [],
        messages_to_l2: [{ nonce: '0x1' }, { nonce: '0x2' }],
      });
      expect(await world.flush()).toMatchObject({ messages_to_l1: [], messages_to_l2: [] });
    });

    describe('with a transaction that gets no answer', () => {
      /** Accepts transactions as a node does: each once, each nonce once. The first answers are dropped. */
      const losing = async (lost: number, arrives = true) => {
        await load();
        await world.send(FROM_TEXT, ['0x1']);
        await world.send(FROM_TEXT, ['0x2']);
        const deployed = l1.sent.length;
        let answers = 0;
        l1.answers['eth_sendRawTransaction'] = ([raw]) => {
          const isLost = answers++ < lost;
          const isKnown = l1.sent.includes(raw!);
          if (!isKnown && (arrives || !isLost)) l1.sent.push(raw!);
          if (isLost) return LOST;
          return isKnown ? new Refused(-32000, 'already known') : hashOf(raw!);
        };
        return () => l1.sent.length - deployed;
      };
      const both = { messages_to_l1: [{ payload: ['0x1'] }, { payload: ['0x2'] }] };

      test('and arrived: the same one is sent again and counts as sent', async () => {
        const arrived = await losing(1);
        expect(await world.flush()).toMatchObject(both);
        expect(arrived()).toBe(2);
        expect(await world.flush()).toMatchObject({ messages_to_l1: [] });
      });

      test('and did not arrive: the same one is sent again', async () => {
        const arrived = await losing(1, false);
        expect(await world.flush()).toMatchObject(both);
        expect(arrived()).toBe(2);
      });

      test.each([true, false])('twice: the next flush looks for it on L1 (it is there: %s)', async (arrives) => {
        const arrived = await losing(2, arrives);
        await expect(world.flush()).rejects.toMatchObject({
          code: -32603,
          data: expect.stringMatching(/ECONNRESET.*found out by the next flush/),
        });
        expect(arrived()).toBe(arrives ? 1 : 0);
        expect(await world.flush(true)).toMatchObject(both);
        // The state file contains this transaction, too.
        const file = await world.hub.saveState();
        world.reset();
        await world.hub.loadState(file);
        expect(await world.flush()).toMatchObject(both);
        expect(arrived()).toBe(2);
        expect(await world.flush()).toMatchObject({ messages_to_l1: [] });
      });

      test('and arrives while the next flush sends: L1 accepts one of them', async () => {
        const arrived = await losing(2, false);
        const raws: string[] = [];
        const take = l1.answers['eth_sendRawTransaction']!;
        l1.answers['eth_sendRawTransaction'] = (params) => {
          raws.push(params[0]!);
          return take(params);
        };
        await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
        l1.answers['eth_estimateGas'] = () => {
          if (arrived() === 0) l1.sent.push(raws[0]!);
          return '0x10001';
        };
        // The nonce was read before the late transaction arrived.
        l1.answers['eth_getTransactionCount'] = () => `0x${Math.max(1, l1.sent.length - 1).toString(16)}`;
        l1.answers['eth_sendRawTransaction'] = (params) =>
          arrived() === 1 && raws.length++ === 2 ? new Refused(-32000, 'nonce too low') : take(params);
        expect(await world.flush()).toMatchObject(both);
        expect(arrived()).toBe(2);
      });

      test('but refused for another reason is not sent', async () => {
        const arrived = await losing(0);
        l1.answers['eth_sendRawTransaction'] = () => new Refused(-32000, 'insufficient funds');
        await expect(world.flush()).rejects.toMatchObject({ message: expect.stringContaining('insufficient funds') });
        expect(arrived()).toBe(0);
        expect(await world.flush(true)).toMatchObject(both);
      });
    });

    test('with an error if its contract is gone, and the messages wait for another', async () => {
      await load();
      await world.send(FROM_TEXT, ['0x1']);
      const deployed = l1.sent.length;
      l1.answers['eth_getCode'] = () => '0x';
      await expect(world.flush()).rejects.toMatchObject({
        code: -32603,
        message: `Error in sending messages to L1: Alloy error: The specified address (0x${'c'.repeat(40)}) contains no contract.`,
        data: expect.stringContaining('postmanLoad'),
      });
      expect(l1.sent).toHaveLength(deployed);
      await load();
      l1.answers['eth_getCode'] = () => '0x6001';
      expect((await world.flush()).messages_to_l1).toHaveLength(1);
    });

    test('past a repeated message, with an error, and past invalid log entries', async () => {
      await load();
      log(11, 1n, 0n);
      log(11, 2n, 1n);
      log(11, 1n, 0n);
      log(11, P, 2n);
      log(11, 0n, 2n, { to: 2n ** 251n + 1n });
      log(12, 0n, 3n, { data: `0x${'ff'.repeat(96)}` });
      log(12, 4n, 4n);
      l1.block = 12;
      const blocks = world.node.chain.latest.number;
      await expect(world.flush()).rejects.toMatchObject({ code: 59 });
      expect(world.node.chain.latest.number).toBe(blocks + 2);
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x4' }]);
    });

    test('to the end once messages are on L1, even if the client has gone', async () => {
      await load();
      await world.send(FROM_TEXT, ['0x1']);
      const deployed = l1.sent.length;
      const waiting = new AbortController();
      l1.answers['eth_getTransactionReceipt'] = () => {
        waiting.abort();
        return { status: '0x1' };
      };
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_postmanFlush' });
      await answerText(request, world.hub.dispatcher, { signal: waiting.signal });
      expect(waiting.signal.aborted).toBe(true);
      expect(l1.sent).toHaveLength(deployed + 1);
      expect((await world.flush()).messages_to_l1).toEqual([]);
    });

    test('only once by flushes at the same time', async () => {
      await load();
      log(11, 1n, 0n);
      l1.block = 11;
      const flushes = await Promise.all([world.flush(), world.flush(), world.flush()]);
      expect(flushes.flatMap(({ messages_to_l2 }) => messages_to_l2)).toHaveLength(1);
    });

    test('from the position of the chain after a revert and a restart', async () => {
      await load();
      const snapshot_id = await world.request('devnet_snapshot');
      log(11, 7n, 0n);
      l1.block = 11;
      await world.flush();
      await world.request('devnet_restart');
      expect((await world.flush()).messages_to_l2).toEqual([]);
      expect(await world.request('devnet_revert', { snapshot_id })).toBe(false);
      const later = await world.request('devnet_snapshot');
      log(12, 8n, 1n);
      l1.block = 12;
      expect((await world.flush()).messages_to_l2).toHaveLength(1);
      await world.request('devnet_revert', { snapshot_id: later });
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
      await world.request('devnet_load', { events: [] });
      await expect(world.flush()).rejects.toMatchObject({ code: -32603 });
    });

    test('from the position in a state file', async () => {
      await load();
      log(11, 1n, 0n);
      l1.block = 11;
      await world.flush();
      const file = await world.hub.saveState();
      world.reset();
      await world.hub.loadState(file);
      log(12, 2n, 1n);
      l1.block = 12;
      expect((await world.flush()).messages_to_l2).toMatchObject([{ nonce: '0x1' }]);
    });

    test('in parts if the range is long', async () => {
      await load();
      l1.block = 25_000;
      log(24_999, 9n, 0n);
      expect((await world.flush()).messages_to_l2).toHaveLength(1);
      expect(l1.count('eth_getLogs')).toBe(3);
    });
  });
});

describe('an L1 node with --l1-auto', () => {
  test('is flushed after each block, and logged once when it is unreachable', async () => {
    const l1 = new FakeL1();
    const world = await messagingWorld({ l1: { url: URL_TEXT, auto: true } }, l1.fetch);
    const deployed = l1.sent.length;
    await world.send(FROM_TEXT, ['0x1']);
    await expect.poll(() => l1.sent.length).toBe(deployed + 1);
    l1.isDown = true;
    await world.request('devnet_createBlock');
    await world.request('devnet_createBlock');
    await expect.poll(() => world.faults).toHaveLength(1);
    l1.isDown = false;
    await world.send(FROM_TEXT, ['0x2']);
    await expect.poll(() => l1.sent.length).toBe(deployed + 2);
    expect(world.faults).toHaveLength(1);
    world.close();
  });
});
