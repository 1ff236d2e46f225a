import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceLine } from './sourceLines.ts';

test('lines of Cairo files are read, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-source-'));
  const [cairo, other] = [join(folder, 'lib.cairo'), join(folder, 'secret.txt')];
  for (const file of [cairo, other]) writeFileSync(file, 'one\ntwo\n');
  expect([readSourceLine(cairo, 2), readSourceLine(cairo, 9), readSourceLine(other, 1)]).toEqual([
    'two',
    undefined,
    undefined,
  ]);
  expect(readSourceLine(join(folder, 'missing.cairo'), 1)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
