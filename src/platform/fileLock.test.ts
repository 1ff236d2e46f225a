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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { skipUnless } from '../../test/support/skipUnless.ts';
import { FileLock } from './fileLock.ts';
import { lifeOf, ownIdentity, type ProcessIdentity } from './processIdentity.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-lock-')));
  path = join(folder, 'chain.starbox');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = () => FileLock.take(path, '--state chain.starbox', { endingMs: 400, silenceMs: 600 });
const lockFile = () => `${path}.lock`;
const holdBy = (identity: Partial<ProcessIdentity>) =>
  writeFileSync(lockFile(), JSON.stringify({ ...ownIdentity(), ...identity }));

/** A process that does nothing. */
const idle = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)']);
  await once(child.stdout, 'data');
  return child;
};

describe('a lock', () => {
  test('is held by one, who is named to all others, and is gone when it is released', async () => {
    const lock = await take();
    await expect(take()).rejects.toThrow(`--state chain.starbox is in use by process ${process.pid} (${lockFile()})`);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    (await take()).release();
  });

  test('is waited for while its holder is just ending', async () => {
    const lock = await take();
    setTimeout(() => lock.release(), 150);
    (await take()).release();
  });

  test('is not released by one who has lost it', async () => {
    const lock = await take();
    holdBy({ pid: process.ppid });
    lock.release();
    expect(existsSync(lockFile())).toBe(true);
  });

  test('of a process that is gone is taken away', async () => {
    const child = await idle();
    holdBy({ pid: child.pid! });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await take();
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject(ownIdentity());
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a process whose id another process has now is taken away', async () => {
    const child = await idle();
    try {
      // Years before that process.
      holdBy({ pid: child.pid!, started: 1 });
      (await take()).release();
      holdBy({ pid: process.pid, started: 1 });
      (await take()).release();
    } finally {
      child.kill('SIGKILL');
    }
  });

  test.runIf(skipUnless(process.platform === 'linux', 'this system is not Linux'))(
    'of a process that has ended unnoticed by its parent is taken away',
    async () => {
      // The shell starts a process and becomes one that never asks for it. That takes less than the second after which the process ends.
      const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30']);
      const [text] = await once(parent.stdout, 'data');
      const pid = Number(text);
      const stat = () =>
        readFileSync(`/proc/${pid}/stat`, 'latin1')
          .replace(/^.*\) /, '')
          .split(' ');
      while (stat()[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 10));
      holdBy({ pid, started: Number(stat()[19]) });
      (await take()).release();
      parent.kill('SIGKILL');
    },
  );

  test('of another machine stands as long as its holder gives signs of life', async () => {
    holdBy({ host: 'elsewhere', place: 'elsewhere', pid: 1 });
    const signs = setInterval(() => utimesSync(lockFile(), new Date(), new Date()), 50);
    await expect(take()).rejects.toThrow('is in use by process 1 on elsewhere');
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
    for (let round = 0; round < 10; round++) {
      holdBy({ pid: process.pid, started: 1 });
      const takes = await Promise.allSettled(Array.from({ length: 8 }, take));
      const won = takes.filter((each) => each.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const { value } of won) value.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});

describe('a process', () => {
  test('is known by more than its id', async () => {
    const own = ownIdentity();
    expect(lifeOf(own)).toBe('alive');
    expect(lifeOf({ ...own, started: own.started - 3_600_000 })).toBe('gone');
    expect(lifeOf({ ...own, place: 'elsewhere' })).toBe('unknown');
    expect(lifeOf({ ...own, pid: 2 ** 22 + 1 })).toBe('gone');
  });
});
