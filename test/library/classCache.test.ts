import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClassCache } from '../../src/classes/classCache.ts';
import { Sandbox, SandboxOptionError } from '../../src/index.ts';
import { providePlatform } from '../../src/library/platform.ts';
import { nodePlatform } from '../../src/libraryNode/nodePlatform.ts';
import { isBuilt } from '../support/build.ts';
import { skipUnless } from '../support/skipUnless.ts';

const classFile = fileURLToPath(new URL('../../contracts/classes/steps.sierra.json', import.meta.url));
const library = new URL('../../dist/index.js', import.meta.url).href;
const built = test.runIf(isBuilt);
const onPosix = test.runIf(isBuilt && skipUnless(process.getuid !== undefined, 'this system is Windows'));
const asUser = test.runIf(isBuilt && skipUnless(!!process.getuid?.(), 'root can write to every folder'));

let caches: string;
beforeEach(async () => {
  caches = await mkdtemp(join(tmpdir(), 'starbox-library-classes-'));
});
afterEach(() => rm(caches, { recursive: true }));

/** Declares a class in a process of its own, and returns what it writes to its standard error. */
async function declareIn(env: Readonly<Record<string, string>>, options = '{}', more = ''): Promise<string> {
  const code = `
    import { Sandbox } from ${JSON.stringify(library)};
    const box = await Sandbox.create(${options});
    await box.declare(${JSON.stringify(classFile)});
    ${more}
    await box.close();`;
  const { STARBOX_CLASS_CACHE: _, ...usual } = process.env;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...usual, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, HOME: caches, ...env },
  });
  return stderr;
}

async function filesIn(folder: string): Promise<readonly { readonly name: string; readonly ino: number }[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => ({ name, ino: (await stat(join(folder, name))).ino })));
}

built('a class that one process compiled is found by the next one', async () => {
  const folder = join(caches, 'chosen');
  const env = { STARBOX_CLASS_CACHE: folder };
  expect(await declareIn(env)).toBe('');
  const written = await filesIn(folder);
  expect(written).toEqual([{ name: expect.stringMatching(/^[0-9a-f]{64}\.class$/), ino: expect.any(Number) }]);
  // A file that is written again is another one.
  expect(await declareIn({}, `{ classCache: ${JSON.stringify(folder)} }`)).toBe('');
  expect(await filesIn(folder)).toEqual(written);
});

built('processes that start together leave one file of a class', async () => {
  const env = { STARBOX_CLASS_CACHE: join(caches, 'shared') };
  const outputs = await Promise.all([0, 1, 2].map(() => declareIn(env)));
  expect(outputs).toEqual(['', '', '']);
  expect(await filesIn(join(caches, 'shared'))).toHaveLength(1);
});

built("the default is the user's cache folder, and `off` leaves it alone", async () => {
  await declareIn({}, "{ classCache: 'off' }");
  await declareIn({ STARBOX_CLASS_CACHE: 'off' });
  expect(await readdir(caches)).toEqual([]);
  await declareIn({});
  expect(await readdir(caches, { recursive: true })).toContainEqual(
    expect.stringMatching(/classes.[0-9a-f]{64}\.class$/),
  );
});

onPosix('a folder that others can write is not used, with one warning', async () => {
  const folder = join(caches, 'open');
  await mkdir(folder);
  await chmod(folder, 0o777);
  const another = JSON.stringify(classFile.replace('steps', 'ledger'));
  const warned = await declareIn({ STARBOX_CLASS_CACHE: folder }, '{}', `await box.declare(${another});`);
  expect(warned.match(/is not used, because this folder can be written by other users/g)).toHaveLength(1);
  expect(await readdir(folder)).toEqual([]);
});

asUser('a folder that cannot be written is no failure', async () => {
  const folder = join(caches, 'fixed');
  await mkdir(folder, { mode: 0o500 });
  expect(await declareIn({ STARBOX_CLASS_CACHE: folder })).toMatch(
    /^[^\n]*StarboxWarning: The class cache in [^\n]*cannot be saved[^\n]*\n[^\n]*\n$/,
  );
  expect(await readdir(folder)).toEqual([]);
});

/** A cache that remembers in memory what it was asked. */
function countedCache() {
  const asked = { found: 0, saved: 0 };
  const cache: ClassCache = {
    find: async () => {
      asked.found++;
      return undefined;
    },
    save: () => void asked.saved++,
    giveUp: async () => undefined,
    flush: async () => undefined,
  };
  return { cache, asked };
}

test('two sandboxes of one process compile a class once, and so does a saved state', async () => {
  const { cache, asked } = countedCache();
  providePlatform({ ...nodePlatform, classCache: () => cache });
  try {
    const options = { classCache: join(caches, 'counted'), accounts: 1, seed: 7 };
    await using first = await Sandbox.create(options);
    await using second = await Sandbox.create(options);
    await first.declare(classFile);
    await second.declare(classFile);
    await using third = await Sandbox.create({ classCache: options.classCache, state: await first.saveState() });
    expect(await third.declare(classFile)).toMatchObject({ transactionHash: undefined });
    expect(asked).toEqual({ found: 1, saved: 1 });
  } finally {
    providePlatform(nodePlatform);
  }
});

test.each([7, '', {}])('the folder cannot be %j', async (value) => {
  const created = Sandbox.create({ classCache: value as string });
  await expect(created).rejects.toThrow(SandboxOptionError);
  await expect(created).rejects.toThrow("invalid value for 'classCache': expected the path of a folder");
});
