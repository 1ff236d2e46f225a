import { appendFile, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { commandHints } from '../../src/cli/options/hints.ts';
import { toFelt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { writeLine } from '../../src/fork/checkedLines.ts';
import type { ForkingOptions } from '../../src/fork/connectOrigin.ts';
import { DiskOriginCache } from '../../src/fork/diskOriginCache.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import type { FetchLike } from '../../src/fork/transport.ts';
import { Sandbox } from '../../src/index.ts';
import { forkCacheFiles } from '../../src/platform/cacheFolder.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { busyOrigin, EXERCISER, URL } from '../support/fork/chains.ts';
import { exerciserClass, hex } from '../support/fork/wallet.ts';
import { skipUnless } from '../support/skipUnless.ts';

const TIP = 8;
let origin: Sandbox;
let folder: string;
beforeAll(async () => {
  origin = await busyOrigin(TIP);
  await origin.request('devnet_acceptOnL1', { starting_block_id: { block_number: 2 } });
  const { transactions } = await origin.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', [
    { block_number: 4 },
  ]);
  questions.push(['starknet_getTransactionByHash', transactions]);
});
afterAll(() => origin.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starbox-fork-'));
});
afterEach(() => rm(folder, { recursive: true }));

let calls = 0;
/** Gives blocks a state root, as on a network; those of a sandbox have none. */
const asNetwork: FetchLike = async (url, init) => {
  calls++;
  const text = await (await origin.fetch(url, init)).text();
  return new Response(text.replaceAll('"new_root":"0x0"', '"new_root":"0x77"'));
};

async function fork(options: ForkingOptions = {}) {
  const warnings: string[] = [];
  calls = 0;
  const node = await createBundledNode(
    {
      ...defaultConfig,
      seed: 5,
      accounts: 1,
      fork: { url: URL, blockNumber: TIP, cachingEnabled: options.cachingEnabled },
    },
    originConnector({
      fetch: asNetwork,
      cache: forkCacheFiles(folder, { warn: (text) => warnings.push(text) }),
      log: (level, text) => level === 'warn' && warnings.push(String(text)),
      ...options,
    }),
  );
  const hub = new Hub(node, { hints: commandHints });
  const ask = async (method: string, params: unknown) =>
    JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));
  /** Ends the fork after everything is written. */
  const close = async () => {
    await node.chain.origin!.flush();
    hub.end();
    node.close();
  };
  return { node, ask, warnings, close };
}

const questions: [string, unknown][] = [
  ['starknet_getStorageAt', [hex(EXERCISER), '0x1', 'latest']],
  ['starknet_getClassAt', ['latest', hex(EXERCISER)]],
  ['starknet_getNonce', ['latest', hex(0x1caf2df5ed5dde1ae3faef4acd72522ac3cb16e23f6dc4c7f9faed67124c511n)]],
  ['starknet_getStateUpdate', [{ block_number: 3 }]],
  // The block is accepted on L1, so it cannot change any more.
  ['starknet_getBlockWithReceipts', [{ block_number: 2 }]],
  ['devnet_mint', { address: '0x99', amount: 5 }],
];

/** Makes all requests to one fork. */
async function answersOf(options?: ForkingOptions) {
  const box = await fork(options);
  const answers = [];
  for (const [method, params] of questions) answers.push(await box.ask(method, params));
  const upstream = calls;
  await box.close();
  return { answers, upstream, warnings: box.warnings };
}

