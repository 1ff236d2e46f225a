import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { frame } from '../../src/cli/debugAdapter/messages.ts';
import { DapClient } from '../../test/support/dapClient.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { type Command, program, starbox } from '../command.ts';
import { newFolder, pause, type Target } from '../target.ts';

/** Mints and waits for `starbox debug` of the mint to listen. */
async function debugPort(target: Target): Promise<{ readonly port: number; readonly command: Command }> {
  const { tx_hash } = await target.call<{ tx_hash: string }>('devnet_mint', { address: '0x1', amount: 1 });
  const command = starbox(['debug', tx_hash, '--url', `http://127.0.0.1:${target.port}`], { cwd: target.folder });
  const port = Number((await command.printed(/DEBUGGER PORT: (\d+)/))?.[1]);
  mustHold(port > 0, `the debugger did not start: ${command.output().slice(-300)}`);
  return { port, command };
}

/** Sends bytes and waits until the other side closes, or a while. */
const sendRaw = (port: number, bytes: string | Buffer): Promise<void> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => done());
    setTimeout(() => socket.destroy(), 1500).unref();
  });

const request = (command: string, args: object) => ({ seq: 1, type: 'request', command, arguments: args });

const GARBAGE: readonly (string | Buffer)[] = [
  'x'.repeat(100_000),
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}',
  'Content-Length: 99999999999\r\n\r\n',
  'Content-Length: 5\r\n\r\n{"a":',
  `Content-Length: 200000\r\n\r\n${'['.repeat(200_000)}`,
  Buffer.alloc(100_000, 0xff),
];

const HOSTILE_REQUESTS: readonly [string, object][] = [
  ['evaluate', { expression: `${'('.repeat(100_000)}1`, frameId: 0 }],
  ['evaluate', { expression: 'process.exit(1)', frameId: 1 }],
  ['evaluate', { expression: 'a '.repeat(200_000), frameId: 1 }],
  [
    'setBreakpoints',
    { source: { path: '/etc/passwd' }, breakpoints: [{ line: 1, condition: 'a > '.repeat(100_000) }] },
  ],
  ['setBreakpoints', { source: { path: 'x' }, breakpoints: Array.from({ length: 50_000 }, (_, line) => ({ line })) }],
  ['source', { sourceReference: 2 ** 40, source: { path: '../../../etc/passwd' } }],
  ['stackTrace', { threadId: -1, startFrame: -5, levels: 2 ** 40 }],
  ['variables', { variablesReference: '__proto__', start: -1, count: 2 ** 40 }],
  ['scopes', { frameId: { toString: 1 } }],
  ['launch', { program: '$(touch hacked)', noDebug: 'x' }],
  ['constructor', {}],
  ['__proto__', {}],
];

/** A project whose build output is watched. */
const project = {
  'Scarb.toml': '[package]\nname = "counter"\n',
  'src/lib.cairo': 'mod counter;\n',
  'target/dev/counter_Counter.contract_class.json': readFileSync(
    'contracts/classes/counter_before.sierra.json',
    'utf8',
  ),
};

const BUILD = 'target/dev/counter_Counter.contract_class.json';
const HOSTILE_BUILDS: readonly string[] = [
  '',
  '{',
  '['.repeat(200_000),
  `{"sierra_program":[${'"0x1",'.repeat(500_000)}"0x1"],"entry_points_by_type":{},"abi":[]}`,
  '{"__proto__":{"sierra_program":1}}',
  JSON.stringify({
    sierra_program: Array(200).fill('0xffffffffff'),
    entry_points_by_type: {},
    contract_class_version: '0.1.0',
  }),
];

const KEY = '0x3a91c5e07b9d64f6f78ac4c816aff4da92b7e1';

