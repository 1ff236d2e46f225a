import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { skipUnless } from '../../test/support/skipUnless.ts';
import { startCompileCache } from './compileCache.ts';

const isWindows = process.platform === 'win32';
let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'starbox-code-'));
  folder = join(home, 'starbox', 'code');
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** The folders in which Node was asked to keep code. */
function usedFolders(asked = folder): string[] {
  const used: string[] = [];
  startCompileCache(asked, (path) => used.push(path));
  return used;
}

test('code is kept in a folder that only the user can read or write', () => {
  expect(usedFolders()).toEqual([folder]);
  if (!isWindows) for (const path of [folder, dirname(folder)]) expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(usedFolders()).toEqual([folder]);
});

test.runIf(skipUnless(!isWindows, 'this system is Windows'))('a folder where others can write is not used', () => {
  for (const [path, mode] of [
    [folder, 0o770],
    [folder, 0o703],
    [dirname(folder), 0o777],
  ] as const) {
    expect(usedFolders()).toEqual([folder]);
    chmodSync(path, mode);
    expect(usedFolders()).toEqual([]);
    chmodSync(path, 0o700);
  }
});

test.runIf(skipUnless(!isWindows, 'this system is Windows'))('a folder of another user is not used', () => {
  const own = process.getuid!();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  vi.spyOn(process as Required<NodeJS.Process>, 'getuid').mockReturnValue(own + 1);
  expect(usedFolders()).toEqual([]);
});

test.runIf(skipUnless(!isWindows, 'this system is Windows'))('a link in place of the folder is not followed', () => {
  mkdirSync(dirname(folder), { mode: 0o700 });
  symlinkSync(home, folder);
  expect(usedFolders()).toEqual([]);
});

test('there is no cache where no folder can be made, or for those who do not want one', () => {
  startCompileCache(undefined, () => expect.unreachable());
  expect(usedFolders()).toEqual([folder]);
  writeFileSync(join(home, 'file'), '');
  expect(usedFolders(join(home, 'file', 'code'))).toEqual([]);
  rmSync(dirname(folder), { recursive: true });
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  expect(usedFolders()).toEqual([]);
  expect(existsSync(dirname(folder))).toBe(false);
});
