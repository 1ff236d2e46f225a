import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/protocol/limits.ts';
import { isBuilt } from '../support/build.ts';
import { startProgram } from '../support/program.ts';
import { rpc } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-client-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const READ_BY_PROGRAMS = [
  ...['GNUmakefile', '.bashrc', 'src/x.ts', '.git/hooks/pre-commit'],
  // An object or a list that Node.js or this program cannot read ends every start in that folder.
  ...['starbox.config.json', 'src/package.json', 'tsconfig.json', 'node_modules/dep/a.json', 'node_modules/dep/a.bin'],
];
const start = (...args: string[]) => startProgram(folder, '--seed', '1', ...args);

describe.runIf(isBuilt)('whoever reaches the port (needs dist/)', () => {
  test('cannot write into the files of a project, nor make one that some program runs', async () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'src'));
    mkdirSync(join(folder, 'node_modules/dep'), { recursive: true });
    const project = { 'package.json': '{}', '.git/config': '[core]', '.env': 'KEY=1', 'src/main.ts': 'main();' };
    for (const [name, content] of Object.entries(project)) writeFileSync(join(folder, name), content);
    const server = await start('--dump-on', 'request');
    // The journal contains text that the client chooses.
    await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: '$(shell touch X)\n', method: 'devnet_createBlock' }),
    });
    for (const name of [...Object.keys(project), ...READ_BY_PROGRAMS])
      for (const method of ['devnet_dump', 'devnet_saveState'])
        await expect(rpc(server.url, method, { path: name })).rejects.toMatchObject({ code: -5 });
    for (const [name, content] of Object.entries(project))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(content);
    expect(readdirSync(folder).sort()).toEqual(['.env', '.git', 'node_modules', 'package.json', 'src']);
    expect(readdirSync(join(folder, 'src'))).toEqual(['main.ts']);
    expect(readdirSync(join(folder, 'node_modules/dep'))).toEqual([]);
    await rpc(server.url, 'devnet_dump', { path: 'src/dump.json' });
    await rpc(server.url, 'devnet_load', { path: 'src/dump.json' });
    await expect(rpc(server.url, 'devnet_saveState', { path: 'src/dump.json' })).rejects.toMatchObject({ code: -5 });
    await rpc(server.url, 'devnet_saveState', { path: 'src/chain.starbox' });
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'cannot take the threads for files with a FIFO',
    async () => {
      execFileSync('mkfifo', [join(folder, 'fifo.json')]);
      const server = await start('--dump-on', 'request');
      await rpc(server.url, 'devnet_createBlock');
      const loads = Array.from({ length: 8 }, () => rpc(server.url, 'devnet_load', { path: 'fifo.json' }));
      for (const load of await Promise.allSettled(loads))
        expect(load).toMatchObject({
          status: 'rejected',
          reason: { code: -5, message: expect.stringContaining('is a FIFO') },
        });
      await expect(rpc(server.url, 'devnet_dump', { path: 'fifo.json' })).rejects.toMatchObject({ code: -5 });
      await rpc(server.url, 'devnet_dump', { path: 'after.json' });
      expect(await server.end('SIGTERM')).toBe(0);
    },
  );

  test('cannot make the node read a file that is larger than a request may be', async () => {
    writeFileSync(join(folder, 'large.json'), `[${' '.repeat(5000)}]`);
    const server = await start('--request-body-size-limit', '4000');
    await expect(rpc(server.url, 'devnet_load', { path: 'large.json' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining('has 5002 bytes; at most 4000 are read (--request-body-size-limit)'),
    });
    await server.end('SIGKILL');
  });

  test('is told the option that allows another folder', async () => {
    const server = await start('--dump-on', 'request');
    await rpc(server.url, 'devnet_createBlock');
    await expect(rpc(server.url, 'devnet_dump', { path: '../outside.json' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining('dump folders: start with --dump-dir to allow another folder.'),
    });
    await server.end('SIGKILL');
  });

  test('may leave out the extension in a folder that the user named for dumps, and only there', async () => {
    mkdirSync(join(folder, 'dumps'));
    mkdirSync(join(folder, 'more'));
    const server = await start('--dump-on', 'request', '--dump-path', 'more/main.json', '--dump-dir', 'dumps');
    await rpc(server.url, 'devnet_createBlock');
    for (const path of ['dumps/my_chain', 'dumps/fork_origin-4024', 'more/my_chain']) {
      await rpc(server.url, 'devnet_dump', { path });
      await rpc(server.url, 'devnet_load', { path });
    }
    await rpc(server.url, 'devnet_saveState', { path: 'dumps/my_state' });
    await expect(rpc(server.url, 'devnet_dump', { path: 'my_chain' })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining('my_chain does not. In the folder of --dump-dir it needs no extension'),
    });
    for (const path of ['GNUmakefile', 'src/x', 'dumps/x.sh', 'dumps/.bashrc', 'more/x.mk'])
      await expect(rpc(server.url, 'devnet_dump', { path })).rejects.toMatchObject({ code: -5 });
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('cannot write more than a thousand files in a run, whichever chain it uses', async () => {
    mkdirSync(join(folder, 'many'));
    const server = await start('--dump-on', 'request');
    await rpc(server.url, 'devnet_createBlock');
    const { path } = await rpc<{ path: string }>(server.url, 'devnet_createBox');
    await rpc(`${server.url}${path}`, 'devnet_createBlock');
    const save = (i: number) => ({ path: `many/${i}.dump` });
    for (let at = 0; at < limits.clientFiles; at += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => rpc(server.url, 'devnet_dump', save(at + i))));
    for (const url of [server.url, `${server.url}${path}`])
      await expect(rpc(url, 'devnet_dump', save(limits.clientFiles))).rejects.toMatchObject({
        code: -5,
        message: expect.stringContaining('since the start may be 1,000 at most. Remove some of them'),
      });
    expect(readdirSync(join(folder, 'many'))).toHaveLength(limits.clientFiles);
    await rpc(server.url, 'devnet_dump', save(0));
    await server.end('SIGKILL');
  });

  test('a dump file in the working folder names no folder', async () => {
    const server = await start('--dump-on', 'request', '--dump-path', 'main.json');
    await rpc(server.url, 'devnet_createBlock');
    await expect(rpc(server.url, 'devnet_dump', { path: 'GNUmakefile' })).rejects.toMatchObject({ code: -5 });
    await server.end('SIGKILL');
  });

  test('cannot write any file in restrictive mode', async () => {
    const server = await start('--dump-on', 'request', '--restrictive-mode');
    for (const method of ['devnet_dump', 'sandbox_dump', 'devnet_saveState'])
      await expect(rpc(server.url, method, { path: 'restricted.json' })).rejects.toMatchObject({ code: -32604 });
    await expect(rpc(server.url, 'devnet_dump', { inline: true })).rejects.toMatchObject({ code: -32604 });
    const { server_config } = await rpc<{ server_config: { restricted_methods: string[] } }>(
      server.url,
      'devnet_getConfig',
    );
    expect(server_config.restricted_methods).toContain('devnet_dump');
    await server.end('SIGKILL');
  });
});
