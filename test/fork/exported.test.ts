// The file of a transaction of a fork opens without the origin.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileTarget } from '../../src/async/fileTarget.ts';
import { noMemoryLeft } from '../../src/chain/run/memoryErrors.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { ChainError } from '../../src/protocol/chainError.ts';
import type { StateBase } from '../../src/state/stateBase.ts';
import { type AnswerRow, decodeMoment, encodeMoment } from '../../src/stateFile/momentFile.ts';
import { FakeL1 } from '../l1/fakeL1.ts';
import { messagingWorld } from '../l1/world.ts';
import { EXERCISER } from '../support/fork/chains.ts';
import { fork } from '../support/fork/faultyOrigin.ts';
import { deployExerciser, hex, STRK, Wallet } from '../support/fork/wallet.ts';

const URL_OF_ORIGIN = 'http://origin.test/secret-key';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/** No request may leave the process. */
const noFetch = () => Promise.reject(new Error('A request was sent.'));

describe('the file of a transaction of a fork', () => {
  let origin: Sandbox;
  let fork: Sandbox;
  let file: Buffer;
  let hash: string;
  /** A transaction of the origin. */
  let there: string;
  let isGone = false;
  const fetch: typeof origin.fetch = (url, init) => {
    if (isGone) throw new Error('The origin is gone.');
    return origin.fetch(url, init);
  };
  const about = (hash: string) =>
    [
      ['starknet_getTransactionReceipt', { transaction_hash: hash }],
      ['starknet_traceTransaction', { transaction_hash: hash }],
      ['devnet_explainTransaction', { transaction_hash: hash }],
      ['devnet_profileTransaction', { transaction_hash: hash }],
      ['devnet_debugTransaction', { transaction_hash: hash }],
      ['devnet_getStorageTree', { contract_address: hex(EXERCISER) }],
      ['devnet_getStorageWriters', { contract_address: hex(STRK), key: '0x1' }],
      ['starknet_getBlockWithReceipts', { block_id: { block_number: 1 } }],
      ['starknet_getTransactionByHash', { transaction_hash: there }],
      ['starknet_getTransactionStatus', { transaction_hash: there }],
      ['starknet_getStorageAt', { contract_address: hex(EXERCISER), key: '0x77', block_id: 'latest' }],
    ] as const;
  let said: unknown;
  const answersOf = async (box: Sandbox) => {
    const answers: Record<string, unknown> = {};
    for (const [method, params] of about(hash)) answers[method] = await box.request(method as never, params as never);
    return answers;
  };
  beforeAll(async () => {
    origin = await Sandbox.create({ seed: 4, accounts: 2, stateArchiveCapacity: 'full' });
    await deployExerciser(origin, EXERCISER);
    const owner = new Wallet(origin);
    there = await owner.invoke({ to: EXERCISER, name: 'set', calldata: [5n, 6n] });
    fork = await Sandbox.create({ seed: 7, accounts: 2, fork: { url: URL_OF_ORIGIN }, fetch });
    const wallet = new Wallet(fork);
    hash = await wallet.invoke(
      { to: EXERCISER, name: 'increase', calldata: [1n] },
      { to: STRK, name: 'transfer', calldata: [0x77n, 3n, 0n] },
    );
    // What was asked before is in the file too.
    said = await answersOf(fork);
    const { content } = await fork.request('devnet_exportTransaction', { transaction_hash: hash });
    file = Buffer.from(content, 'base64');
    isGone = true;
  });
  afterAll(() => Promise.all([origin?.close(), fork?.close()]));

  test('opens without the origin, and says the same of the transaction', async () => {
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    expect(await box.request('starknet_blockHashAndNumber')).toEqual(await fork.request('starknet_blockHashAndNumber'));
    expect(await answersOf(box)).toEqual(said);
  });

  test('does not name the origin, and leads to no request', async () => {
    const unpacked = gunzipSync(file.subarray(file.indexOf('\n') + 1));
    expect(unpacked.includes('secret-key')).toBe(false);
    expect(file.subarray(0, file.indexOf('\n')).toString()).toContain('"version":2');
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    expect((await box.request('devnet_getConfig')).fork_config.url).toBe('the exported file');
    await expect(box.request('devnet_fork', { url: 'another file' })).rejects.toThrow('no http or https URL');
    await box.request('devnet_restart');
    expect((await box.request('starknet_blockNumber')) > 0).toBe(true);
  });

  test('is gone on with: with what was asked before, and with contracts that are made there', async () => {
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    await new Wallet(box).invoke({ to: EXERCISER, name: 'increase', calldata: [2n] });
    const [alice] = box.accounts;
    const key = '0x123456';
    // A predeployed account is of the fork, so its other cells are zero.
    const cell = { contract_address: alice!.address, key, block_id: 'latest' } as const;
    expect(await box.request('starknet_getStorageAt', cell)).toBe('0x0');
    await box.blocks.mine(1);
  });

  test('says what it lacks, and how to open it so that nothing is missing', async () => {
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    const lacks = async (contract_address: string, key: string, what: string) => {
      const asked = box.request('starknet_getStorageAt', { contract_address, key, block_id: 'latest' } as never);
      await expect(asked).rejects.toThrow(what);
      await expect(asked).rejects.toThrow('fork: { url }');
    };
    await lacks(hex(EXERCISER), '0x123456', '0x123456');
    await lacks('0xabcdef', '0x1', 'getClassHashAt {"block_id":{"block_number":');
    const block = box.request('starknet_getBlockWithTxs', { block_id: { block_number: 0 } });
    await expect(block).rejects.toThrow('the file does not have getBlockWithTxs');
  });

  /** What a client of a sandbox is told when it subscribes to the blocks from one on: the answer, and what follows. */
  const headsFrom = async (box: Sandbox, block_number: number): Promise<object[]> => {
    const socket = new box.WebSocket('ws://box');
    const told: Record<string, unknown>[] = [];
    socket.onmessage = ({ data }) => void told.push(JSON.parse(String(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const params = { block_id: { block_number } };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_subscribeNewHeads', params }));
    await vi.waitUntil(() => told.some((one) => one['id'] === 1), { timeout: 600_000 });
    socket.close();
    return told;
  };

  test('gives clients whole blocks of the origin or none, and accepts none on L1 of which it does not know whether it is', async () => {
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    const { block: forked } = (await box.request('devnet_getConfig')).fork_config as { block?: number };
    const { block_number: newest } = await origin.request('starknet_blockHashAndNumber');
    expect(forked ?? newest).toBe(newest);
    for (const told of await headsFrom(box, newest - 1))
      expect(told).toMatchObject({ error: { message: expect.stringContaining('does not have getBlockWithTxHashes') } });
    const accepted = box.request('devnet_acceptOnL1', { starting_block_id: { block_number: newest - 1 } });
    await expect(accepted).rejects.toThrow('does not have getBlockWithTxHashes');
    await box.request('devnet_acceptOnL1', { starting_block_id: { block_number: newest } });
  });

  test('opens over a node of the network too, which then answers everything', async () => {
    await using box = await Sandbox.create({ state: file, fork: { url: URL_OF_ORIGIN }, fetch: origin.fetch });
    const cell = { contract_address: hex(EXERCISER), key: '0x123456', block_id: 'latest' } as const;
    expect(await box.request('starknet_getStorageAt', cell)).toBe('0x0');
    expect(await box.request('starknet_blockHashAndNumber')).toEqual(await fork.request('starknet_blockHashAndNumber'));
  });

  test('is exported again with all that the first file had', async () => {
    await using box = await Sandbox.create({ state: file, fetch: noFetch });
    const { content } = await box.request('devnet_exportTransaction', { transaction_hash: hash });
    await using again = await Sandbox.create({ state: Buffer.from(content, 'base64'), fetch: noFetch });
    expect(await answersOf(again)).toEqual(said);
  });

  test('has what the transaction needs if the node itself has not asked for it yet, and is made without the origin too', async () => {
    const state = await fork.saveState();
    isGone = false;
    const make = async (isOriginThere: boolean) => {
      await using loaded = await Sandbox.create({ state, fork: { url: URL_OF_ORIGIN }, fetch });
      isGone = !isOriginThere;
      const { content } = await loaded.request('devnet_exportTransaction', { transaction_hash: hash });
      isGone = false;
      return Buffer.from(content, 'base64');
    };
    const [whole, part] = [await make(true), await make(false)];
    isGone = true;
    await using box = await Sandbox.create({ state: whole, fetch: noFetch });
    const params = { transaction_hash: hash };
    expect(await box.request('devnet_explainTransaction', params)).toEqual(
      await fork.request('devnet_explainTransaction', params),
    );
    await using other = await Sandbox.create({ state: part, fetch: noFetch });
    await expect(other.request('starknet_traceTransaction', params)).rejects.toThrow('fork: { url }');
  });

  describe('that somebody else has changed', () => {
    const changed = async (change: (row: AnswerRow) => AnswerRow) => {
      const { answers, state, ...moment } = await decodeMoment(file);
      const write = async (out: FileTarget) => out.append(state);
      return encodeMoment({ ...moment, state: write, answers: [answers!.map(change)] });
    };

    test('has no classes with another hash', async () => {
      const other = await changed(([method, params, result, ...error]) => {
        if (method !== 'getClass' || !result) return [method, params, result, ...error];
        return [method, params, { ...result, sierra_program: ['0x1', '0x7', '0x0'] }];
      });
      const open = async () => {
        await using box = await Sandbox.create({ state: other, fetch: noFetch });
        await box.request('starknet_traceTransaction', { transaction_hash: hash });
      };
      await expect(open()).rejects.toThrow(/of the origin cannot be used/);
    });

    test('may say of a block that it is nothing: a client is told so', async () => {
      const { block_number } = await origin.request('starknet_blockHashAndNumber');
      const method = 'getBlockWithTxHashes';
      const nothing: AnswerRow = [method, { block_id: { block_number: block_number - 1 } }, null];
      const other = await changed((row) => {
        if (row[0] === `${method} (head)`) return [method, row[1], row[2]];
        return row[0] === 'getBlockWithReceipts' ? nothing : row;
      });
      await using box = await Sandbox.create({ state: other, fetch: noFetch });
      expect(await headsFrom(box, block_number - 1)).toMatchObject([
        { error: { message: expect.stringContaining('something other than a block') } },
      ]);
    });

    test('is refused if its fork is another one', async () => {
      const other = await changed(([method, params, result, ...error]) => {
        const isBlock = typeof result === 'object' && result !== null && 'block_hash' in result;
        return [method, params, isBlock ? { ...result, block_hash: '0x5' } : result, ...error];
      });
      await expect(Sandbox.create({ state: other, fetch: noFetch })).rejects.toThrow('starts with block');
      const none = await changed(() => ['chainId', [], 'nothing']);
      await expect(Sandbox.create({ state: none, fetch: noFetch })).rejects.toThrow('specVersion');
    });
  });
});

describe('a file of a fork', () => {
  test('is not made if others use the memory that is needed to see what belongs into it', async () => {
    await using origin = await Sandbox.create({ seed: 4, accounts: 1 });
    const box = await fork({ fetch: origin.fetch });
    const { result } = await box.ask('devnet_mint', { address: '0x77', amount: 5 });
    const base = box.node.chain.origin!.base as Mutable<StateBase>;
    base.storageAt = () => undefined;
    base.fetch = () => Promise.reject(noMemoryLeft());
    const made = await box.ask('devnet_exportTransaction', { transaction_hash: result.tx_hash });
    expect(made.error.message).toContain('Try again later');
    base.fetch = () => Promise.reject(new ChainError('failed'));
    expect(await box.ask('devnet_exportTransaction', { transaction_hash: result.tx_hash })).toHaveProperty('result');
    box.close();
  });
});

test('an exported file connects the node to no L1', async () => {
  const world = await messagingWorld({}, (url, init) => new FakeL1().fetch(url, init));
  await world.request('devnet_postmanLoad', { network_url: 'http://l1.example:8545' });
  const state = await world.hub.saveState();
  const write = async (out: FileTarget) => out.append(state);
  const file = await encodeMoment({ transaction: 1n as Felt, moment: 0, classes: [], state: write });
  world.close();
  await using box = await Sandbox.create({ state: file, fetch: noFetch });
  await expect(box.request('devnet_postmanFlush')).rejects.toThrow('No L1 is loaded');
});