export const tools: AttackGroup = {
  name: 'Tools',
  attacks: [
    {
      name: 'the port of the debugger: other protocols, endless headers, deep JSON, then hostile requests of an editor',
      short: true,
      run: async (target) => {
        const { port, command } = await debugPort(target);
        await Promise.all(GARBAGE.map((bytes) => sendRaw(port, bytes)));
        mustHold(command.child.exitCode === null, `the debugger ended: ${command.output().slice(-300)}`);
        const editor = await DapClient.open(port);
        await editor.ask('initialize', { adapterID: 'x' });
        let refused = 0;
        for (const [name, args] of HOSTILE_REQUESTS) {
          const answer = await Promise.race([
            editor.ask(name, args).then(
              () => 'answered',
              () => 'refused',
            ),
            pause(10_000),
          ]);
          mustHold(answer, `${name} is never answered`);
          if (answer === 'refused') refused++;
        }
        await editor.ask('threads');
        editor.close();
        await Promise.race([command.end, pause(5000)]);
        command.child.kill('SIGKILL');
        mustHold(!existsSync(join(target.folder, 'hacked')), 'a command was run');
        return `${GARBAGE.length} connections closed, ${refused} of ${HOSTILE_REQUESTS.length} requests refused, then served`;
      },
    },
    {
      name: 'an editor that sends 20,000 requests and reads nothing',
      short: true,
      run: async (target) => {
        const { port, command } = await debugPort(target);
        const before = rssMb(command);
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.pause();
        const piece = frame(request('stackTrace', { threadId: 1 })).repeat(100);
        for (let i = 0; i < 200 && !socket.destroyed; i++)
          if (!socket.write(piece)) await Promise.race([new Promise((done) => socket.once('drain', done)), pause(50)]);
        await pause(500);
        const grown = rssMb(command) - before;
        socket.destroy();
        command.child.kill('SIGKILL');
        mustHold(grown < 200, `the debugger took ${grown.toFixed(0)} MB`);
        return `it grew by ${grown.toFixed(0)} MB`;
      },
    },
    {
      name: 'builds that are no classes, while the folder is watched',
      short: true,
      options: ['--watch'],
      files: project,
      run: async (target) => {
        const file = join(target.folder, BUILD);
        for (const text of HOSTILE_BUILDS) {
          writeFileSync(file, text);
          await pause(250);
        }
        for (let i = 0; i < 200; i++)
          writeFileSync(join(target.folder, `target/dev/counter_C${i}.contract_class.json`), '{"sierra_program":[1]}');
        symlinkSync('/dev/zero', join(target.folder, 'target/dev/counter_Zero.contract_class.json'));
        spawnSync('mkfifo', [join(target.folder, 'target/dev/counter_Pipe.contract_class.json')]);
        await pause(1500);
        writeFileSync(file, readFileSync('contracts/classes/counter_after.sierra.json'));
        const deadline = performance.now() + 20_000;
        while (!/declared|Counter/i.test(target.output.slice(-3000)) && performance.now() < deadline) await pause(50);
        mustHold(/Counter/.test(target.output), 'a good build is not followed any more');
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        return 'refused, and a good build is followed afterwards';
      },
    },
    {
      name: 'completion in a folder whose files have the names of commands',
      short: true,
      run: async () => {
        if (spawnSync('bash', ['-c', 'true']).status !== 0) return 'not run: there is no bash here';
        const folder = newFolder();
        for (const name of ['$(touch hacked)', '`touch hacked`', ';touch hacked', '-rf', "'; touch hacked; '"])
          writeFileSync(join(folder, name), '');
        const script = spawnSync(process.execPath, [resolve('dist/cli.js'), 'completion', 'bash'], {
          encoding: 'utf8',
        });
        mustHold(script.status === 0, 'there is no script');
        writeFileSync(join(folder, 'script'), script.stdout);
        const words = ["'$(touch hacked)'", "'`touch hacked`'", "';touch hacked'", "''", "'--dump-path'", "'*'"];
        const lines = words.flatMap((word) =>
          ["'--dump-path'", "'--state'", word].map(
            (previous) => `COMP_WORDS=(starbox ${previous} ${word}); COMP_CWORD=2; _starbox >/dev/null`,
          ),
        );
        spawnSync('bash', ['-c', `source ./script\n${lines.join('\n')}`], { cwd: folder });
        mustHold(!existsSync(join(folder, 'hacked')), 'a name was run as a command');
        return `${lines.length} completions, no name was run`;
      },
    },
    {
      name: 'gas -- with words of a shell, and measured calls that are damaged',
      short: true,
      run: async () => {
        const folder = newFolder();
        const wrapped = starbox(
          [
            'gas',
            '--',
            process.execPath,
            '-e',
            'process.exit(3)',
            '; touch hacked',
            '$(touch hacked)',
            '| touch hacked',
          ],
          { cwd: folder },
        );
        await wrapped.end;
        mustHold(!existsSync(join(folder, 'hacked')), 'a word was run by a shell');
        const reports = join(folder, 'gas-report');
        mkdirSync(reports, { recursive: true });
        const bodies = [
          '',
          '{',
          '['.repeat(200_000),
          '{"__proto__":1}',
          '[1e999]',
          '{"version":1,"calls":{"__proto__":[]}}',
        ];
        for (const [i, body] of bodies.entries()) {
          for (const file of readdirSync(reports)) spawnSync('rm', ['-f', join(reports, file)]);
          writeFileSync(join(reports, `starbox-1-abc${i}.gas.json`), body);
          const read = starbox(['gas'], { cwd: folder });
          const status = await read.end;
          mustHold(status !== 'SIGKILL', 'a damaged file hangs the command');
          mustHold(
            !/at .*\(.*\.js:\d+/.test(read.output()),
            `a damaged file is a fault: ${read.output().slice(0, 300)}`,
          );
        }
        return `no shell; ${bodies.length} damaged files refused`;
      },
    },
    {
      name: 'dumps, state files and reports that are damaged, for report, replay and debug',
      short: true,
      run: async (target) => {
        const bodies = [
          '',
          '[',
          '{}',
          '['.repeat(200_000),
          '[{"method":"__proto__"}]',
          `"${'x'.repeat(1e6)}"`,
          '\u0000\u0001',
        ];
        for (const body of bodies) {
          writeFileSync(join(target.folder, 'a.dump'), body);
          for (const args of [
            ['report', 'a.dump'],
            ['report', '--unpack', 'a.dump'],
            ['debug', '0x1', '--state', 'a.dump'],
          ]) {
            const read = starbox(args, { cwd: target.folder });
            const status = await read.end;
            mustHold(status !== 'SIGKILL', `${args.join(' ')} hangs`);
            const text = read.output();
            mustHold(!/^\s+at .*:\d+:\d+\)?$/m.test(text), `${args.join(' ')} is a fault: ${text.slice(0, 300)}`);
          }
        }
        const url = `http://127.0.0.1:${target.port}`;
        const replay = starbox(['replay', '0x1', '--fork-network', url], { cwd: target.folder });
        mustHold((await replay.end) !== 0, 'a transaction that is not there was replayed');
        return `${bodies.length * 3} reads, all refused`;
      },
    },
    {
      name: 'look for a private key in the process list, the output, the log and the report',
      short: true,
      run: async (target) => {
        const env = { STARBOX_PRIVATE_KEY: KEY, STARBOX_ACCOUNT: '0x1234' };
        const url = `http://127.0.0.1:${target.port}`;
        const command = starbox(['invoke', '0x1', 'f', '--url', url], { cwd: target.folder, env });
        let seen = '';
        const watching = setInterval(() => {
          try {
            seen += readFileSync(`/proc/${command.child.pid}/cmdline`, 'utf8');
          } catch {}
        }, 5);
        await command.end;
        clearInterval(watching);
        const report = starbox(['report', '--url', url, '-o', 'report.json'], { cwd: target.folder, env });
        await report.end;
        const [account] = await target.call<{ private_key: string }[]>('devnet_getPredeployedAccounts');
        const saved = existsSync(join(target.folder, 'report.json'))
          ? readFileSync(join(target.folder, 'report.json'), 'utf8')
          : '';
        mustHold(saved.length > 100, `there is no report: ${report.output().slice(-300)}`);
        for (const [place, text] of Object.entries({ seen, output: command.output(), saved, report: report.output() }))
          for (const key of [KEY, account!.private_key])
            mustHold(!text.includes(key.slice(2)), `a key is shown: ${place}`);
        mustHold(!target.output.includes(KEY.slice(2)), 'the log of the node has the key');
        return 'it is nowhere';
      },
    },
    {
      name: 'a sandbox that listens (box.listen): foreign pages, deep JSON, 60 MB bodies',
      short: true,
      run: async () => {
        const listening = program(['--input-type=module', '-e', LISTENING], { cwd: process.cwd() });
        const port = Number((await listening.printed(/port (\d+)/))?.[1]);
        mustHold(port > 0, `it does not listen: ${listening.output().slice(0, 300)}`);
        const url = `http://127.0.0.1:${port}`;
        const post = (body: string, headers: Record<string, string> = {}) =>
          fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }).then(
            async (answer) => ({ status: answer.status, text: await answer.text() }),
            () => ({ status: 0, text: '' }),
          );
        const CHAIN_ID = '{"jsonrpc":"2.0","id":1,"method":"starknet_chainId"}';
        const foreign = await post(CHAIN_ID, { origin: 'https://evil.example' });
        mustHold(foreign.status === 403, `a foreign page got ${foreign.status}`);
        await Promise.all([
          post('['.repeat(5_000_000)),
          post(`[${'0,'.repeat(20_000_000)}0]`),
          post(`{"jsonrpc":"2.0","id":1,"method":"devnet_load","params":{"path":"../../etc/passwd"}}`),
        ]);
        const written = await post(
          `{"jsonrpc":"2.0","id":1,"method":"devnet_saveState","params":{"path":"package.json"}}`,
        );
        mustHold(written.text.includes('"error"'), `a request wrote a file: ${written.text.slice(0, 200)}`);
        const alive = await post(CHAIN_ID);
        mustHold(
          alive.text.includes('0x534e'),
          `it no longer answers: ${alive.status} ${listening.output().slice(-200)}`,
        );
        listening.child.kill('SIGKILL');
        return 'refused; it still answers';
      },
    },
    {
      name: 'fixtures of tests in 12 workers that are ended in the middle',
      short: true,
      run: async () => {
        const running = program(['--input-type=module', '-e', WORKERS], { cwd: process.cwd(), timeoutMs: 120_000 });
        const status = await running.end;
        const [, done, ended] = /done (\d+) ended (\d+)/.exec(running.output()) ?? [];
        mustHold(status === 0 && done !== undefined, `ended with ${status}: ${running.output().slice(-400)}`);
        return `${done} workers passed their tests, ${ended} were ended`;
      },
    },
  ],
};