const withoutHash = (answers: readonly unknown[]) =>
  JSON.parse(JSON.stringify(answers).replaceAll(/"tx_hash":"[^"]*"/g, '"":""'));

describe('answers on disk', () => {
  test('are used by the next run, which requests only the identity of the origin', async () => {
    const cold = await answersOf();
    expect(cold.upstream).toBeGreaterThan(4);
    const warm = await answersOf();
    expect(withoutHash(warm.answers)).toEqual(withoutHash(cold.answers));
    expect(warm.upstream).toBe(2);
  });

  test('are used by a run in offline mode', async () => {
    const online = await answersOf();
    const offline = await answersOf({ isOffline: true });
    expect(withoutHash(offline.answers)).toEqual(withoutHash(online.answers));
    expect(offline.upstream).toBe(0);
    const box = await fork({ isOffline: true });
    expect(await box.ask('starknet_getStorageAt', [hex(EXERCISER), '0x7777', 'latest'])).toMatchObject({
      error: {
        code: -1,
        message: expect.stringMatching(/--fork-offline is set and the cache lacks getStorageAt .*"key":"0x7777"/),
      },
    });
    expect(await box.ask('starknet_getBlockWithTxs', [{ block_number: 5 }])).toMatchObject({
      error: {
        code: -32603,
        message: expect.stringContaining('the cache lacks getBlockWithTxs {"block_id":{"block_number":5}}.'),
      },
    });
    await box.close();
  });

  test('are in the file of a transaction that is made from them, with where a transaction of the origin is', async () => {
    const there = ['starknet_getTransactionByHash', (questions.at(-1)![1] as string[]).slice(0, 1)] as const;
    const first = await fork();
    const said = await first.ask(...there);
    await first.close();
    const second = await fork();
    expect(await second.ask(...there)).toEqual(said);
    const { tx_hash } = (await second.ask('devnet_mint', { address: '0x99', amount: 5 })).result;
    const { content } = (await second.ask('devnet_exportTransaction', { transaction_hash: tx_hash })).result;
    await second.close();
    const state = Buffer.from(content, 'base64');
    await using box = await Sandbox.create({ state, fetch: () => Promise.reject(new Error('A request was sent.')) });
    expect(await box.request(there[0], there[1] as never)).toEqual(said.result);
  });

  test('that may change are requested again, but are used in offline mode', async () => {
    const block = ['starknet_getBlockWithTxs', [{ block_number: 5 }]] as const;
    const online = await fork();
    const { transactions } = (await online.ask(...block)).result;
    const status = ['starknet_getTransactionStatus', [transactions[0].transaction_hash]] as const;
    const told = [await online.ask(...block), await online.ask(...status)];
    expect(told).toMatchObject([{ result: { status: 'ACCEPTED_ON_L2' } }, { result: {} }]);
    const before = calls;
    expect(await online.ask(...block)).toEqual(told[0]);
    expect(calls).toBe(before + 1);
    await online.close();
    const [name] = (await readdir(folder)).filter((each) => each.startsWith('block-'));
    // The same answer is written once.
    expect((await readFile(join(folder, name!), 'utf8')).match(/for now .{0,60}getBlockWithTxs/g)).toHaveLength(1);
    const offline = await fork({ isOffline: true });
    expect([await offline.ask(...block), await offline.ask(...status)]).toEqual(told);
    await offline.close();
  });

  test('of an origin that was never cached are reported as missing at the start', async () => {
    await expect(fork({ isOffline: true })).rejects.toThrow(
      `Offline mode: nothing is cached of ${URL} at block ${TIP}`,
    );
    await expect(fork({ isOffline: true, cache: undefined })).rejects.toThrow('Offline mode needs the cache');
  });

  test('that are damaged are dropped and requested again', async () => {
    const first = await answersOf();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8');
      if (name.startsWith('class-')) await writeFile(path, text.slice(0, text.length / 2));
      else if (name.startsWith('block-')) {
        const lines = text.split('\n');
        lines[1] = lines[1]!.replace(/0x/, '0y');
        await writeFile(path, lines.join('\n'));
        await appendFile(path, '12345678 ["storage","0x1"');
      }
    }
    const second = await answersOf();
    expect(withoutHash(second.answers)).toEqual(withoutHash(first.answers));
    expect(second.warnings).toEqual([expect.stringContaining('2 damaged entries of the fork cache dropped')]);
    const third = await answersOf();
    expect(third.warnings).toEqual([]);
    expect(third.upstream).toBe(2);
  });

  test('of another block or class are not believed, even if they are whole', async () => {
    const first = await answersOf();
    const names = await readdir(folder);
    const classFile = names.find((name) => name.startsWith('class-'))!;
    const block = join(folder, names.find((name) => name.startsWith('block-'))!);
    // What is no class although its checksum is right, and a line of the file of another block.
    await writeFile(join(folder, classFile), writeLine({ definition: { abi: [] } }, classFile));
    const files = forkCacheFiles(folder, { warn: () => undefined });
    const foreign = await DiskOriginCache.open(files, toFelt(1), toFelt(2), () => undefined);
    foreign.addValue(
      { kind: 'storage', address: keyOf(toFelt(EXERCISER)), key: keyOf(toFelt(1)) },
      keyOf(toFelt(0x99)),
    );
    await foreign.flush();
    const foreignLine = await readFile(join(folder, 'block-1-2.log'), 'utf8');
    expect(foreignLine).toContain('0x99');
    await appendFile(block, foreignLine);
    const second = await answersOf();
    expect(withoutHash(second.answers)).toEqual(withoutHash(first.answers));
    expect(second.warnings).toEqual([expect.stringContaining('1 damaged entry of the fork cache dropped')]);
    expect((await answersOf()).upstream).toBe(2);
  });

  test('are found offline again after the list of origins was cut off', async () => {
    await answersOf();
    const path = join(folder, 'origins.log');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -9));
    await answersOf();
    expect((await answersOf({ isOffline: true })).upstream).toBe(0);
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows')).each([
    ['the folder', async (path: string) => [path], [expect.stringContaining('can be written by other users')]],
    ['each file', async (path: string) => (await readdir(path)).map((name) => join(path, name)), []],
  ])('are requested again if others can write %s', async (_, pathsOf, warnings) => {
    const first = await answersOf();
    for (const path of await pathsOf(folder)) await chmod(path, 0o777);
    const second = await answersOf();
    expect(withoutHash(second.answers)).toEqual(withoutHash(first.answers));
    expect(second.upstream).toBe(first.upstream);
    expect(second.warnings).toEqual(warnings);
  });

  test('are requested again if the folder of the cache is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const warnings: string[] = [];
    const cache = forkCacheFiles(join(file, 'inside'), { warn: (text) => warnings.push(text) });
    const { answers } = await answersOf({ cache });
    expect(answers.every((answer) => 'result' in answer)).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('cannot be read: Not a directory')]);
  });

  test('are not written if the cache is off, or for blocks whose hash does not identify their state', async () => {
    await answersOf({ cachingEnabled: false });
    expect(await readdir(folder)).toEqual([]);
    const said: string[] = [];
    await answersOf({ fetch: origin.fetch, log: (_, text) => said.push(String(text)) });
    expect(await readdir(folder)).toEqual([]);
    expect(said).toEqual([
      `Answers of ${URL} are not cached on disk: block ${TIP} has no state root that tells its state.`,
    ]);
  });

  test('two sandboxes may differ in all accounts and still have blocks of the same hash', async () => {
    const told = [];
    for (const [seed, initialBalance] of [
      [1, 5n],
      [2, 7n],
    ] as const) {
      const box = await Sandbox.create({ seed, initialBalance, accounts: 1, startTime: 1_700_000_000n });
      const { block_hash } = await box.request<{ block_hash: string }>('starknet_getBlockWithTxHashes', ['latest']);
      told.push({ block_hash, accounts: box.accounts.map(({ address }) => address) });
      box.close();
    }
    expect(told[0]!.block_hash).toBe(told[1]!.block_hash);
    expect(told[0]!.accounts).not.toEqual(told[1]!.accounts);
  });

  test('a folder that cannot be written disables the cache, but the fork still works', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { answers } = await answersOf({
      cache: {
        read: async () => undefined,
        write: () => Promise.reject(new Error('disk full')),
        append: async () => undefined,
      },
    });
    expect(answers.every((answer) => 'result' in answer)).toBe(true);
  });
});

