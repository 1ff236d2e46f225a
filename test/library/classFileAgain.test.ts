import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readClassSource } from '../../src/library/files/classFile.ts';
import { nodePlatform } from '../../src/libraryNode/nodePlatform.ts';
import '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-class-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a class file is read once, and again when it has changed', async () => {
  const path = join(folder, 'counter.json');
  copyFileSync('contracts/classes/counter_before.sierra.json', path);
  const before = await readClassSource(path);
  expect(await readClassSource(path)).toBe(before);
  copyFileSync('contracts/classes/counter_after.sierra.json', path);
  const after = await readClassSource(path);
  expect(after.sierraProgram).not.toEqual(before.sierraProgram);
});

test('a file that has not been written for a while is not read again', async () => {
  const path = join(folder, 'settled.json');
  copyFileSync('contracts/classes/counter_before.sierra.json', path);
  // The clock of this process is ahead of that of the file, as if some time had passed.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  try {
    const { size } = statSync(path);
    const read = vi.spyOn(nodePlatform, 'readBytes');
    const before = await readClassSource(path);
    expect(await readClassSource(path)).toBe(before);
    expect(read).toHaveBeenCalledTimes(1);
    // As long as before, and with the same time of its last change: the time of the change of its data about itself tells.
    const { atime, mtime } = statSync(path);
    truncateSync(path, 0);
    writeFileSync(path, '{'.padEnd(size));
    utimesSync(path, atime, mtime);
    await expect(readClassSource(path)).rejects.toThrow('settled.json');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test('a file that has just been written is read again', async () => {
  const path = join(folder, 'young.json');
  copyFileSync('contracts/classes/counter_before.sierra.json', path);
  const read = vi.spyOn(nodePlatform, 'readBytes');
  await readClassSource(path);
  await readClassSource(path);
  expect(read).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});
