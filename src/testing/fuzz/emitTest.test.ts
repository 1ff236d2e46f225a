import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emitTest } from './emitTest.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-emit-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a test that somebody has changed is kept, and one that nobody has changed is replaced', async () => {
  const path = join(folder, 'tests/club.test.ts');
  const second = join(folder, 'tests/club.2.test.ts');
  expect(await emitTest(path, 'one\n')).toBe(path);
  expect(await emitTest(path, 'two\n')).toBe(path);
  const written = readFileSync(path, 'utf8');
  expect(written).toMatch(/^two\n\n\/\/ The next failure replaces this file, unless you have changed it/);
  const mine = written.replace('two', 'three');
  writeFileSync(path, mine);
  for (const text of ['four', 'five']) {
    expect(await emitTest(path, text)).toBe(second);
    expect(readFileSync(second, 'utf8')).toContain(text);
  }
  expect(readFileSync(path, 'utf8')).toBe(mine);
});