function rssMb({ child }: Command): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return 0;
  }
}

const LISTENING = `
import { Sandbox } from './dist/index.js';
const box = await Sandbox.create({ seed: 0, accounts: 1 });
const { port } = await box.listen();
console.log('port ' + port);
`;

const WORKER = `
import { parentPort } from 'node:worker_threads';
import { withSandbox } from './dist/testing.js';
await withSandbox(async (box) => {
  for (let i = 0; i < 20; i++) await box.mint('0x99', 5n);
})({});
parentPort.postMessage('done');
`;

const WORKERS = `
import { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { writeFileSync, rmSync } from 'node:fs';
const file = process.cwd() + '/.cache/attack-worker-' + process.pid + '.mjs';
const source = ${JSON.stringify(WORKER)}.replaceAll("'./dist/", "'" + pathToFileURL(process.cwd() + '/dist/').href);
writeFileSync(file, source);
let done = 0, ended = 0;
const run = (i) => new Promise((resolve, reject) => {
  const worker = new Worker(file, { execArgv: [] });
  worker.on('message', () => done++);
  worker.on('error', reject);
  worker.on('exit', resolve);
  if (i % 2) setTimeout(() => worker.terminate().then(() => ended++), i * 60);
});
try {
  await Promise.all(Array.from({ length: 12 }, (_, i) => run(i)));
  if (done < 6) throw new Error('only ' + done + ' workers passed');
  console.log('done ' + done + ' ended ' + ended);
} finally {
  rmSync(file);
}
`;
