import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skipUnless } from '../../test/support/skipUnless.ts';
import { FileLock } from './fileLock.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-lock-')));
  path = join(folder, 'chain.starbox');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes the lock; a holder that gives no sign for `silenceMs` is gone. */
const take = (silenceMs = 600, endingMs = 400) => FileLock.take(path, '--state chain.starbox', { endingMs, silenceMs });
/** Longer than this process ever waits for the processor, so that its own signs of life come in time. */
const LONG_SILENCE = 6000;
const lockFile = () => `${path}.lock`;
const holdBy = (pid: number, host = hostname()) => writeFileSync(lockFile(), JSON.stringify({ pid, host }));

/** A process that does nothing. */
const idle = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)']);
  await once(child.stdout, 'data');
  return child;
};

describe('a lock', () => {
  test('is held by one, who is named to all others, and is gone when it is released', async () => {
    const lock = await take(LONG_SILENCE);
    await expect(take(LONG_SILENCE)).rejects.toThrow(
      `--state chain.starbox is in use by process ${process.pid} (${lockFile()})`,
    );
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    (await take()).release();
  });

  test('is waited for while its holder is just ending', async () => {
    const lock = await take(LONG_SILENCE);
    setTimeout(() => lock.release(), 150);
    (await take(LONG_SILENCE, 5000)).release();
  });

  test('that has become free is taken, even if the time to wait is over by then', async () => {
    holdBy(process.ppid);
    const late = take(600_000, 0);
    setTimeout(() => rmSync(lockFile()), 150);
    (await late).release();
  });

  test('is not released by one who has lost it', async () => {
    const lock = await take();
    holdBy(process.ppid);
    lock.release();
    expect(existsSync(lockFile())).toBe(true);
  });

  test('of a process that is gone is taken away', async () => {
    const child = await idle();
    holdBy(child.pid!);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await take();
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a process whose id another process has now is taken away, since nobody gives signs of life', async () => {
    holdBy(process.ppid);
    (await take()).release();
  });

  test('of another machine stands as long as its holder gives signs of life', async () => {
    holdBy(1, 'elsewhere');
    const signs = setInterval(() => utimesSync(lockFile(), new Date(), new Date()), 50);
    await expect(take(LONG_SILENCE)).rejects.toThrow('is in use by process 1 on elsewhere');
    clearInterval(signs);
    (await take()).release();
  });

  test('that nobody has written is taken away after a while', async () => {
    writeFileSync(lockFile(), '');
    (await take()).release();
  });

  test('is not taken for one when it is a file of somebody else', async () => {
    writeFileSync(lockFile(), '# yarn lockfile v1');
    await expect(take()).rejects.toThrow('is no lock of ours');
    expect(readFileSync(lockFile(), 'utf8')).toBe('# yarn lockfile v1');
  });

  test.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
    'that is no regular file is an error',
    async () => {
      symlinkSync(join(folder, 'nowhere'), lockFile());
      await expect(take()).rejects.toThrow('symbolic link');
    },
  );

  test('that was abandoned goes to one of all who come at once', async () => {
    const child = await idle();
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (let round = 0; round < 3; round++) {
      holdBy(child.pid!);
      const takes = await Promise.allSettled(Array.from({ length: 8 }, () => take(LONG_SILENCE)));
      const won = takes.filter((each) => each.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const { value } of won) value.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
