import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DEVNET_VERSION, PACKAGE_VERSION } from '../../src/protocol/version.ts';
import { isBuilt } from '../support/build.ts';
import { skipUnless } from '../support/skipUnless.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'starbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });

/** Starts the program on a free port and waits until it listens. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [CLI, '--port', '0', ...args]);
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  while (!/listening on/.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const port = /listening on [\d.]+:(\d+)/.exec(output)![1]!;
  const url = `http://127.0.0.1:${port}`;
  const call = async (method: string, params?: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  };
  const stop = (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    return exit;
  };
  return { url, call, stop, output: () => output };
}

// The program is tested as it is published. `npm test` builds it first.
describe.runIf(isBuilt)('the program (needs dist/)', () => {
  test('prints its version, which is that of the package', () => {
    expect(run('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^starbox [\d.]+\nStarknet 0\.\d+\.\d+, JSON-RPC 0\.\d+\.\d+, Cairo compiler 2\.\d+\.\d+, .*\n$/,
      ),
    });
    expect(run('--version').stdout.split('\n')[0]).toBe(`starbox ${PACKAGE_VERSION}`);
    const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
    expect(JSON.parse(text).version).toBe(PACKAGE_VERSION);
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'under the name starknet-devnet tells the version that it stands in for',
    () => {
      const command = join(folder, 'starknet-devnet');
      symlinkSync(CLI, command);
      const { stdout } = spawnSync(process.execPath, [command, '-V'], { encoding: 'utf8' });
      expect(stdout).toBe(`starknet-devnet ${DEVNET_VERSION} (starbox ${PACKAGE_VERSION})\n`);
    },
  );

  test('ends with 2 for a wrong option and says how to get help', () => {
    const { status, stderr, stdout } = run('--accounts', '256');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      "error: invalid value '256' for '--accounts <NUMBER>': 256 is not in 0..=255\n\nFor more information, try '--help'.\n",
    );
  });

  test('ends with 1 and one line when it cannot start', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const busy = run('--port', String(port), '--accounts', '0');
    taken.close();
    expect(busy.status).toBe(1);
    expect(busy.stderr).toMatch(/^Error: Address already in use \(os error \d+\): .*\n$/);
    expect(run('--restrictive-mode', 'devnet_loadd', 'xyz').stderr).toBe(
      'Error: Restricted methods contain unsupported JSON-RPC methods: devnet_loadd, xyz\n',
    );
    expect(run('--account-class-custom', '/nope').stderr).toContain('I/O error: No such file or directory');
    expect(run('--system-classes', '/nope').stderr).toContain('there is no such folder');
    writeFileSync(join(folder, 'eth.json'), '{');
    expect(run('--system-classes', folder).stderr).toMatch(/^Error: --system-classes: eth\.json: .*\n$/);
    rmSync(join(folder, 'eth.json'));
    expect(run('--host', '192.0.2.1', '--accounts', '0').stderr).toMatch(
      /^Error: .*192\.0\.2\.1:5050\. Choose an address/,
    );
  });

  test('prints what tools read, serves, and stops at a signal', async () => {
    const node = await start('--seed', '0', '--accounts', '1');
    expect(node.output()).toContain('Chain ID: SN_SEPOLIA (0x534e5f5345504f4c4941)');
    expect(node.output()).toContain(
      '| Account address |  0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691',
    );
    expect(node.output()).toContain(`\nHTTP: ${node.url}\nWebSocket: ${node.url.replace('http', 'ws')}/ws\n`);
    expect((await node.call('starknet_blockNumber')).result).toBe(0);
    expect(await node.stop()).toBe(0);
    expect(node.output()).toContain('INFO rpc: starknet_blockNumber: ok');
  });

  test('starts with the options of starknet-devnet that other packages use', async () => {
    const node = await start('--account-class', 'cairo0', '--predeclare-argent', '--accounts', '1');
    expect(node.output()).toMatch(
      /WARN starbox: --predeclare-argent: .* argent\.json and argent_multisig\.json .*--system-classes/,
    );
    const [{ address }] = (await node.call('devnet_getPredeployedAccounts')).result as [{ address: string }];
    expect((await node.call('starknet_getClassAt', ['latest', address])).result).toHaveProperty('program');
    expect((await node.call('devnet_getStatus')).result).toHaveProperty('devnet_version', DEVNET_VERSION);
    expect((await node.call('sandbox_getStatus')).result).toHaveProperty('sandbox_version', PACKAGE_VERSION);
    expect(await node.stop()).toBe(0);
  });

  test('names its own address, and that of a box, to a client that subscribes over HTTP', async () => {
    const node = await start('--accounts', '0', '--quiet');
    const hintAt = async (path: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_subscribeNewHeads' });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(node.url + path, { method: 'POST', headers, body });
      return ((await response.json()) as { error: { data: string } }).error.data;
    };
    const socket = node.url.replace('http:', 'ws:');
    expect(await hintAt('/')).toMatch(new RegExp(`: connect with a WebSocket to ${socket}/ws\\.$`));
    const { path } = (await node.call('devnet_createBox')).result as { path: string };
    expect(await hintAt(path)).toMatch(new RegExp(`: connect with a WebSocket to ${socket}${path}/ws\\.$`));
    await node.stop();
  });

  test('writes its log as JSON or not at all', async () => {
    const node = await start('--accounts', '0', '--log', 'json');
    await node.call('sandbox_getStatus');
    await node.stop('SIGTERM');
    const line = node
      .output()
      .split('\n')
      .find((text) => text.includes('getStatus'))!;
    expect(JSON.parse(line)).toMatchObject({ level: 'info', target: 'rpc', method: 'devnet_getStatus' });
  });

  test('with --log json prints JSON lines only, beginning with the accounts', async () => {
    const node = await start('--accounts', '1', '--seed', '0', '--log', 'json');
    await node.call('devnet_mint', { address: '0x1', amount: 5 });
    await node.call('devnet_mnit');
    await fetch(`${node.url}/nothing`);
    expect(await node.stop()).toBe(0);
    const lines = node
      .output()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    // A slow start is told before.
    const [first] = lines.filter(({ message }) => message !== 'Preparing the chain …');
    expect(first).toMatchObject({
      chain_id: 'SN_SEPOLIA',
      accounts: [{ address: '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691' }],
    });
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'devnet_mint',
        transaction_hash: expect.stringMatching(/^0x/),
        status: 'succeeded',
        calls: ['ERC20.permissioned_mint'],
        block: 1,
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ code: -32601, help: 'docs/errors.md#error--32601' }));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('Refused GET /nothing with 404') }),
    );
  });

  test('says with --quiet only where it listens, and that only if nobody chose the port', async () => {
    const node = await start('--quiet', '--accounts', '1');
    await node.call('devnet_createBlock');
    expect(await node.stop()).toBe(0);
    expect(node.output()).toMatch(/^\S+ +INFO starbox: Starbox listening on 127\.0\.0\.1:\d+\n$/);
  });

  test('logs blocks, and what it loads and saves', async () => {
    const path = join(folder, 'logged.starbox');
    const first = await start('--accounts', '0', '--state', path);
    await first.call('devnet_createBlock');
    await first.stop();
    expect(first.output()).toContain('INFO chain: block 1: 0 transactions');
    expect(first.output()).toContain(`The state is saved in ${path}.`);
    const second = await start('--accounts', '0', '--state', path);
    await second.stop();
    expect(second.output()).toContain(`The state is loaded from ${path}: the latest block is 1.`);
  });

  test('keeps its journal across runs', async () => {
    const path = join(folder, 'journal.json');
    const first = await start('--accounts', '0', '--dump-on', 'exit', '--dump-path', path);
    await first.call('devnet_createBlock');
    await first.call('devnet_createBlock');
    expect(existsSync(path)).toBe(false);
    expect(await first.stop()).toBe(0);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(2);

    const second = await start('--accounts', '0', '--dump-on', 'block', '--dump-path', path);
    expect((await second.call('starknet_blockNumber')).result).toBe(2);
    await second.call('devnet_createBlock');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(3);
    writeFileSync(path, '');
    expect(await second.call('devnet_createBlock')).toHaveProperty('result.block_hash');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveLength(4);
    await second.stop();

    writeFileSync(path, '{"a":1}');
    const broken = run('--accounts', '0', '--dump-path', path);
    expect(broken).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Error: Deserialization error: .*journal\.json\)\n$/),
    });
  });

  test('caches compiled classes between runs, unless the cache is off', async () => {
    const classes = join(folder, 'classes');
    const account = join(import.meta.dirname, '../../contracts/classes/account.sierra.json');
    /** Runs the program from start to stop and returns its log lines about the class, which may arrive shortly after its end. */
    const runWith = async (choice: string) => {
      process.env['RUST_LOG'] = 'debug';
      const node = await start('--accounts', '1', '--account-class-custom', account, '--class-cache', choice);
      delete process.env['RUST_LOG'];
      await node.call('starknet_blockNumber');
      await node.stop();
      return () => node.output().match(/starbox::classes: [0-9a-f]{64}\.class (.*)/)?.[1];
    };
    await expect.poll(await runWith(classes)).toBe('is saved');
    await expect.poll(await runWith(classes)).toBe('is in the cache');
    rmSync(classes, { recursive: true });
    expect((await runWith('off'))()).toBeUndefined();
    expect(existsSync(classes)).toBe(false);
  });

  test('uses only the files that it may', async () => {
    const node = await start('--accounts', '0', '--dump-on', 'request', '--dump-dir', folder);
    await node.call('devnet_createBlock');
    expect((await node.call('devnet_dump', { path: '/etc/starbox-test' })).error).toMatchObject({
      code: -5,
      message: expect.stringContaining('--dump-dir'),
    });
    expect((await node.call('devnet_load', { path: '/etc/hostname' })).error).toEqual({
      code: -5,
      message: 'The file does not exist',
    });
    const path = join(folder, 'here.json');
    expect((await node.call('devnet_dump', { path })).result).toHaveLength(1);
    expect((await node.call('devnet_load', { path })).result).toEqual({});
    await node.stop();
  });

  test.runIf(skipUnless(process.platform === 'linux', 'this system is not Linux'))(
    'says when there are too few descriptors, and recovers',
    async () => {
      const command = `ulimit -n 64; exec "${process.execPath}" "${CLI}" --port 0 --accounts 0`;
      const child = spawn('sh', ['-c', command], { cwd: folder });
      let output = '';
      child.stdout.on('data', (data) => (output += data));
      child.stderr.on('data', (data) => (output += data));
      await expect.poll(() => output).toMatch(/listening on [\d.]+:\d+/);
      const port = Number(/listening on [\d.]+:(\d+)/.exec(output)![1]);
      let refusals = 0;
      const clients = Array.from({ length: 150 }, () =>
        connect(port, '127.0.0.1')
          .on('error', () => undefined)
          .on('data', (data) => (refusals += String(data).includes('503') ? 1 : 0)),
      );
      await expect.poll(() => output).toMatch(/WARN starbox::http: There are \d+ open connections, .* were refused\./);
      await expect.poll(() => refusals).toBeGreaterThan(0);
      for (const client of clients) client.destroy();
      const status = () => fetch(`http://127.0.0.1:${port}/is_alive`).then((answer) => answer.status);
      // It takes a moment until the program knows that they are closed.
      await expect.poll(() => status().catch(() => undefined)).toBe(200);
      for (let i = 0; i < 3; i++) expect(await status()).toBe(200);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  test('counts calls for a metrics server', async () => {
    const node = await start('--accounts', '0', '--metrics-host', '127.0.0.1', '--metrics-port', '0');
    await node.call('starknet_blockNumber');
    await node.call('foo_bar');
    while (!node.output().includes('/metrics')) await new Promise((resolve) => setTimeout(resolve, 10));
    const address = /Listening at (http:\S+)/.exec(node.output())![1]!;
    const text = await (await fetch(address)).text();
    await node.stop();
    expect(text).toContain('rpc_call_count{method="starknet_blockNumber",status="success"} 1');
    expect(text).toContain('rpc_call_count{method="unknown",status="error"} 1');
    expect(text).toContain('# TYPE starknet_block_count gauge\nstarknet_block_count 1\n');
    expect(text).toContain('rpc_call_duration_seconds_bucket{method="unknown",le="+Inf"} 1');
    expect(text).toContain('devnet_lifecycle_lock_hold_seconds_count{mode="read"} 1');
  });
});
