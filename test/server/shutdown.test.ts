// Whatever clients do, the program ends in time and loses nothing that was acknowledged.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { HostileOrigin, TAKEN } from '../../attack/origin.ts';
import { newFolder, pause, type StartOptions, Target } from '../../attack/target.ts';
import { isBuilt } from '../support/build.ts';
import { skipUnless } from '../support/skipUnless.ts';

const STATE = ['--state', 'chain.starbox'];
/** The grace period of three seconds, two seconds for the rest, and a large reserve for busy machines. */
const END_MS = 30_000;
const isWindows = process.platform === 'win32';

let targets: Target[] = [];
let origins: HostileOrigin[] = [];
afterEach(async () => {
  await Promise.all(targets.map((target) => target.stop('SIGKILL')));
  for (const origin of origins) origin.close();
  targets = [];
  origins = [];
});

async function start(options: StartOptions = {}): Promise<Target> {
  const target = await Target.start({ ...options, options: [...STATE, ...(options.options ?? [])] });
  targets.push(target);
  return target;
}

const MINT = { jsonrpc: '2.0', id: 1, method: 'devnet_mint', params: { address: '0x77', amount: 1 } };

/** A fork whose origin has stopped answering, with a running request that waits for it. */
async function startWaiting(): Promise<Target> {
  const origin = await HostileOrigin.before(await start());
  origins.push(origin);
  const target = await start({ options: ['--fork-network', origin.url, '--fork-cache', 'off'] });
  await target.call('devnet_createBlock');
  origin.lie = () => TAKEN;
  void target.ask('devnet_mint', MINT.params);
  await pause(500);
  return target;
}

