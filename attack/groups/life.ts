import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Attack, type AttackGroup, mustHold } from '../attack.ts';
import { HostileOrigin, TAKEN } from '../origin.ts';
import { newFolder, pause, Target } from '../target.ts';

const STATE = ['--state', 'chain.starbox'];
/** The time limit of a shutdown: the grace period of three seconds, some time for the rest, and a large reserve for busy machines. */
const END_MS = 30_000;

/** Opens something that hangs, then tells the node to end. It must end in time, with status 0 and a saved chain. */
const ending = (
  name: string,
  hold: (target: Target) => Promise<void> | void,
  options: readonly string[] = [],
): Attack => ({
  name: `SIGTERM while ${name}`,
  short: true,
  endsNode: true,
  options: [...STATE, ...options],
  run: async (target) => {
    await target.call('devnet_mint', { address: '0x1', amount: 1 });
    await hold(target);
    await pause(100);
    const begin = performance.now();
    const status = await target.stop('SIGTERM', END_MS);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    mustHold(status === 0, `ended with ${status} after ${seconds} s`);
    mustHold(existsSync(join(target.folder, 'chain.starbox')), 'the state was not saved');
    const again = await Target.start({ options: STATE, folder: target.folder });
    const blocks = await again.call<number>('starknet_blockNumber');
    await again.stop('SIGKILL');
    mustHold(blocks >= 1, 'the saved chain lacks an acknowledged change');
    return `ended after ${seconds} s, saved`;
  },
});

const UPGRADE = (path: string, host: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

export const life: AttackGroup = {
  name: 'The end',
  attacks: [
    ending('a refused upgrade is kept open', (target) => target.raw().send(UPGRADE('/ws', 'evil.example'))),
    ending('an upgrade of a wrong path is kept open, with a byte more', async (target) => {
      const client = target.raw();
      client.send(UPGRADE('/nowhere', '127.0.0.1'));
      await pause(200);
      client.send('x');
    }),
    ending('a body drips', (target) => {
      const client = target.raw();
      client.send('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n');
      const drip = setInterval(() => client.send(' '), 200);
      client.socket.on('close', () => clearInterval(drip));
    }),
    ending('a WebSocket does not answer', async (target) => {
      const client = target.raw();
      client.send(UPGRADE('/ws', '127.0.0.1'));
      await pause(200);
      client.socket.pause();
    }),
    ending('a large batch runs', (target) => {
      const request = '{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"address":"0x2","amount":1}}';
      void target.post(`[${Array(5000).fill(request).join(',')}]`);
    }),
    {
      name: 'SIGTERM while an origin does not answer',
      short: true,
      endsNode: true,
      run: async () => {
        const good = await Target.start();
        const origin = await HostileOrigin.before(good);
        const fork = await Target.start({ options: [...STATE, '--fork-network', origin.url, '--fork-cache', 'off'] });
        await fork.call('devnet_createBlock');
        origin.lie = () => TAKEN;
        void fork.ask('devnet_mint', { address: '0x1', amount: 1 });
        await pause(200);
        const status = await fork.stop('SIGTERM', END_MS);
        origin.close();
        await good.stop('SIGKILL');
        mustHold(status === 0, `ended with ${status}`);
        mustHold(existsSync(join(fork.folder, 'chain.starbox')), 'the state was not saved');
        return 'ended in time, saved';
      },
    },
    {
      name: 'a second SIGTERM',
      short: true,
      endsNode: true,
      run: async (target) => {
        const client = target.raw();
        client.send(
          'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
        );
        await pause(100);
        target.child.kill('SIGTERM');
        while (target.ended === undefined && !/running requests have/.test(target.output)) await pause(10);
        mustHold(target.ended === undefined, 'a running request had no grace');
        const status = await target.stop('SIGTERM', END_MS);
        mustHold(status === 'SIGTERM', `ended with ${status}`);
        return 'ended at once';
      },
    },
    {
      name: 'an error that nothing caught',
      short: true,
      endsNode: true,
      options: STATE,
      env: {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('a fault') })")}`,
      },
      run: async (target) => {
        if (process.platform === 'win32') return 'not run: Windows has no such signal';
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        const status = await target.stop('SIGUSR2', END_MS);
        mustHold(status === 1, `ended with ${status}`);
        mustHold(/nothing caught: .*a fault/.test(target.output), 'the log does not tell');
        mustHold(existsSync(join(target.folder, 'chain.starbox')), 'the state was not saved');
        return 'saved, and ended with 1';
      },
    },
    {
      name: 'standard output is closed',
      short: true,
      run: async () => {
        const folder = newFolder();
        const child = spawn(process.execPath, [resolve('dist/cli.js'), '--port', '0', '--accounts', '1', ...STATE], {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let output = '';
        const ended = new Promise<number | string>((done) =>
          child.once('exit', (status, signal) => done(status ?? signal ?? '')),
        );
        child.stdout.on('data', (data) => (output += data));
        while (!/listening on [\d.]+:(\d+)/.test(output)) await pause(10);
        const url = `http://127.0.0.1:${/listening on [\d.]+:(\d+)/.exec(output)![1]}`;
        child.stdout.destroy();
        const body = '{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"address":"0x1","amount":1}}';
        const headers = { 'content-type': 'application/json' };
        for (let i = 0; i < 20; i++) await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
        mustHold(child.exitCode === null && child.signalCode === null, 'the process ended');
        child.kill('SIGTERM');
        const status = await Promise.race([ended, pause(END_MS)]);
        child.kill('SIGKILL');
        mustHold(status === 0, `SIGTERM ended it with ${status}`);
        mustHold(existsSync(join(folder, 'chain.starbox')), 'the state was not saved');
        return 'it runs on, and saves at the end';
      },
    },
    {
      name: 'a state that cannot be saved',
      short: true,
      run: async () => {
        const folder = newFolder();
        const early = await Target.start({ options: ['--state', join(folder, 'nowhere/chain.starbox')] }).then(
          async (node) => {
            await node.stop('SIGKILL');
            return false;
          },
          () => true,
        );
        mustHold(early, 'a folder that is not there is noticed at the end only');
        return 'noticed at the start';
      },
    },
  ],
};
