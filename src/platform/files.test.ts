import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skipUnless } from '../../test/support/skipUnless.ts';
import { kindOfFile } from '../rpc/journal/ownFile.ts';
import { DiskAllowance } from './diskAllowance.ts';
import { nodeFiles } from './files.ts';
import { meansAnotherOnWindows } from './windowsNames.ts';

const onPosix = test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'));
const DUMP = '[{"jsonrpc":"2.0","method":"devnet_createBlock","params":null,"id":1}]';

let folder: string;
let elsewhere: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-files-')));
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-elsewhere-')));
});
afterEach(() => {
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
});

/** Files of a program with an allowed folder and these options. */
const filesOf = (
  options: { dumpPath?: string; statePath?: string; maxBytes?: number; allowance?: DiskAllowance } = {},
) => nodeFiles({ dumpPath: undefined, statePath: undefined, maxBytes: 1000, ...options, dumpDir: folder, kindOfFile });
const at = (name: string) => join(folder, name);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const refused = (message: string | RegExp) => ({
  kind: 'dumpFailed',
  message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
});
const left = () => readdirSync(folder).filter((name) => name.endsWith('.tmp'));

describe('a new file of a request', () => {
  // Each of them made Node.js, a package manager, an editor or this program fail in its folder, or lead it astray.
  test.each([
    'package.json',
    'PACKAGE.JSON',
    'package\u200c.json',
    'ｐackage.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'index.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'jsconfig.json',
    'deno.json',
    'biome.json',
    'composer.json',
    'manifest.json',
    'starbox.config.json',
    'Starbox.Config.JSON',
    'vite.config.bin',
    'config.json',
    'pyrightconfig.json',
    'appsettings.Development.json',
    'tauri.conf.json',
    'Scarb.json',
    'Scarb',
    'GNUmakefile',
    'Dockerfile',
  ])('has no name that a program reads as configuration: %s', async (name) => {
    const expected = refused(/is read as configuration by/);
    await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(expected);
    expect(readdirSync(folder)).toEqual([]);
    // Nor is an empty file filled.
    writeFileSync(at(name), '');
    await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(expected);
    expect(readFileSync(at(name), 'utf8')).toBe('');
  });

  test('is no JSON if it is a state, which is not JSON', async () => {
    await expect(filesOf().write(at('a.json'), 'x', 'state', 'owner')).rejects.toMatchObject(
      refused('a new state file needs a name that ends in one of .starbox, .dump'),
    );
    await filesOf().write(at('a.starbox'), 'x', 'state', 'owner');
  });

  test.each(['node_modules/a.json', 'node_modules/dep/lib/a.json', 'a/Node_Modules/a.starbox', 'link/a.json'])(
    'is not below a folder of packages: %s',
    async (name) => {
      for (const each of ['node_modules/dep/lib', 'a/Node_Modules']) mkdirSync(at(each), { recursive: true });
      symlinkSync(at('node_modules/dep'), at('link'), 'junction');
      await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(
        refused('is below a folder of packages'),
      );
      // What a package brings may be loaded, but not replaced.
      writeFileSync(at(name), DUMP);
      await expect(filesOf().write(at(name), '[]', 'dump', 'all')).rejects.toMatchObject({ kind: 'dumpFailed' });
      expect(textOf(await filesOf().read(at(name)))).toBe(DUMP);
    },
  );

  test('may be below such a folder, or a hidden one, if the user named it', async () => {
    mkdirSync(at('node_modules/.cache/chains'), { recursive: true });
    const files = filesOf({ dumpPath: at('node_modules/.cache/chains/main.json') });
    await files.write(at('node_modules/.cache/chains/a.json'), DUMP, 'dump', 'all');
  });

  test('is limited in number, with those of other chains; removing one makes room', async () => {
    const allowance = new DiskAllowance({ files: 2, bytes: 1000 });
    const [main, box] = [filesOf({ allowance }), filesOf({ allowance })];
    await main.write(at('a.json'), DUMP, 'dump', 'all');
    await box.write(at('b.json'), DUMP, 'dump', 'all');
    const expected = refused('the files that requests have written since the start may be 2 at most. Remove some');
    for (const files of [main, box])
      await expect(files.write(at('c.json'), DUMP, 'dump', 'all')).rejects.toMatchObject(expected);
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json']);
    await box.write(at('a.json'), '[]', 'dump', 'all');
    rmSync(at('b.json'));
    await box.write(at('c.json'), DUMP, 'dump', 'all');
    await expect(main.write(at('b.json'), DUMP, 'dump', 'all')).rejects.toMatchObject(expected);
  });

  test('is limited in size together with the others; what fails is not counted, nor are the files of the start', async () => {
    const allowance = new DiskAllowance({ files: 9, bytes: 2.5 * DUMP.length });
    const files = filesOf({ allowance, dumpPath: at('main.json') });
    for (let i = 0; i < 5; i++)
      await expect(files.write(at('missing/a.json'), DUMP, 'dump', 'all')).rejects.toMatchObject(
        refused('No such file'),
      );
    for (const name of ['main.json', 'a.json', 'b.json', 'a.json', 'main.json'])
      await files.write(at(name), DUMP, 'dump', 'all');
    await expect(files.write(at('c.json'), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused(`may take ${2.5 * DUMP.length} bytes at most`),
    );
    // A write that fails leaves the count of the file as it is.
    rmSync(at('b.json'));
    const failing = allowance.write(at('a.json'), async (count) => {
      await count(1.5 * DUMP.length);
      throw new Error('no space');
    });
    await expect(failing).rejects.toThrow('no space');
    await files.write(at('b.json'), DUMP, 'dump', 'all');
    // Many at once do not pass together either.
    rmSync(at('b.json'));
    const all = await Promise.allSettled(
      ['c', 'd', 'e'].map((name) => files.write(at(`${name}.json`), DUMP, 'dump', 'all')),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test.each(['a.json:x', 'a.json.', 'a.json ', 'CON', 'nul.json', 'com¹.json', 'aux .json', 'a|b.json', 'LPT1.starbox'])(
  'Windows takes a name for something else: %s',
  (name) => expect(meansAnotherOnWindows(name)).toBe(true),
);

test.each(['a.json', 'console.json', 'com.json', 'nullable', 'a b.json', 'dump_1'])(
  'Windows takes a name as it is: %s',
  (name) => expect(meansAnotherOnWindows(name)).toBe(false),
);

describe('a file that a request names', () => {
  test.each([
    ['package.json', '{"name":"mine","scripts":{}}'],
    ['requests.json', '[{"method":"starknet_call"}]'],
    ['batch.json', '[{"jsonrpc":"2.0","method":"starknet_chainId","params":null,"id":1}]'],
    ['list.json', '[1, 2, 3]'],
    ['text.json', 'devnet_createBlock'],
    ['state.json', '{"format":"other-state","version":1}\n'],
    ['nothing.json', ' '],
  ])('is not replaced when it is somebody else’s: %s', async (name, content) => {
    writeFileSync(at(name), content);
    await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused('neither a dump nor a state'),
    );
    expect(readFileSync(at(name), 'utf8')).toBe(content);
    expect(left()).toEqual([]);
  });

  test.each([
    ['a dump', DUMP],
    ['a dump that was laid out anew', JSON.stringify(JSON.parse(DUMP), null, 2)],
    ['a dump whose members were sorted', '[{"id":1,"jsonrpc":"2.0","method":"devnet_mint","params":{}}]'],
    ['a dump that was cut off', DUMP.slice(0, 60)],
    ['an empty dump', '[]\n'],
  ])('is replaced when it is %s, whatever its name', async (_, content) => {
    writeFileSync(at('old.txt'), content);
    await filesOf().write(at('old.txt'), DUMP, 'dump', 'all');
    expect(readFileSync(at('old.txt'), 'utf8')).toBe(DUMP);
    expect(readdirSync(folder)).toEqual(['old.txt']);
  });

  test.each(['main.ts', 'run.sh', '__init__.py', 'requirements.txt', 'rules.mk'])(
    'is not made under a name that another program may read: %s',
    async (name) => {
      await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(refused('.json, .starbox'));
      writeFileSync(at(name), '');
      await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(refused('.json, .starbox'));
      expect(readFileSync(at(name), 'utf8')).toBe('');
    },
  );

  test.each([
    'a.json',
    'A.JSON',
    'my.dump.json',
    'a.starbox',
    'a.dump',
    'a.state',
    'a.snapshot',
    'a.bin',
    'dump',
    'dump_1-2',
    'tmp17',
  ])('is made as %s, and of nothing', async (name) => {
    await filesOf().write(at(name), DUMP, 'dump', 'all');
    expect(readFileSync(at(name), 'utf8')).toBe(DUMP);
    writeFileSync(at(name), '');
    await filesOf().write(at(name), DUMP, 'dump', 'all');
    expect(textOf(await filesOf().read(at(name)))).toBe(DUMP);
  });

  test.each(['.env', '.env.json', '.git/config.json', 'a/.hidden/x.json', '.dump'])(
    'has no name that begins with a dot: %s',
    async (name) => {
      mkdirSync(at('.git'));
      mkdirSync(at('a/.hidden'), { recursive: true });
      await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(refused('begin with a dot'));
      writeFileSync(at(name), DUMP);
      await expect(filesOf().write(at(name), '[]', 'dump', 'all')).rejects.toMatchObject(refused('begin with a dot'));
      await expect(filesOf().read(at(name))).rejects.toMatchObject(refused('begin with a dot'));
      expect(readFileSync(at(name), 'utf8')).toBe(DUMP);
    },
  );

  test('may lie below a folder with a dot if that is the folder of the start', async () => {
    mkdirSync(at('.starbox'));
    const path = at('.starbox/chain.json');
    await filesOf({ dumpPath: at('.starbox/mine.json') }).write(path, DUMP, 'dump', 'all');
    expect(readFileSync(path, 'utf8')).toBe(DUMP);
  });

  test('may have any name if it is the file of the start, but is still not replaced when it is foreign', async () => {
    const files = filesOf({ statePath: join(elsewhere, '.chain'), dumpPath: at('GNUmakefile') });
    await files.write(at('GNUmakefile'), DUMP, 'dump', 'all');
    await files.write(join(elsewhere, '.chain'), DUMP, 'state', 'owner');
    writeFileSync(at('GNUmakefile'), 'all:\n');
    await expect(files.write(at('GNUmakefile'), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused('does not replace it'),
    );
    expect(readFileSync(at('GNUmakefile'), 'utf8')).toBe('all:\n');
  });

  test('is replaced by a file of its own kind only, and a file of the start never holds the other kind', async () => {
    const STATE = '{"format":"starbox-state","version":1,"sha256":"","bytes":0}\n';
    writeFileSync(at('a.starbox'), STATE);
    writeFileSync(at('a.json'), DUMP);
    await expect(filesOf().write(at('a.starbox'), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused('is a state file, so a dump does not replace it'),
    );
    await expect(filesOf().write(at('a.json'), STATE, 'state', 'owner')).rejects.toMatchObject(
      refused('is a dump, so a state file does not replace it'),
    );
    await filesOf().write(at('a.starbox'), STATE, 'state', 'owner');
    const files = filesOf({ statePath: at('chain.starbox'), dumpPath: at('dump.json') });
    await expect(files.write(at('chain.starbox'), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused('is kept for the state of this chain'),
    );
    await expect(files.write(at('dump.json'), STATE, 'state', 'owner')).rejects.toMatchObject(
      refused('is kept for the dump of this chain'),
    );
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'a.starbox']);
  });

  test('is not written while another process holds it', async () => {
    writeFileSync(at('a.json'), DUMP);
    const lock = at('a.json.lock');
    const hold = (pid: number) => writeFileSync(lock, JSON.stringify({ pid, host: hostname() }));
    hold(process.ppid);
    await expect(filesOf().write(at('a.json'), '[]', 'dump', 'all')).rejects.toMatchObject(
      refused(`is in use by process ${process.ppid}`),
    );
    expect(textOf(await filesOf().read(at('a.json')))).toBe(DUMP);
    // Its holder has given no sign of life for an hour.
    utimesSync(lock, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600);
    await filesOf().write(at('a.json'), '[]', 'dump', 'all');
    hold(process.pid);
    await filesOf().write(at('a.json'), '[]', 'dump', 'all');
  });

  test('lies in an allowed folder, and does not exist elsewhere', async () => {
    writeFileSync(join(elsewhere, 'a.json'), DUMP);
    for (const path of [join(elsewhere, 'a.json'), at('../a.json'), at(`x/../../a.json`), '/etc/passwd', '']) {
      await expect(filesOf().read(path)).rejects.toMatchObject({
        kind: 'dumpFailed',
        message: 'The file does not exist',
      });
      await expect(filesOf().write(path, DUMP, 'dump', 'all')).rejects.toMatchObject({ kind: 'dumpFailed' });
    }
    await expect(filesOf().read(at('a\0.json'))).rejects.toMatchObject(refused('control characters'));
    await expect(filesOf().write(at('a\n.json'), DUMP, 'dump', 'all')).rejects.toMatchObject(
      refused('control characters'),
    );
    expect(readFileSync(join(elsewhere, 'a.json'), 'utf8')).toBe(DUMP);
  });

  onPosix('is not reached through links that lead out', async () => {
    writeFileSync(join(elsewhere, 'a.json'), DUMP);
    symlinkSync(join(elsewhere, 'a.json'), at('link.json'));
    symlinkSync(elsewhere, at('folder'));
    symlinkSync(join(elsewhere, 'new.json'), at('dangling.json'));
    for (const name of ['link.json', 'folder/a.json'])
      await expect(filesOf().read(at(name))).rejects.toMatchObject({ message: 'The file does not exist' });
    for (const name of ['link.json', 'folder/a.json', 'folder/new.json', 'dangling.json'])
      await expect(filesOf().write(at(name), '[]', 'dump', 'all')).rejects.toMatchObject({ kind: 'dumpFailed' });
    expect(readdirSync(elsewhere)).toEqual(['a.json']);
    expect(readFileSync(join(elsewhere, 'a.json'), 'utf8')).toBe(DUMP);
    expect(lstatSync(at('dangling.json')).isSymbolicLink()).toBe(true);
  });

  onPosix('is reached through links that stay inside, which stay links', async () => {
    writeFileSync(at('a.json'), DUMP);
    symlinkSync(at('a.json'), at('link.json'));
    expect(textOf(await filesOf().read(at('link.json')))).toBe(DUMP);
    await filesOf().write(at('link.json'), '[]', 'dump', 'all');
    expect(readFileSync(at('a.json'), 'utf8')).toBe('[]');
    expect(lstatSync(at('link.json')).isSymbolicLink()).toBe(true);
  });

  onPosix('is never a FIFO, a socket, a device or a folder, and none of them is waited for', async () => {
    execFileSync('mkfifo', [at('fifo.json')]);
    mkdirSync(at('folder.json'));
    const server = createServer().listen(at('socket.json'));
    await once(server, 'listening');
    try {
      for (const [name, reason] of [
        ['fifo.json', 'is a FIFO'],
        ['socket.json', 'is a socket'],
        ['folder.json', 'Is a directory (os error 21)'],
      ] as const) {
        // More than there are threads for files.
        const reads = Array.from({ length: 8 }, () => filesOf().read(at(name)));
        for (const each of await Promise.allSettled(reads))
          expect(each).toMatchObject({ status: 'rejected', reason: refused(reason) });
        await expect(filesOf().write(at(name), DUMP, 'dump', 'all')).rejects.toMatchObject(refused(reason));
      }
      const null_ = nodeFiles({
        ...{ dumpPath: '/dev/null', dumpDir: undefined, statePath: undefined },
        maxBytes: 9,
        kindOfFile,
      });
      await expect(null_.read('/dev/null')).rejects.toMatchObject(refused('is a device'));
      await expect(null_.write('/dev/null', DUMP, 'dump', 'all')).rejects.toMatchObject(refused('is a device'));
    } finally {
      server.close();
    }
    expect(lstatSync(at('fifo.json')).isFIFO()).toBe(true);
  });

  test('is read up to a size that is known before, and the error names both numbers', async () => {
    writeFileSync(at('large.json'), ' '.repeat(1001));
    await expect(filesOf().read(at('large.json'))).rejects.toMatchObject(refused(/has 1001 bytes; at most 1000/));
    writeFileSync(at('large.json'), ' '.repeat(1000));
    expect(await filesOf().read(at('large.json'))).toHaveLength(1000);
  });

  onPosix('keeps the permissions that its owner gave it', async () => {
    await filesOf().write(at('a.json'), DUMP, 'dump', 'all');
    chmodSync(at('a.json'), 0o600);
    await filesOf().write(at('a.json'), DUMP, 'dump', 'all');
    expect(statSync(at('a.json')).mode & 0o777).toBe(0o600);
  });
});
