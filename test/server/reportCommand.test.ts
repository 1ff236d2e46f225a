import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { optionNames, variableOf } from '../../src/options/options.ts';
import { isBuilt } from '../support/build.ts';
import { cli, freePort, rpc, startServer } from '../support/server.ts';
import { STRK } from '../support/wallet.ts';

describe.runIf(isBuilt)('starbox report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
    });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const rootOf = async (url: string) => {
    const { block_number, new_root } = await rpc<{ block_number: number; new_root: string }>(
      url,
      'starknet_getBlockWithTxHashes',
      { block_id: 'latest' },
    );
    return { block_number, new_root };
  };

  test('has requests that lead to the same state when they are loaded again, of a node and of its files', async () => {
    const state = join(folder, 'chain.starbox');
    const server = await startServer('--dump-on', 'request', '--state', state);
    const sent = { STARBOX_URL: server.url };
    try {
      await rpc(server.url, 'devnet_mint', { address: '0x64', amount: 10 ** 21, unit: 'FRI' });
      expect(run(['invoke', STRK, 'transfer', '0x65', '123456789012345678901'], sent).status).toBe(0);
      expect(run(['invoke', STRK, 'transfer', '0x65', `1${'0'.repeat(40)}`], sent).status).toBe(1);
      await rpc(server.url, 'devnet_createBlock');
      const { status, stdout, stderr } = run(['report'], sent);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain('starbox-report.json is written. Read it, then attach it to your report.');
      expect(stdout).toMatch(/journal {3}requests that changed the chain: [34]/);
      expect(stdout).not.toContain('--with-seed');
      const root = await rootOf(server.url);
      await rpc(server.url, 'devnet_saveState');
      writeFileSync(join(folder, 'old.json'), JSON.stringify(await rpc(server.url, 'devnet_dump', { inline: true })));
      expect(run(['report', 'chain.starbox', '-o', 'state-report.json']).stderr).toBe('');
      expect(run(['report', 'old.json', '-o', 'dump-report.json']).stderr).toBe('');
      for (const report of ['starbox-report.json', 'state-report.json', 'dump-report.json']) {
        const dump = run(['report', '--unpack', report]);
        expect([dump.status, dump.stderr]).toEqual([0, '']);
        writeFileSync(join(folder, 'requests.json'), dump.stdout);
        const second = await startServer('--dump-path', join(folder, 'requests.json'));
        try {
          expect(await rootOf(second.url), report).toEqual(root);
        } finally {
          await second.stop();
        }
      }
    } finally {
      await server.stop();
    }
    const report = JSON.parse(read('starbox-report.json'));
    expect(report.versions).toMatchObject({ starbox: expect.any(String), json_rpc: expect.any(String) });
    expect(report.machine.node).toBe(process.version);
    expect(report.chain.config).toMatchObject({ seed: 0, dump_on: 'request' });
    expect(report.chain.failures[0].explanation.join('\n')).toContain('insufficient balance');
    expect(Object.keys(report).at(-1)).toBe('journal');
  });

  test('replaces no file', () => {
    writeFileSync(join(folder, 'mine.json'), 'mine');
    const { status, stderr } = run(['report', '-o', 'mine.json']);
    expect(status).toBe(1);
    expect(stderr).toContain('mine.json exists, and a report replaces no file. Name another with --output.');
    expect(read('mine.json')).toBe('mine');
    const names = [run(['report']).stdout, run(['report']).stdout].map((text) => text.split(' ')[0]!);
    expect(names[0]).not.toBe(names[1]);
  });

  test('has no secret that is in an option, and is written where no node runs', async () => {
    const secret = 'https://hunter2:hunter2@hunter2.example.com/v3/hunter2?key=hunter2';
    const environment = Object.fromEntries(
      optionNames.filter((name) => !['host', 'port'].includes(name)).map((name) => [variableOf(name), secret]),
    );
    const url = `http://127.0.0.1:${await freePort()}/hunter2`;
    const others = { GITHUB_TOKEN: 'hunter2-token', STARBOX_PRIVATE_KEY: '0x68756e74657232', STARBOX_URL: url };
    const { status, stdout, stderr } = run(['report', '-o', 'secrets.json'], { ...environment, ...others });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('no node answers, so the file is about this installation');
    const text = read('secrets.json');
    expect(text).not.toMatch(/hunter2|68756e74657232/i);
    expect(JSON.parse(text).options_here['fork-network']).toContain('set');
  });

  test('has neither keys nor the seed nor the URL of the origin of a node', async () => {
    const origin = await startServer();
    const node = await startServer(
      ...['--seed', '4123456789', '--fork-network', `${origin.url}/rpc?key=hunter2`],
      ...['--dump-on', 'request', '--dump-path', join(folder, 'hunter2.json'), '--fork-cache', 'off'],
    ).catch(async (error: unknown) => {
      await origin.stop();
      throw error;
    });
    try {
      const accounts = await rpc<{ private_key: string }[]>(node.url, 'devnet_getPredeployedAccounts');
      await rpc(node.url, 'devnet_setStorageAt', {
        contract_address: STRK,
        key: '0x5',
        value: accounts[0]!.private_key,
      });
      const { stdout, stderr } = run(['report', '-o', 'fork.json', '--url', node.url]);
      expect(stderr).toBe('');
      expect(stdout).toContain('add --with-seed unless its accounts are secret');
      const text = read('fork.json');
      expect(text).not.toMatch(/hunter2|4123456789/);
      for (const { private_key: key } of accounts) expect(text).not.toContain(key.replace(/^0x0*/, ''));
      expect(text).toContain('"0x5"');
      run(['report', '-o', 'seed.json', '--url', node.url, '--with-seed']);
      expect(JSON.parse(read('seed.json')).chain.config.seed).toBe(4123456789);
    } finally {
      await node.stop();
      await origin.stop();
    }
  });

  test('says what is wrong with a file, an argument or a node that was named', async () => {
    expect(run(['report', 'mine.json']).stderr).toContain('mine.json is no dump and no state file of Starbox.');
    expect(run(['report', 'missing.json']).stderr).toContain('missing.json cannot be read');
    expect(run(['report', 'a', 'b'])).toMatchObject({ status: 2 });
    expect(run(['report', '--unpack', 'secrets.json']).stderr).toContain(
      'has no journal: There is no node and no file.',
    );
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(run(['report', '--url', url])).toMatchObject({ status: 1 });
  });
});