test('the folder is bounded, and the least recently used file is deleted first', async () => {
  const files = forkCacheFiles(folder, { maxBytes: 1000, warn: () => undefined });
  for (let i = 0; i < 5; i++) {
    await files.write(`class-${i}`, 'x'.repeat(300));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  const left = await readdir(folder);
  expect(left).toContain('class-4');
  expect(left).not.toContain('class-0');
  expect(left.length).toBeLessThanOrEqual(4);
});

test('a class without a compiled form at the origin is compiled here', async () => {
  const { classHash } = exerciserClass();
  const box = await fork({
    cache: undefined,
    fetch: async (url, init) => {
      const asked = JSON.parse(init.body);
      if (!Array.isArray(asked) || asked[1]?.method !== 'starknet_getCompiledCasm') return origin.fetch(url, init);
      const [definition] = JSON.parse(await (await origin.fetch(url, init)).text());
      const error = { code: -32601, message: 'Method not found' };
      return new Response(JSON.stringify([definition, { jsonrpc: '2.0', id: asked[1].id, error }]));
    },
  });
  const { result } = await box.ask('starknet_getCompiledCasm', [hex(classHash)]);
  const there = await origin.request('starknet_getCompiledCasm', [hex(classHash)]);
  expect(result).toEqual(there);
  await box.close();
});
