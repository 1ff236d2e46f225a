import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../src/protocol/limits.ts';
import { type AttackGroup, AttackSucceeded, mustHold } from '../attack.ts';
import { newFolder, pause, Target } from '../target.ts';

const FOREIGN = [
  'package.json',
  '.env',
  '.git/config',
  '.bashrc',
  'GNUmakefile',
  'src/main.ts',
  'notes.json',
  'run.sh',
];
const NEW = ['GNUmakefile2', '.profile', '.vscode/tasks.json', 'a.sh', 'a.js', '../outside.json', '/etc/starbox.json'];

export const files: AttackGroup = {
  name: 'Files',
  attacks: [
    {
      name: 'overwrite files of the user by dump and saveState',
      short: true,
      options: ['--dump-on', 'request'],
      files: Object.fromEntries(FOREIGN.map((name) => [name, `the user's own ${name}`])),
      run: async (target) => {
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        for (const path of [...FOREIGN, ...NEW])
          for (const method of ['devnet_dump', 'devnet_saveState']) await target.ask(method, { path });
        for (const name of FOREIGN)
          mustHold(
            readFileSync(join(target.folder, name), 'utf8') === `the user's own ${name}`,
            `${name} was overwritten`,
          );
        for (const name of NEW) mustHold(!existsSync(join(target.folder, name)), `${name} was written`);
        return 'all refused';
      },
    },
    {
      name: 'create files that programs read as configuration, and a thousand others',
      short: true,
      options: ['--dump-on', 'request'],
      files: {
        'src/a.js': 'console.log("runs")',
        'b.js': 'console.log(require("dep") + 1)',
        'node_modules/dep/package.json': '{"name":"dep","main":"lib/i.js"}',
        'node_modules/dep/lib/i.js': 'module.exports = 1',
      },
      run: createConfiguration,
    },
    {
      name: 'dump through a symbolic link',
      short: true,
      options: ['--dump-on', 'request'],
      run: async (target) => {
        const outside = newFolder();
        symlinkSync(outside, join(target.folder, 'link'));
        writeFileSync(join(outside, 'victim.json'), 'mine');
        symlinkSync(join(outside, 'victim.json'), join(target.folder, 'dump.json'));
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        await target.ask('devnet_dump', { path: 'link/new.json' });
        await target.ask('devnet_dump', { path: 'dump.json' });
        mustHold(!existsSync(join(outside, 'new.json')), 'a link led the dump outside');
        mustHold(readFileSync(join(outside, 'victim.json'), 'utf8') === 'mine', 'the target of a link was overwritten');
        return 'nothing outside was written';
      },
    },
    {
      name: 'put a dump in place of the state and the reverse, then kill -9',
      short: true,
      endsNode: true,
      options: ['--state', 'chain.starbox', '--dump-on', 'block', '--dump-path', 'dump.json'],
      run: async (target) => {
        await target.call('devnet_mint', { address: '0x1', amount: 1 });
        await target.call('devnet_saveState');
        const kept = ['chain.starbox', 'dump.json'].map((name) => readFileSync(join(target.folder, name), 'utf8'));
        for (const path of ['chain.starbox', './chain.starbox', join(target.folder, 'chain.starbox')])
          await target.ask('devnet_dump', { path });
        for (const path of ['dump.json', 'dump.json.lock', 'chain.starbox.lock'])
          await target.ask('devnet_saveState', { path });
        await target.stop('SIGKILL');
        for (const [i, name] of ['chain.starbox', 'dump.json'].entries())
          mustHold(readFileSync(join(target.folder, name), 'utf8') === kept[i], `${name} was replaced`);
        return 'all refused';
      },
    },
    {
      name: 'load a FIFO, a device and a folder',
      short: true,
      options: ['--state', 'chain.starbox'],
      run: async (target) => {
        const made = spawnSync('mkfifo', [join(target.folder, 'pipe.json')]);
        if (made.status !== 0) return 'not run: there is no mkfifo here';
        symlinkSync('/dev/zero', join(target.folder, 'zero.json'));
        const loads = ['pipe.json', 'pipe.json', 'pipe.json', 'pipe.json', 'zero.json', '.'].map((path) =>
          target.ask('devnet_load', { path }),
        );
        const answers = await Promise.race([Promise.all(loads), pause(5000)]);
        mustHold(answers, 'a load hangs');
        await target.call('devnet_saveState', { path: 'copy.starbox' });
        return 'all refused, and saving still works';
      },
    },
    {
      name: 'two nodes with one state file',
      short: true,
      options: ['--state', 'chain.starbox'],
      run: async (target) => {
        const second = await Target.start({ options: ['--state', 'chain.starbox'], folder: target.folder }).catch(
          (error: unknown) => (error instanceof AttackSucceeded ? error.message : Promise.reject(error)),
        );
        if (second instanceof Target) {
          await second.stop('SIGKILL');
          throw new AttackSucceeded('the second node started too');
        }
        mustHold(second.includes(String(target.child.pid)), `the message does not name the process: ${second}`);
        return 'the second one is refused';
      },
    },
    {
      name: 'kill -9 while files are written, 20 times',
      options: ['--accounts', '0'],
      run: async () => {
        const folder = newFolder();
        let acknowledged = 0;
        for (let round = 0; round < 20; round++) {
          const node = await Target.start({ options: ['--dump-on', 'block', '--dump-path', 'dump.json'], folder });
          const blocks = await node.call<number>('starknet_blockNumber');
          mustHold(blocks >= acknowledged, `${acknowledged - blocks} acknowledged changes are lost`);
          for (let i = 0; i < 3; i++) await node.call('devnet_mint', { address: '0x1', amount: 1 });
          acknowledged = await node.call<number>('starknet_blockNumber');
          node.post('{"jsonrpc":"2.0","id":1,"method":"devnet_mint","params":{"address":"0x1","amount":1}}');
          await pause(round % 7);
          await node.stop('SIGKILL');
        }
        const node = await Target.start({ options: ['--dump-on', 'block', '--dump-path', 'dump.json'], folder });
        await node.stop();
        const left = readdirSync(folder).filter((name) => name !== 'dump.json');
        mustHold(left.length === 0, `files are left: ${left.join(', ')}`);
        return `${acknowledged} changes, all there; no temporary file is left`;
      },
    },
    {
      name: 'a full disk',
      run: async () => {
        const folder = newFolder();
        if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status !== 0)
          return 'not run: only root can mount a small disk';
        try {
          return await fullDisk(folder);
        } finally {
          spawnSync('umount', ['-l', folder]);
        }
      },
    },
  ],
};