const upgrade = (path: string, host: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

/** Sends the beginning of a request, and then single bytes. */
function drip(target: Target, head: string): void {
  const client = target.raw();
  client.send(head);
  const timer = setInterval(() => client.send(' '), 100);
  client.socket.on('close', () => clearInterval(timer));
}

/** Situations that delay the end of the program. */
const HOLDS: Readonly<Record<string, (target: Target) => unknown>> = {
  'nothing is open': () => undefined,
  'a client keeps a refused upgrade open': (target) => target.raw().send(upgrade('/ws', 'evil.example')),
  'a client sends a byte after a refused upgrade': async (target) => {
    const client = target.raw();
    client.send(upgrade('/nowhere', '127.0.0.1'));
    await pause(200);
    client.send('x');
  },
  'a client keeps a bad request open': (target) => target.raw().send('GARBAGE\r\n\r\n'),
  'the body of a plain request drips': (target) =>
    drip(
      target,
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    ),
  'the body of another request drips': (target) =>
    drip(
      target,
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    ),
  'WebSockets neither read nor answer': async (target) => {
    for (let i = 0; i < 5; i++) {
      const client = target.raw();
      client.send(upgrade('/ws', '127.0.0.1'));
      await pause(50);
      client.socket.pause();
    }
  },
  'a client does not read its answer': (target) => {
    const client = target.raw();
    client.socket.pause();
    const body = JSON.stringify(Array(2000).fill({ ...MINT, method: 'devnet_getConfig', params: [] }));
    client.send(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  },
  'a long load is running': (target) => {
    const params = { events: Array(20_000).fill(MINT) };
    void target.post(JSON.stringify({ ...MINT, method: 'devnet_load', params }));
  },
  'a long batch is running': (target) => {
    void target.post(JSON.stringify(Array(5000).fill(MINT)));
  },
  'long requests of a WebSocket are running': async (target) => {
    const socket = await target.socket();
    for (let i = 0; i < 3; i++) socket.send(JSON.stringify(Array(5000).fill(MINT)));
  },
  'files are loaded that are no files': (target) => {
    if (!isWindows) execFileSync('mkfifo', [join(target.folder, 'dump.json')]);
    for (let i = 0; i < 8; i++) void target.ask('devnet_load', { path: 'dump.json' });
  },
};

describe.runIf(isBuilt)('the program ends in time and keeps its chain (needs dist/)', () => {
  test.each(Object.entries(HOLDS))('while %s', async (_name, hold) => {
    const target = await start();
    await target.call('devnet_mint', MINT.params);
    await hold(target);
    await pause(300);
    expect(await target.stop('SIGTERM', END_MS)).toBe(0);
    expect(readdirSync(target.folder).filter((name) => name !== 'dump.json')).toEqual(['chain.starbox']);
    const again = await start({ folder: target.folder });
    expect(await again.call<number>('starknet_blockNumber')).toBeGreaterThanOrEqual(1);
  });

  test('while the origin of a fork does not answer', async () => {
    const target = await startWaiting();
    void target.ask('starknet_getNonce', { block_id: 'latest', contract_address: '0x123' });
    await pause(100);
    expect(await target.stop('SIGTERM', END_MS)).toBe(0);
    expect(target.output).toContain('The state is saved in chain.starbox');
  });

  test('and refuses requests meanwhile', async () => {
    const target = await startWaiting();
    const socket = await target.socket();
    const closed = new Promise<number>((done) => socket.once('close', done));
    target.child.kill('SIGTERM');
    await expect.poll(() => target.output).toContain('running requests have');
    const answered = new Promise((done) => socket.once('message', (data) => done(JSON.parse(String(data)))));
    socket.send(JSON.stringify(MINT));
    expect(await answered).toMatchObject({ error: { message: 'The node is shutting down.' } });
    expect(await target.ask('starknet_chainId')).not.toHaveProperty('result');
    expect(await closed).toBe(1001);
    expect(await target.end).toBe(0);
    expect(target.output).toMatch(/running requests have 3 s\. A second signal ends now\./);
  });

  test.runIf(skipUnless(!isWindows, 'this system is Windows'))('at once after the second signal', async () => {
    const target = await startWaiting();
    target.child.kill('SIGINT');
    await expect.poll(() => target.output).toContain('running requests have');
    expect(target.ended).toBeUndefined();
    expect(await target.stop('SIGTERM', END_MS)).toBe('SIGTERM');
    expect(readdirSync(target.folder)).toEqual([]);
  });

  test.runIf(skipUnless(!isWindows, 'this system is Windows'))('when its terminal is closed', async () => {
    const target = await start();
    await target.call('devnet_mint', MINT.params);
    target.child.stdout!.destroy();
    target.child.stderr!.destroy();
    expect(await target.stop('SIGHUP', END_MS)).toBe(0);
    expect(existsSync(join(target.folder, 'chain.starbox'))).toBe(true);
  });

  test('with status 1 when the chain could not be saved', async () => {
    const folder = newFolder();
    const target = await start({ options: ['--dump-on', 'exit', '--dump-path', 'dump.json'], folder });
    await target.call('devnet_mint', MINT.params);
    rmSync(folder, { recursive: true });
    expect(await target.stop('SIGTERM', END_MS)).toBe(1);
    expect(target.output).toContain('The state could not be written to chain.starbox');
    expect(target.output).toContain('The dump could not be written to dump.json');
  });

  test.runIf(skipUnless(!isWindows, 'this system is Windows'))('even if a file operation never ends', async () => {
    const folder = newFolder();
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const code = `import('node:fs').then(({ open }) => open('${join(folder, 'fifo')}', () => undefined))`;
    const target = await start({
      folder,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` },
    });
    await target.call('devnet_mint', MINT.params);
    // Node.js would wait for the operation for ever, so the process sends a signal to itself.
    expect(await target.stop('SIGINT', END_MS)).toBe('SIGTERM');
    expect(readdirSync(folder).sort()).toEqual(['chain.starbox', 'fifo']);
  });
});

describe.runIf(
  skipUnless(existsSync(resolve('dist/cli.js')) && !isWindows, 'dist/ is not built, or this system is Windows'),
)('the program (needs dist/)', () => {
  /** Throws an uncaught error when the program gets SIGUSR2. */
  const faulty = (fault: string) => ({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.on('SIGUSR2', () => { ${fault} })`)}`,
  });

  test.each([
    ['is thrown', "throw new Error('a fault of ours')"],
    ['is a rejected promise', "void Promise.reject(new Error('a fault of ours'))"],
    ['is no error', "throw 'a fault of ours'"],
  ])('saves its chain and ends with 1 after an error that nothing caught, which %s', async (_name, fault) => {
    const target = await start({ env: faulty(fault) });
    await target.call('devnet_mint', MINT.params);
    expect(await target.stop('SIGUSR2', END_MS)).toBe(1);
    expect(target.output).toMatch(
      /ERROR starbox: The node ends because of an error that nothing caught: .*a fault of ours/,
    );
    expect(target.output).toContain('The state is saved in chain.starbox');
    const again = await start({ folder: target.folder });
    expect(await again.call('starknet_blockNumber')).toBe(1);
  });

  test('continues and saves its chain when its standard output and standard error are closed', async () => {
    const target = await start();
    target.child.stdout!.destroy();
    target.child.stderr!.destroy();
    for (let i = 0; i < 30; i++) await target.call('devnet_mint', MINT.params);
    await pause(100);
    expect(await target.call('starknet_blockNumber')).toBe(30);
    expect(await target.stop('SIGTERM', END_MS)).toBe(0);
    const again = await start({ folder: target.folder });
    expect(await again.call('starknet_blockNumber')).toBe(30);
  });

  test('drops log lines that are not read, and says so', async () => {
    const target = await start({ env: { RUST_LOG: 'info,request' } });
    target.child.stdout!.pause();
    const long = 'x'.repeat(2 ** 20);
    for (let i = 0; i < 12; i++) await target.ask('starknet_chainId', [long]);
    target.child.stdout!.resume();
    const output = async () => {
      await target.ask('starknet_chainId');
      return target.output;
    };
    await expect.poll(output).toMatch(/WARN starbox: \d+ log lines were dropped/);
  });
});
