import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskAllowance } from './diskAllowance.ts';
import { nodeFiles } from './files.ts';

const DUMP = '[{"jsonrpc":"2.0","method":"devnet_createBlock","params":null,"id":1}]';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-pieces-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filesOf = (allowance = new DiskAllowance({ files: 9, bytes: 10_000 })) =>
  nodeFiles({
    dumpPath: undefined,
    statePath: undefined,
    maxBytes: 1000,
    allowance,
    dumpDir: folder,
    kindOfFile: () => 'dump',
  });
const at = (name: string) => join(folder, name);
const left = () => readdirSync(folder).filter((name) => name.endsWith('.tmp'));

describe('a file that is given in pieces', () => {
  const piece = new TextEncoder().encode('[{"jsonrpc":"2.0","method":"devnet_mint"}');

  test('has all of them, and its start is replaced at the end', async () => {
    await filesOf().write(
      at('a.json'),
      async (file) => {
        for (const part of [' ', DUMP.slice(1, 20), DUMP.slice(20)]) await file.append(new TextEncoder().encode(part));
        await file.replaceStart(new TextEncoder().encode('['));
      },
      'dump',
      'all',
    );
    expect(readFileSync(at('a.json'), 'utf8')).toBe(DUMP);
    expect(left()).toEqual([]);
  });

  test('is removed if it becomes larger than the files of a run may be; the file before it stays', async () => {
    const files = filesOf(new DiskAllowance({ files: 2, bytes: 2 * DUMP.length }));
    await files.write(at('a.json'), DUMP, 'dump', 'all');
    let given = 0;
    const endless = files.write(
      at('a.json'),
      async (file) => {
        for (; given < 1000; given++) await file.append(piece);
      },
      'dump',
      'all',
    );
    await expect(endless).rejects.toMatchObject({
      kind: 'dumpFailed',
      message: expect.stringContaining('bytes at most'),
    });
    expect(given).toBeLessThan(5);
    expect(readFileSync(at('a.json'), 'utf8')).toBe(DUMP);
    expect(left()).toEqual([]);
    await files.write(at('b.json'), DUMP, 'dump', 'all');
  });

  test('counts while it grows, although it has no name yet', async () => {
    const files = filesOf(new DiskAllowance({ files: 9, bytes: 2 * DUMP.length }));
    const content = async (file: { append: (bytes: Uint8Array) => Promise<void> }) => {
      await file.append(piece);
      await file.append(piece);
    };
    const all = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => files.write(at(`${name}.json`), content, 'dump', 'all')),
    );
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
  });

  test('fails with the error of whoever gives it, and leaves nothing', async () => {
    const error = new Error('the client left');
    const content = async (file: { append: (bytes: Uint8Array) => Promise<void> }) => {
      await file.append(piece);
      throw error;
    };
    await expect(filesOf().write(at('a.json'), content, 'dump', 'all')).rejects.toBe(error);
    expect(readdirSync(folder)).toEqual([]);
  });
});
