import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScript } from './codeCache.ts';

let home: string;
let script: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'starbox-code-'));
  script = join(home, 'script.cjs');
  folder = join(home, '.cache');
  writeFileSync(
    script,
    'exports.answer = () => 41 + 1; exports.where = __filename; exports.path = require("node:path");',
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const answer = (of: unknown) => (of as { answer(): number }).answer();
const kept = () => join(folder, 'code.bin');

test('a script runs with what scripts have', () => {
  const { exports } = loadScript(script, folder);
  expect(answer(exports)).toBe(42);
  expect((exports as { where: string }).where).toBe(script);
  expect((exports as { path: object }).path).toHaveProperty('join');
});

test('its code is kept once, for the user alone', () => {
  const first = loadScript(script, folder);
  answer(first.exports);
  first.keepCode();
  expect(readdirSync(folder)).toEqual(['code.bin']);
  if (process.platform !== 'win32') {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
  }
  const before = readFileSync(kept());
  utimesSync(kept(), 1, 1);
  const second = loadScript(script, folder);
  expect(answer(second.exports)).toBe(42);
  second.keepCode();
  // Still the first one's file: what was kept was taken.
  expect(statSync(kept()).mtimeMs).toBe(1000);
  expect(readFileSync(kept()).equals(before)).toBe(true);
});

test('code of another text of the same length is not taken', () => {
  const first = loadScript(script, folder);
  answer(first.exports);
  first.keepCode();
  writeFileSync(script, readFileSync(script, 'latin1').replace('41', '10'));
  const second = loadScript(script, folder);
  expect(answer(second.exports)).toBe(11);
  second.keepCode();
  expect(answer(loadScript(script, folder).exports)).toBe(11);
});

test('damaged code is not taken, and replaced', () => {
  const first = loadScript(script, folder);
  first.keepCode();
  const whole = readFileSync(kept());
  writeFileSync(kept(), whole.subarray(0, whole.indexOf(10) + 20));
  const second = loadScript(script, folder);
  expect(answer(second.exports)).toBe(42);
  second.keepCode();
  expect(statSync(kept()).size).toBeGreaterThan(200);
});

test('where nothing can be written the script runs all the same', () => {
  writeFileSync(folder, 'a file, no folder');
  const { exports, keepCode } = loadScript(script, folder);
  expect(answer(exports)).toBe(42);
  expect(keepCode).not.toThrow();
});

test('nothing is kept for those who do not want it', () => {
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  const { exports, keepCode } = loadScript(script, folder);
  expect(answer(exports)).toBe(42);
  keepCode();
  expect(readdirSync(home)).toEqual(['script.cjs']);
});
