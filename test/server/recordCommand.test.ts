import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli, type RunningServer, rpc, startServer } from '../support/server.ts';

describe.runIf(isBuilt)('starbox record', () => {
  let origin: RunningServer;
  let folder: string;
  beforeAll(async () => {
    origin = await startServer('--accounts', '2', '--seed', '9', '--state-archive-capacity', 'full');
    for (const amount of [5, 6]) await rpc(origin.url, 'devnet_mint', { address: '0x64', amount });
    folder = mkdtempSync(join(tmpdir(), 'starbox-record-'));
  });
  afterAll(async () => {
    await origin?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...args, '--fork-cache', 'off'], { encoding: 'utf8', cwd: folder });
  const mintedTo = async (url: string) =>
    (await rpc<{ amount: string }>(url, 'devnet_getAccountBalance', { address: '0x64' })).amount;

  test('answers through a proxy what a fork needs later, when there is no network', async () => {
    const file = join(folder, 'origin.record');
    const proxy = spawn(process.execPath, [cli, 'record', origin.url, '--output', file, '--port', '0']);
    const ended = new Promise<number | null>((resolve) => proxy.once('close', resolve));
    let output = '';
    const url = await new Promise<string>((resolve) => {
      proxy.stdout.on('data', (text) => {
        output += text;
        const found = /Use (http:\S+) as the node/.exec(output);
        if (found) resolve(found[1]!);
      });
    });
    const fork = await startServer('--fork-network', url, '--accounts', '1');
    const balance = await mintedTo(fork.url);
    await fork.stop();
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    // Only what reads is passed on, and no answer ends the proxy.
    const sent = await (
      await post('{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"address":"0x64","amount":1}}')
    ).json();
    expect(sent).toMatchObject({ id: 1, error: { code: -32601 } });
    expect(await (await post('hello')).json()).toMatchObject({ error: { code: -32700 } });
    expect(await (await post('[]')).json()).toMatchObject({ error: { code: -32600 } });
    expect(await (await post('[1,{"id":"a","method":"starknet_chainId"}]')).json()).toMatchObject([
      { error: { code: -32600 } },
      { id: 'a', result: '0x534e5f5345504f4c4941' },
    ]);
    expect((await post('{}', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await fetch(url)).status).toBe(405);
    proxy.kill('SIGTERM');
    // Windows ends a process without asking it.
    if (process.platform !== 'win32') {
      expect(await ended).toBe(0);
      expect(output).toMatch(/origin\.record has \d+ answers, \d+ bytes/);
    }
    const later = await startServer('--fork-network', file, '--accounts', '1');
    expect(await mintedTo(later.url)).toBe(balance);
    // A client may name nodes, and no files of this machine.
    const other = { url: join(folder, 'other.record') };
    await expect(rpc(later.url, 'devnet_fork', other)).rejects.toThrow('is no http or https URL of a node to fork');
    await later.stop();
  });

  test('of a block makes a file from which the block is replayed, and which only grows', async () => {
    const first = run('record-block', '1', '--fork-network', origin.url);
    expect(first.stdout).toMatch(
      /^Block 1 with 1 transaction is recorded in block-1\.record: \d+ answers more, \d+ bytes\.\nIts replay is the same as there\.\n$/,
    );
    expect(first.status).toBe(0);
    const file = join(folder, 'block-1.record');
    const before = readFileSync(file);
    expect(run('record-block', '1', '--fork-network', origin.url).stdout).toContain(': 0 answers more');
    expect(readFileSync(file)).toEqual(before);
    expect(run('record-block', '2', '--fork-network', origin.url, '-o', file).stdout).toContain('Block 2 ');
    const range = run('replay-range', '1..2', '--fork-network', 'block-1.record');
    expect(range.stdout).toContain('All 2 blocks that can be replayed are the same as at block-1.record.');
    expect(range.status).toBe(0);
    const missing = run('replay-block', '3', '--fork-network', 'block-1.record');
    expect(missing.stderr).toContain('has no block 3: its newest is 2');
  });

  test.each([
    [['record'], 2, 'record takes the URL of a node'],
    [['record', 'ftp://a'], 2, 'record takes the URL of a node'],
    [['record', 'http://127.0.0.1:1'], 1, 'http://127.0.0.1:1'],
    [['record', 'http://127.0.0.1:1', '--port', '99999'], 2, "invalid value '99999' for '--port <PORT>'"],
    [['record-block', 'latest'], 2, 'record-block takes the number of one block'],
    [['record-block', '1', '-o', 'a.txt'], 2, "'a.txt' is no name of a record"],
    [['replay-block', '1', '--fork-network', 'none.record'], 1, 'The record none.record cannot be read: ENOENT'],
  ] as const)('%j is refused with exit code %i and a sentence', (args, code, text) => {
    const { stderr, status } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', cwd: folder });
    expect(stderr).toContain(text);
    expect(status).toBe(code);
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
  });
});
