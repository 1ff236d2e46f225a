import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptLoader } from './codeCache.ts';

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
  writeFileSync(join(home, 'user.cjs'), 'exports.other = require("./script.cjs");');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const answer = (of: unknown) => (of as { answer(): number }).answer();
const kept = () => join(folder, 'script.cjs.code');
/** Loads the script as a process of its own would. */
const loadScript = () => {
  const { load, keepCode } = scriptLoader(folder);
  return { exports: load(script), keepCode };
};

test('a script runs with what scripts have', () => {
  const { exports } = loadScript();
  expect(answer(exports)).toBe(42);
  expect((exports as { where: string }).where).toBe(script);
  expect((exports as { path: object }).path).toHaveProperty('join');
});

test('scripts load each other once', () => {
  const { load, keepCode } = scriptLoader(folder);
  const user = load(join(home, 'user.cjs')) as { other: unknown };
  expect(user.other).toBe(load(script));
  keepCode('started');
  expect(readdirSync(folder).sort()).toEqual(['script.cjs.code', 'user.cjs.code']);
});

test('its code is kept once, for the user alone', () => {
  const first = loadScript();
  answer(first.exports);
  first.keepCode('started');
  expect(readdirSync(folder)).toEqual(['script.cjs.code']);
  if (process.platform !== 'win32') {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
  }
  const before = readFileSync(kept());
  utimesSync(kept(), 1, 1);
  const second = loadScript();
  expect(answer(second.exports)).toBe(42);
  second.keepCode('started');
  // Still the first one's file: what was kept was taken.
  expect(statSync(kept()).mtimeMs).toBe(1000);
  expect(readFileSync(kept()).equals(before)).toBe(true);
});

test('code of another text of the same length is not taken', () => {
  const first = loadScript();
  answer(first.exports);
  first.keepCode('started');
  writeFileSync(script, readFileSync(script, 'latin1').replace('41', '10'));
  const second = loadScript();
  expect(answer(second.exports)).toBe(11);
  second.keepCode('started');
  expect(answer(loadScript().exports)).toBe(11);
});

test('damaged code is not taken, and replaced', () => {
  const first = loadScript();
  first.keepCode('started');
  const whole = readFileSync(kept());
  writeFileSync(kept(), whole.subarray(0, whole.indexOf(10) + 20));
  const second = loadScript();
  expect(answer(second.exports)).toBe(42);
  second.keepCode('started');
  expect(statSync(kept()).size).toBeGreaterThan(200);
});

test('where nothing can be written the script runs all the same', () => {
  writeFileSync(folder, 'a file, no folder');
  const { exports, keepCode } = loadScript();
  expect(answer(exports)).toBe(42);
  expect(() => keepCode('used')).not.toThrow();
});

test('nothing is kept for those who do not want it', () => {
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  const { exports, keepCode } = loadScript();
  expect(answer(exports)).toBe(42);
  keepCode('started');
  expect(readdirSync(home).sort()).toEqual(['script.cjs', 'user.cjs']);
});

test('code of a run that went further takes the place of what is there', () => {
  const early = loadScript();
  early.keepCode('started');
  const before = readFileSync(kept());
  const later = loadScript();
  answer(later.exports);
  later.keepCode('started');
  expect(readFileSync(kept()).equals(before)).toBe(true);
  later.keepCode('prepared');
  // Now with the code of the function that was called.
  const after = readFileSync(kept());
  expect(after.length).toBeGreaterThan(before.length);
  const last = loadScript();
  expect(answer(last.exports)).toBe(42);
  last.keepCode('prepared');
  expect(readFileSync(kept()).equals(after)).toBe(true);
});

test('code that a run has forgotten stays kept', () => {
  const whole = loadScript();
  answer(whole.exports);
  whole.keepCode('started');
  const before = readFileSync(kept());
  setFlagsFromString('--stress-flush-code');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const long = loadScript();
  for (let i = 0; i < 10; i++) collect();
  setFlagsFromString('--no-stress-flush-code');
  long.keepCode('used');
  expect(readFileSync(kept()).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['script.cjs.code']);
});
