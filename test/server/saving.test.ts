import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { startProgram } from '../support/program.ts';
import { rpc } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-saving-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const start = (...args: string[]) => startProgram(folder, '--seed', '1', ...args);
/** Only users other than root are refused by the system. */
const isRoot = process.getuid?.() === 0;

describe.runIf(isBuilt)('a chain that is to be saved (needs dist/)', () => {
  test.each([
    ['--state'],
    ['--dump-on exit --dump-path'],
    ['--dump-on block --dump-path'],
    ['--dump-on request --dump-path'],
  ])('is refused at start where it could not be written: %s', async (options) => {
    const args = options.split(' ');
    await expect(start(...args, join(folder, 'nowhere/x.json'))).rejects.toThrow(
      /^Error: --\S+ .+nowhere[\\/]x\.json cannot be written: there is no folder .+nowhere\. Make it, or choose another/,
    );
    mkdirSync(join(folder, 'folder.json'));
    await expect(start(...args, 'folder.json')).rejects.toThrow('cannot be written: it is a folder');
    await expect(start(...args, '///')).rejects.toThrow('cannot be written: it is a folder');
    writeFileSync(join(folder, 'package.json'), '{}');
    await expect(start(...args, 'package.json')).rejects.toThrow(/package\.json/);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{}');
    if (process.platform !== 'win32') {
      await expect(start(...args, '/dev/null')).rejects.toThrow('it is a device');
      await expect(start(...args, 'package.json/x.json')).rejects.toThrow('there is no folder');
    }
    if (process.platform !== 'win32' && !isRoot) {
      mkdirSync(join(folder, 'closed'), { mode: 0o500 });
      await expect(start(...args, 'closed/x.json')).rejects.toThrow('Permission denied');
    }
  });

  test('is refused if the existing file is not a dump, and if both files are the same', async () => {
    const first = await start('--state', 'chain.starbox');
    expect(await first.end('SIGTERM')).toBe(0);
    writeFileSync(join(folder, 'notes.json'), '{"mine":1}');
    await expect(start('--state', 'chain.starbox', '--dump-on', 'exit', '--dump-path', 'notes.json')).rejects.toThrow(
      '--dump-path notes.json is neither a dump nor a state file, so a dump does not replace it',
    );
    await expect(
      start('--state', 'chain.starbox', '--dump-on', 'exit', '--dump-path', './chain.starbox'),
    ).rejects.toThrow('is the file of --state too');
    expect(readFileSync(join(folder, 'notes.json'), 'utf8')).toBe('{"mine":1}');
  });

  test('uses the temporary folder when the file cannot be written at the end, and the program exits with 1', async () => {
    const place = join(folder, 'place');
    const temporary = join(folder, 'temporary');
    mkdirSync(place);
    mkdirSync(temporary);
    process.env['TMPDIR'] = process.env['TEMP'] = temporary;
    try {
      const args = ['--state', 'place/chain.starbox', '--dump-on', 'exit', '--dump-path', 'place/dump.json'];
      const server = await start(...args);
      await rpc(server.url, 'devnet_mint', { address: '0x77', amount: 5 });
      rmSync(place, { recursive: true });
      expect(await server.end('SIGTERM')).toBe(1);
      const output = server.output();
      const copies = readdirSync(temporary).sort();
      expect(copies).toHaveLength(2);
      for (const copy of copies) {
        expect(output).toContain(join(temporary, copy));
        expect(copy).toMatch(/^starbox-[0-9a-f]{24}\.(json|starbox)$/);
        if (process.platform !== 'win32') expect(statSync(join(temporary, copy)).mode & 0o777).toBe(0o600);
      }
      expect(output).toContain('The state could not be written to place/chain.starbox: ');
      expect(output).toContain('The dump could not be written to place/dump.json: ');
      const [state] = copies.filter((name) => name.endsWith('.starbox'));
      const again = await start('--state', join(temporary, state!));
      expect(await rpc(again.url, 'devnet_getAccountBalance', { address: '0x77' })).toMatchObject({ amount: '5' });
      await again.end('SIGKILL');
      const [dump] = copies.filter((name) => name.endsWith('.json'));
      expect(JSON.parse(readFileSync(join(temporary, dump!), 'utf8'))).toHaveLength(1);
    } finally {
      delete process.env['TMPDIR'];
      delete process.env['TEMP'];
    }
  });

  test('does not overwrite a file that another program has written meanwhile', async () => {
    const server = await start('--state', 'chain.starbox');
    writeFileSync(join(folder, 'chain.starbox'), 'my notes');
    expect(await server.end('SIGTERM')).toBe(1);
    expect(readFileSync(join(folder, 'chain.starbox'), 'utf8')).toBe('my notes');
    const [copy] = /\S+starbox-[0-9a-f]{24}\.starbox/.exec(server.output())!;
    rmSync(copy);
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'is written to where a link leads, and the link stays',
    async () => {
      mkdirSync(join(folder, 'real'));
      symlinkSync(join(folder, 'real/chain.starbox'), join(folder, 'link.starbox'));
      await expect(start('--state', 'link.starbox')).rejects.toThrow('it is a symbolic link that leads to no file');
      writeFileSync(join(folder, 'real/dump.json'), '[]');
      symlinkSync(join(folder, 'real/dump.json'), join(folder, 'link.json'));
      const server = await start('--dump-on', 'exit', '--dump-path', 'link.json');
      await rpc(server.url, 'devnet_createBlock');
      expect(await server.end('SIGINT')).toBe(0);
      expect(JSON.parse(readFileSync(join(folder, 'real/dump.json'), 'utf8'))).toHaveLength(1);
      expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
    },
  );
});
