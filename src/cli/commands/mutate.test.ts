import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import { verdictLine } from '../../tools/mutants/verdict.ts';
import { lockFolder } from '../mutate/lockFolder.ts';
import { Verdicts } from '../mutate/verdicts.ts';
import { mutateCommand } from './mutate.ts';

const ID = '0123456789abcdef';

test('two runs in one folder are refused, with the process of the other one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-mutate-'));
  const lock = await lockFolder(folder);
  await expect(mutateCommand([folder, '--', process.execPath, '-e', ''])).rejects.toThrow(
    `${folder} is in use by another run of starbox mutate (process ${process.pid}). Wait until that one has ended, or name another folder`,
  );
  lock.release();
  // It is free again, also after a run that was refused.
  expect(await mutateCommand([folder, '--', process.execPath, '-e', 'process.exit(3)'])).toBe(3);
  expect(await mutateCommand([folder, '--', process.execPath, '-e', 'process.exit(4)'])).toBe(4);
  rmSync(folder, { recursive: true });
});

test('a command that fails leaves what an earlier run has found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-mutate-'));
  const path = join(folder, VERDICTS_FILE);
  await Verdicts.begin(path, ['npm', 'test'], false);
  writeFileSync(path, verdictLine({ id: ID, result: 'killed', test: 'a' }), { flag: 'a' });
  const before = readFileSync(path, 'utf8');
  expect(await mutateCommand([folder, '--', process.execPath, '-e', 'process.exit(3)'])).toBe(3);
  expect(readFileSync(path, 'utf8')).toBe(before);
  const known = await Verdicts.read(path);
  expect([known.size, known.countOf(new Set([ID])), known.countOf(new Set(['another']))]).toEqual([1, 1, 0]);
  rmSync(folder, { recursive: true });
});
