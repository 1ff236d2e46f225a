import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ListFile } from '../../src/platform/listFile.ts';
import { removeLeftovers } from '../../src/platform/temporaryFile.ts';
import { kindOfFile } from '../../src/rpc/journal/ownFile.ts';
import { skipUnless } from '../support/skipUnless.ts';

let folder: string;
let path: string;
let list: ListFile;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-list-')));
  path = join(folder, 'dump.json');
  list = new ListFile(path, { kind: 'dump', name: 'dump.json', kindOfFile });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const item = (id: number) => `{"jsonrpc":"2.0","method":"devnet_mint","params":null,"id":${id}}`;
const ids = () => JSON.parse(readFileSync(path, 'utf8')).map(({ id }: { id: number }) => id);

describe('a list in a file', () => {
  test('grows, however many items come at once, and is written as other sandboxes write it', async () => {
    await list.replace([item(1), item(2)], 'all');
    for (const added of [[3], [4, 5], [6], [7, 8, 9]]) expect(await list.append(added.map(item), 'all')).toBe(true);
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(readFileSync(path, 'utf8')).toBe(`[${item(1)},${item(2)}, ${[3, 4, 5, 6, 7, 8, 9].map(item).join(', ')}]`);
    await list.replace([item(1)], 'all');
    expect(await list.append([item(2)], 'all')).toBe(true);
    expect(ids()).toEqual([1, 2]);
    await list.replace([], 'all');
    expect(readdirSync(folder)).toEqual([]);
    expect(await list.append([item(1)], 'all')).toBe(false);
  });

  test('is whole for everybody who reads it while it grows', async () => {
    await list.replace([item(0)], 'all');
    let isWriting = true;
    const long = 'x'.repeat(20_000);
    const write = async () => {
      for (let id = 1; id <= 100; id++)
        await list.append([`{"jsonrpc":"2.0","method":"devnet_mint","params":"${long}","id":${id}}`], 'all');
      isWriting = false;
    };
    const read = async () => {
      let reads = 0;
      for (let known = 0; isWriting; reads++) {
        const found = ids();
        expect(found.length).toBeGreaterThanOrEqual(known);
        expect(found).toEqual(Array.from({ length: found.length }, (_, id) => id));
        known = found.length;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return reads;
    };
    const [, reads] = await Promise.all([write(), read()]);
    expect(reads).toBeGreaterThan(10);
    expect(ids()).toHaveLength(101);
  });

  test('is not added to when somebody has changed or removed it, and is not replaced when it is foreign now', async () => {
    await list.replace([item(1)], 'all');
    writeFileSync(path, `[${item(7)}]`);
    expect(await list.append([item(2)], 'all')).toBe(false);
    expect(ids()).toEqual([7]);
    await list.replace([item(1), item(2)], 'all');
    expect(await list.append([item(3)], 'all')).toBe(true);
    rmSync(path);
    expect(await list.append([item(4)], 'all')).toBe(false);
    await list.replace([item(1)], 'all');
    writeFileSync(path, 'my notes');
    expect(await list.append([item(2)], 'all')).toBe(false);
    for (const items of [[item(1)], []])
      await expect(list.replace(items, 'all')).rejects.toThrow('neither a dump nor a state file');
    expect(readFileSync(path, 'utf8')).toBe('my notes');
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'is for its owner alone from the item with a key on',
    async () => {
      const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
      await list.replace([item(1)], 'all');
      chmodSync(path, 0o644);
      await list.append([item(2)], 'all');
      expect(modes()).toEqual([0o644, 0o644]);
      await list.append([item(3)], 'owner');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await list.append([item(4)], 'all');
      expect(modes()).toEqual([0o600, 0o600]);
      expect(ids()).toEqual([1, 2, 3, 4]);
    },
  );

  test('leaves nothing behind that a start would not remove', async () => {
    const foreign = [
      'dump.json.tmp',
      'dump.json.x.1.tmp',
      'other.json.1.2.tmp',
      'dump.json.12.12345678901g.tmp',
      'dump.json.1.2.tmp.bak',
    ];
    for (const name of [...foreign, 'dump.json.17.3.tmp', 'dump.json.17.0123456789ab.tmp'])
      writeFileSync(join(folder, name), '');
    await list.replace([item(1)], 'all');
    await list.append([item(2)], 'all');
    expect(readdirSync(folder)).toHaveLength(foreign.length + 4);
    await removeLeftovers(path);
    // The second file of this process is in use.
    expect(readdirSync(folder)).toHaveLength(foreign.length + 2);
    expect(await list.append([item(3)], 'all')).toBe(true);
    await list.replace([], 'all');
    expect(readdirSync(folder).sort()).toEqual(foreign.sort());
  });
});
