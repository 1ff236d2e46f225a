import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { isBuilt } from '../support/build.ts';
import { startProgram } from '../support/program.ts';
import { rpc } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { STRK } from '../support/wallet.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (...args: string[]) => startProgram(folder, ...args);
const latest = (url: string) => rpc<unknown>(url, 'starknet_blockHashAndNumber');
const temporaryFiles = (path: string) => readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.`));

describe.runIf(isBuilt)('the program keeps its chain (needs dist/)', () => {
  test('in a state file, with the seed that was drawn, and refuses one it cannot use', async () => {
    const file = join(folder, 'chain.starbox');
    const first = await start('--state', file, '--start-time', '1000');
    await rpc(first.url, 'devnet_mint', { address: '0x77', amount: 5 });
    await rpc(first.url, 'devnet_createBlock');
    const block = await latest(first.url);
    const accounts = await rpc(first.url, 'devnet_getPredeployedAccounts');
    await first.end('SIGTERM');

    const second = await start('--state', file);
    expect(await latest(second.url)).toEqual(block);
    expect(await rpc(second.url, 'devnet_getPredeployedAccounts')).toEqual(accounts);
    expect(await rpc(second.url, 'devnet_getAccountBalance', { address: '0x77' })).toMatchObject({ amount: '5' });
    await second.end('SIGINT');

    const bytes = readFileSync(file);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(start('--state', file, '--seed', '4294967295')).rejects.toThrow(
      /has --seed \d+, not 4294967295\. Leave --seed out/,
    );
    await expect(start('--state', file, '--start-time', '2000')).rejects.toThrow(/has --start-time 1000, not 2000/);
    await expect(start('--state', file, '--lite-mode')).rejects.toThrow(/has --lite-mode false, not true/);
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    await expect(start('--state', file)).rejects.toThrow(/Error: .*chain\.starbox: The state file is cut off/);
    expect(statSync(file).size).toBe(Math.floor(bytes.length / 2));
    expect(temporaryFiles(file)).toEqual([]);
  });

  test('and explains no failure of its past again, but those of a dump, which runs', async () => {
    const box = await Sandbox.create({ seed: 0, accounts: 1 });
    const tooMuch = { to: STRK, entryPoint: 'transfer', calldata: ['0x77', 10n ** 30n, 0n] };
    await box.execute([tooMuch], { allowRevert: true });
    const state = join(folder, 'failed.starbox');
    const dump = join(folder, 'failed.json');
    writeFileSync(state, await box.saveState());
    writeFileSync(dump, JSON.stringify(await box.dump()));
    await box.close();

    const loud = ['--seed', '0', '--log-level', 'warn'];
    const explained = 'The transaction was reverted: ';
    const again = await start(...loud, '--dump-path', dump);
    await expect.poll(again.output).toContain(explained);
    await again.end('SIGTERM');
    const loaded = await start(...loud, '--state', state);
    // It explains in the order in which things fail, so the first failure would be explained by then.
    await rpc(loaded.url, 'devnet_mint', { address: '0x77', amount: 1 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(loaded.output()).not.toContain(explained);
    await loaded.end('SIGTERM');
  });

  test('begins with the chain of an exported transaction, and leaves its file as it is', async () => {
    const file = join(folder, 'chain.moment');
    const first = await start('--seed', '3');
    const { tx_hash } = await rpc<{ tx_hash: string }>(first.url, 'devnet_mint', { address: '0x77', amount: 5 });
    const block = await latest(first.url);
    const { content } = await rpc<{ content: string }>(first.url, 'devnet_exportTransaction', {
      transaction_hash: tx_hash,
    });
    await first.end('SIGTERM');
    writeFileSync(file, Buffer.from(content, 'base64'));
    const second = await start('--state', file);
    expect(await latest(second.url)).toEqual(block);
    await rpc(second.url, 'devnet_createBlock');
    await second.end('SIGTERM');
    expect(readFileSync(file).toString('base64')).toBe(content);
  });

  test('in a dump, which it loads at the start whatever clients may not call', async () => {
    const dump = ['--seed', '1', '--dump-path', join(folder, 'restricted.json'), '--dump-on', 'exit'];
    const open = await start(...dump);
    await rpc(open.url, 'devnet_mint', { address: '0x77', amount: 5 });
    await open.end('SIGTERM');
    const restricted = await start(...dump, '--restrictive-mode');
    expect(await rpc(restricted.url, 'starknet_blockNumber')).toBe(1);
    await expect(rpc(restricted.url, 'devnet_mint', { address: '0x77', amount: 5 })).rejects.toThrow(/forbidden/);
    await restricted.end('SIGTERM');
  });

  test('saves its state on request if files may be written, and refuses otherwise', async () => {
    const open = await start('--seed', '1');
    await rpc(open.url, 'devnet_createBlock');
    const { bytes } = await rpc<{ bytes: number }>(open.url, 'sandbox_saveState', { path: 'saved.starbox' });
    expect(statSync(join(folder, 'saved.starbox')).size).toBe(bytes);
    await expect(rpc(open.url, 'devnet_saveState')).rejects.toMatchObject({ code: -5 });
    await expect(rpc(open.url, 'devnet_saveState', { path: '/etc/x' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining('--dump-dir'),
    });
    await open.end('SIGKILL');
    const restricted = await start('--state', 'saved.starbox', '--restrictive-mode');
    expect(await rpc(restricted.url, 'starknet_blockNumber')).toBe(1);
    await expect(rpc(restricted.url, 'devnet_saveState')).rejects.toMatchObject({ code: -32604 });
    await restricted.end('SIGKILL');
  });

  test('and applies overrides as far as the chain supports them', async () => {
    const file = join(folder, 'asked.starbox');
    const first = await start('--state', file, '--gas-price', '7', '--l2-gas-price', '8');
    await first.end('SIGTERM');
    const second = await start('--state', file, '--gas-price', '9', '--block-generation-on', 'demand');
    expect(await rpc(second.url, 'devnet_setGasPrice', {})).toMatchObject({ gas_price_wei: 9, l2_gas_price_wei: 8 });
    await rpc(second.url, 'devnet_mint', { address: '0x77', amount: 5 });
    expect(await rpc(second.url, 'starknet_blockNumber')).toBe(0);
    await second.end('SIGTERM');
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'in files that only their owner reads when a key is in them',
    async () => {
      const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
      const file = join(folder, 'keys.json');
      const server = await start('--seed', '1', '--dump-on', 'block', '--dump-path', file);
      await rpc(server.url, 'devnet_createBlock');
      expect(modeOf('keys.json') & 0o044).not.toBe(0);
      const deployer_account_private_key = `0x${'1'.repeat(64)}`;
      await rpc(server.url, 'devnet_postmanLoad', { network_url: 'mock', deployer_account_private_key });
      expect(readFileSync(file, 'utf8')).toContain(deployer_account_private_key);
      expect(modeOf('keys.json')).toBe(0o600);
      await rpc(server.url, 'devnet_dump', { path: 'keys2.json' });
      expect(modeOf('keys2.json')).toBe(0o600);
      await server.end('SIGKILL');
    },
  );

  test('in a dump that is complete whenever the process is killed', async () => {
    const file = join(folder, 'killed.json');
    for (let round = 0; round < 3; round++) {
      const server = await start('--seed', '1', '--dump-on', 'block', '--dump-path', file);
      const before = await rpc<number>(server.url, 'starknet_blockNumber');
      const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).length : 0;
      expect(before).toBe(known);
      let answered = 0;
      const client = async () => {
        for (;;) {
          await rpc(server.url, 'devnet_createBlock');
          answered++;
        }
      };
      const work = Promise.allSettled(Array.from({ length: 4 }, client));
      // On a busy machine there may be no answer yet.
      do await new Promise((resolve) => setTimeout(resolve, 150 + 100 * round));
      while (answered === 0);
      await server.end('SIGKILL');
      await work;
      const events = JSON.parse(readFileSync(file, 'utf8')) as unknown[];
      expect(answered).toBeGreaterThan(0);
      expect(events.length).toBeGreaterThanOrEqual(before + answered);
    }
  });

  test('and names the event of a dump that cannot be repeated', async () => {
    const file = join(folder, 'broken.json');
    const event = { jsonrpc: '2.0', method: 'devnet_createBlock', params: null, id: null };
    writeFileSync(file, JSON.stringify([event, { ...event, method: 'devnet_unknown' }]));
    await expect(start('--dump-path', file)).rejects.toThrow(
      /broken\.json\)\. The request that failed is event 2 of the dump, devnet_unknown\./,
    );

    const server = await start('--dump-on', 'request', '--dump-path', join(folder, 'none.json'));
    await rpc(server.url, 'sandbox_createBlock');
    const block = await latest(server.url);
    await expect(rpc(server.url, 'devnet_load', { path: 'broken.json' })).rejects.toMatchObject({
      code: -32601,
      data: 'The request that failed is event 2 of the dump, devnet_unknown.',
    });
    writeFileSync(file, '[\n{"jsonrpc":"2.0",\n oops}]');
    await expect(rpc(server.url, 'devnet_load', { path: 'broken.json' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringMatching(/line 3 column/),
    });
    writeFileSync(file, JSON.stringify([event, 5]));
    await expect(rpc(server.url, 'devnet_load', { path: 'broken.json' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringMatching(/event 2 is no/),
    });
    expect(await latest(server.url)).toEqual(block);
    expect(await rpc(server.url, 'sandbox_dump', { path: 'again.json' })).toEqual([
      { jsonrpc: '2.0', method: 'devnet_createBlock', params: null, id: 1 },
    ]);
    await server.end('SIGINT');
    expect(existsSync(join(folder, 'none.json'))).toBe(false);
  });

  test.each(['exit', 'block'] as const)('in a dump written on %s, round after round', async (mode) => {
    const file = join(folder, `${mode}.json`);
    const args = ['--seed', '1', '--dump-on', mode, '--dump-path', file];
    const empty = await start(...args);
    await empty.end('SIGINT');
    expect(existsSync(file)).toBe(false);
    const hashes: string[] = [];
    for (const round of [1, 2]) {
      const server = await start(...args);
      for (const hash of hashes)
        expect(await rpc(server.url, 'starknet_getTransactionReceipt', { transaction_hash: hash })).toMatchObject({
          execution_status: 'SUCCEEDED',
        });
      const { tx_hash } = await rpc<{ tx_hash: string }>(server.url, 'devnet_mint', {
        address: '0x77',
        amount: 1e30,
      });
      hashes.push(tx_hash);
      await rpc(server.url, 'sandbox_setTime', { time: 3_000_000_000 + round });
      expect(await rpc(server.url, 'starknet_blockNumber')).toBe(2 * round);
      expect(await rpc(server.url, 'starknet_getBlockWithTxHashes', { block_id: { block_number: 2 } })).toMatchObject({
        timestamp: 3_000_000_001,
      });
      await server.end('SIGINT');
      const methods = JSON.parse(readFileSync(file, 'utf8')).map(({ method }: { method: string }) => method);
      expect(methods).toEqual(Array.from({ length: round }, () => ['devnet_mint', 'devnet_setTime']).flat());
    }
    expect(temporaryFiles(file)).toEqual([]);
  });

  test('in a block-by-block dump that includes interval blocks', async () => {
    const file = join(folder, 'clock.json');
    const args = ['--dump-on', 'block', '--dump-path', file, '--block-generation-on', '1'];
    const server = await start('--seed', '1', ...args);
    const length = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).length : 0);
    while (length() < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    await server.end('SIGKILL');
  });

  test('in a block-by-block dump that a load rewrites, and refuses a path that cannot be written', async () => {
    const file = join(folder, 'anew.json');
    const server = await start('--seed', '1', '--dump-on', 'block', '--dump-path', file);
    await rpc(server.url, 'devnet_mint', { address: '0x77', amount: 5 });
    await rpc(server.url, 'devnet_createBlock');
    const events = await rpc<unknown[]>(server.url, 'devnet_dump', { inline: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(events);
    await rpc(server.url, 'devnet_load', { events });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(events);
    const id = await rpc<string>(server.url, 'devnet_snapshot');
    await rpc(server.url, 'devnet_createBlock');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(3);
    await rpc(server.url, 'devnet_revert', { snapshot_id: id });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(events);
    // The file is already up to date. A dump to it, under any spelling of the path, never writes an earlier journal.
    for (const params of [{}, { path: 'anew.json' }, { path: file }])
      expect(await rpc(server.url, 'devnet_dump', params)).toEqual(events);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(events);
    await rpc(server.url, 'devnet_restart');
    expect(await rpc(server.url, 'devnet_dump', { inline: true })).toEqual([]);
    expect(existsSync(file)).toBe(false);
    await server.end('SIGKILL');
    await expect(start('--dump-on', 'block', '--dump-path', '///')).rejects.toThrow('it is a folder');
  });
});
