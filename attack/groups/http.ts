import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Random } from '../../test/support/random.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { newFolder, pause, type Target } from '../target.ts';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"starknet_chainId"}';
const post = (headers: string, body = BODY) =>
  `POST / HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends these pieces on a connection and returns what came back. */
async function exchanged(target: Target, pieces: readonly string[], waitMs = 150): Promise<string> {
  const client = target.raw();
  for (const piece of pieces) {
    client.send(piece);
    await pause(1);
  }
  await pause(waitMs);
  const { text } = client;
  client.socket.destroy();
  return text;
}

const FOREIGN: readonly [string, string][] = [
  ['a foreign Host', 'Host: evil.example\r\n'],
  ['a Host in brackets that is no address', 'Host: [evil]\r\n'],
  ['a Host that looks like an address', 'Host: 127.0.0.999\r\n'],
  ['a foreign Origin', 'Host: 127.0.0.1\r\nOrigin: https://evil.example\r\n'],
  ['the Origin null', 'Host: 127.0.0.1\r\nOrigin: null\r\n'],
  ['two Hosts', 'Host: 127.0.0.1\r\nHost: evil.example\r\n'],
  ['two Hosts, the foreign one first', 'Host: evil.example\r\nHost: 127.0.0.1\r\n'],
];

export const http: AttackGroup = {
  name: 'HTTP',
  attacks: [
    {
      name: 'requests of foreign pages and names, also behind a good one',
      short: true,
      run: async (target) => {
        for (const [name, headers] of FOREIGN) {
          const alone = await exchanged(target, [post(headers)]);
          mustHold(!alone.includes('"result"'), `${name} got a result`);
          const behind = await exchanged(target, [post('Host: 127.0.0.1\r\n') + post(headers)]);
          mustHold(behind.split('"result"').length <= 2, `${name} behind a good request got a result`);
        }
        return 'none got a result';
      },
    },
    {
      name: 'other methods, and foreign pages, through the plain route POST /mint',
      short: true,
      options: ['--restrictive-mode', 'devnet_mint'],
      run: async (target) => {
        const mint = (headers: string, body: string) => post(headers, body).replace('POST / ', 'POST /mint ');
        for (const body of [
          '{}},"method":"devnet_createBlock","params":{',
          '{},"method":"devnet_createBlock"',
          '[{"method":"devnet_createBlock"}]',
          '{"address":"0x1","amount":1}',
        ]) {
          const { status } = await target.post(body, { path: '/mint' });
          mustHold(status === 400 || status === 403, `${body} was answered with ${status}`);
        }
        for (const [name, headers] of FOREIGN) {
          const got = await exchanged(target, [mint(headers, '{"address":"0x1","amount":1}')]);
          mustHold(!got.includes('new_balance'), `${name} minted`);
        }
        mustHold((await target.call('starknet_blockNumber', [])) === 0, 'a block was made');
        return 'none was run';
      },
    },
    {
      name: 'such requests cut at random places',
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        for (let i = 0; i < Math.min(cases, 400); i++) {
          const [name, headers] = random.pick(FOREIGN);
          const text = post(headers);
          const cut = random.below(text.length);
          const got = await exchanged(target, [text.slice(0, cut), text.slice(cut)], 25);
          mustHold(!got.includes('"result"'), `${name} cut at ${cut} got a result (seed ${seed}, case ${i})`);
        }
        return 'none got a result';
      },
    },
    {
      name: 'random bytes and mangled requests',
      short: true,
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        const good = post('Host: 127.0.0.1\r\n');
        for (let i = 0; i < cases; i++) {
          const bytes = [...good];
          for (let change = random.below(6); change >= 0; change--)
            bytes[random.below(bytes.length)] = String.fromCharCode(random.below(256));
          const client = target.raw();
          client.send(bytes.join(''));
          if (i % 20 === 19) await pause(5);
          setTimeout(() => client.socket.destroy(), 100);
        }
        await pause(300);
        return `${cases} of them, and it answers`;
      },
    },
    {
      name: '4,000 connections ended at every moment',
      run: async (target, { seed }) => {
        const random = new Random(seed);
        const good = post('Host: 127.0.0.1\r\n');
        for (let i = 0; i < 4000; i++) {
          const client = target.raw();
          client.send(good.slice(0, random.below(good.length)));
          setTimeout(() => client.socket.destroy(), random.below(30));
          if (i % 50 === 49) await pause(10);
        }
        await pause(500);
        return 'it answers';
      },
    },
    {
      name: 'more connections than descriptors',
      run: async () => {
        if (process.platform === 'win32') return 'not run: Windows has no such limit';
        const command = `ulimit -n 64; exec "${process.execPath}" "${resolve('dist/cli.js')}" --port 0 --accounts 1`;
        const child = spawn('sh', ['-c', command], { cwd: newFolder(), stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        child.stdout.on('data', (data) => (output += data));
        child.stderr.on('data', (data) => (output += data));
        for (let i = 0; i < 1000 && !/listening on [\d.]+:\d+/.test(output) && child.exitCode === null; i++)
          await pause(10);
        const port = Number(/listening on [\d.]+:(\d+)/.exec(output)?.[1]);
        mustHold(port, `did not start: ${output.slice(-200)}`);
        const { connect } = await import('node:net');
        const clients = Array.from({ length: 150 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
        await pause(1500);
        for (const client of clients) client.destroy();
        await pause(500);
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: BODY }).then(
          (response) => response.text(),
          (error: Error) => error.message,
        );
        const alive = child.exitCode === null;
        child.kill('SIGKILL');
        mustHold(alive, 'the process ended');
        mustHold(answer.includes('result'), `afterwards it does not answer: ${answer}`);
        mustHold(/descriptor|connections/i.test(output), 'the log has no line about it');
        return 'it answers afterwards, and the log says why';
      },
    },
    {
      name: 'method names with line breaks and terminal sequences',
      short: true,
      run: async (target) => {
        const name = 'starknet_\u001b[2J\u001b]0;owned\u0007\n2026-01-01T00:00:00Z  INFO forged line\r\u202e';
        await target.ask(name);
        await target.ask('devnet_mint', { [name]: 1 });
        await target.post(`{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"unit":"${'\\u001b[31m\\n'}"}}`);
        await pause(200);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the log must not contain any.
        const found = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.exec(target.output);
        mustHold(!found, 'control characters reached the log');
        mustHold(!/^2026-01-01T00:00:00Z/m.test(target.output), 'a line was forged');
        return 'shown as escapes';
      },
    },
    {
      name: 'a thousand unknown methods and foreign names at the metrics server',
      short: true,
      options: ['--metrics-host', '127.0.0.1', '--metrics-port', '0'],
      run: async (target) => {
        const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(target.output)?.[1]);
        mustHold(port, 'the log does not tell the port of the metrics');
        for (let i = 0; i < 1000; i += 100)
          await target.post(
            JSON.stringify(Array.from({ length: 100 }, (_, j) => ({ jsonrpc: '2.0', id: 1, method: `m${i + j}` }))),
          );
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        mustHold(!text.includes('m999'), 'unknown names become labels');
        const { request } = await import('node:http');
        const status = await new Promise<number>((done) => {
          const sent = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host: 'evil.example' } });
          sent.on('response', (response) => {
            response.resume();
            done(response.statusCode ?? 0);
          });
          sent.end();
        });
        mustHold(status === 403, `a foreign name got ${status}`);
        return 'one label for all of them; foreign names get 403';
      },
    },
  ],
};
