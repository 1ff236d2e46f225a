import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { doLater } from '../async/eitherWay.ts';
import { sourceFile, sourceFiles as sourceFilesSteps } from './sourceFiles.ts';

const sourceFiles = (...parameters: Parameters<typeof sourceFilesSteps>) => doLater(sourceFilesSteps(...parameters));

const folder = mkdtempSync(join(tmpdir(), 'starbox-sources-'));
const file = join(folder, 'src/lib.cairo');
const classFile = join(folder, 'target/dev/a_A.contract_class.json');
for (const part of ['src', 'target/dev']) mkdirSync(join(folder, part), { recursive: true });
writeFileSync(join(folder, 'Scarb.toml'), '[package]\n');
writeFileSync(file, 'one\ntwo');
writeFileSync(classFile, '{}');
afterAll(() => rmSync(folder, { recursive: true }));

test('a source file is read once, in however many ways a class names it', async () => {
  const [first, ...others] = await sourceFiles(classFile, ['src/lib.cairo', 'src/./lib.cairo', file]);
  expect(first?.lines).toEqual(['one', 'two']);
  for (const other of others) expect(other).toBe(first);
});

test('files outside of the package are not read', async () => {
  expect(await sourceFiles(classFile, ['../../etc/passwd', '/etc/hosts', 'src/none.cairo', 'Scarb.toml'])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a file on a server is not looked for', async () => {
  expect((await sourceFile(file, Date.now() + 60_000))?.lines).toEqual(['one', 'two']);
  // On Linux the same file, on Windows a file of a server.
  expect(await sourceFile(`/${file}`, Date.now())).toBeUndefined();
  expect(await sourceFile('\\\\server\\share\\src\\lib.cairo', Date.now())).toBeUndefined();
});