const CONFIGURATION = [
  ...['starbox.config.json', 'STARBOX.CONFIG.JSON', 'package.json', 'src/package.json', 'src/index.json'],
  ...['node_modules/dep/lib/package.json', 'node_modules/dep/x.json', 'node_modules/x.starbox', 'link/x.bin'],
  ...['tsconfig.json', 'src/tsconfig.build.json', 'package-lock.json', 'deno.json', 'biome.json', 'manifest.json'],
];

async function createConfiguration(target: Target): Promise<string> {
  const { folder } = target;
  symlinkSync(join(folder, 'node_modules/dep'), join(folder, 'link'));
  await target.call('devnet_mint', { address: '0x1', amount: 1 });
  for (const path of CONFIGURATION)
    for (const method of ['devnet_dump', 'devnet_saveState'])
      mustHold((await target.ask(method, { path })).error, `${method} created ${path}`);
  let files = 0;
  while (files < 2000 && !(await target.ask('devnet_dump', { path: `fill${files}.dump` })).error) files++;
  mustHold(files <= limits.clientFiles, `${files} files were written`);
  await target.call('devnet_dump', { path: 'fill0.dump' });
  for (const [program, output] of [
    ['src/a.js', 'runs\n'],
    ['b.js', '2\n'],
  ] as const) {
    const { stdout, stderr } = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' });
    mustHold(stdout === output, `${program} does not run any more: ${stderr}`);
  }
  const again = await Target.start({ folder });
  await again.stop();
  return `refused; ${files} others written`;
}

async function fullDisk(folder: string): Promise<string> {
  const options = ['--dump-on', 'block', '--dump-path', join(folder, 'dump.json'), '--accounts', '1'];
  const node = await Target.start({ options });
  await node.call('devnet_mint', { address: '0x1', amount: 1 });
  spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1k', 'count=1000']);
  let done = 0;
  for (let i = 0; i < 300; i++)
    if ((await node.ask('devnet_mint', { address: '0x1', amount: 1 })).error === undefined) done++;
  const blocks = await node.call<number>('starknet_blockNumber');
  mustHold(done === 300, `${300 - done} requests were answered with an error though they were done`);
  const events: unknown = JSON.parse(readFileSync(join(folder, 'dump.json'), 'utf8'));
  mustHold(Array.isArray(events) && events.length <= blocks, 'the dump is not a prefix of the journal');
  spawnSync('rm', [join(folder, 'filler')]);
  await node.call('devnet_mint', { address: '0x1', amount: 1 });
  const deadline = performance.now() + 15_000;
  const written = () => JSON.parse(readFileSync(join(folder, 'dump.json'), 'utf8')).length as number;
  while (written() < blocks + 1 && performance.now() < deadline) await pause(100);
  mustHold(written() === blocks + 1, `the dump has ${written()} of ${blocks + 1} events after there was room again`);
  mustHold((await node.stop()) === 0, 'it did not end well');
  return `${events.length} of ${blocks} events while full, all of them afterwards`;
}
