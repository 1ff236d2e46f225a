import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readClassSource } from '../../src/library/files/classFile.ts';
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
