import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AnswerWriter } from './answer.ts';
import { Pages } from './pages.ts';
import { classFileOf, readablePath, writablePath } from './permissions.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'starbox-permissions-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const project = join(folder, 'workspace/project');
const outside = join(folder, 'outside');
for (const each of [project, outside, join(project, 'target/dev'), join(folder, 'workspace/target/dev')])
  mkdirSync(each, { recursive: true });
const CLASS = 'shop_Token.contract_class.json';
writeFileSync(join(outside, CLASS), '{}');
const permissions = { project, write: project, forks: [], build: false };

test.runIf(process.platform !== 'win32')('no link leads out of the project, to read or to write', async () => {
  symlinkSync(outside, join(project, 'linked'));
  symlinkSync(join(outside, CLASS), join(project, 'token.json'));
  symlinkSync(join(outside, CLASS), join(project, 'new.test.ts'));
  for (const path of [`linked/${CLASS}`, 'token.json'])
    await expect(readablePath(path, permissions)).rejects.toThrow('outside of the project');
  for (const path of ['linked/a.test.ts', 'new.test.ts'])
    await expect(writablePath(path, permissions)).rejects.toThrow('goes through a link');
  expect(await readablePath('a.json', permissions)).toBe(join(project, 'a.json'));
  expect(await writablePath('a.test.ts', permissions)).toBe(join(project, 'a.test.ts'));
});

test.runIf(process.platform !== 'win32')('a class by its name is one of the project, too', async () => {
  writeFileSync(join(folder, 'workspace/Scarb.toml'), '');
  writeFileSync(join(folder, 'workspace/target/dev', CLASS), '{}');
  await expect(classFileOf('Token', permissions)).rejects.toThrow('outside of the project');
  writeFileSync(join(project, 'Scarb.toml'), '');
  const own = join(project, 'target/dev', CLASS);
  symlinkSync(join(outside, CLASS), own);
  await expect(classFileOf('Token', permissions)).rejects.toThrow(/outside of the project/);
  rmSync(own);
  writeFileSync(own, '{}');
  expect(await classFileOf('Token', permissions)).toBe(own);
});

test('a file to write is named from its folder, or from that of the project', async () => {
  mkdirSync(join(project, 'test/found'), { recursive: true });
  const found = { ...permissions, write: join(project, 'test/found') };
  for (const name of ['a.test.ts', 'test/found/a.test.ts'])
    expect(await writablePath(name, found)).toBe(join(project, 'test/found/a.test.ts'));
  for (const name of ['/a.test.ts', 'test/found/../a.test.ts', 'test/found//a.test.ts'])
    await expect(writablePath(name, found), name).rejects.toThrow('no name for a file');
});

test('a name with control characters is refused before the file system is asked', async () => {
  await expect(readablePath('a\u0000.json', permissions)).rejects.toThrow('control characters');
});

test('the root and the home folder are no projects: nothing is read there', async () => {
  for (const wide of [parse(folder).root, homedir()]) {
    const there = { ...permissions, project: wide };
    await expect(readablePath('a.json', there)).rejects.toThrow('Set the working folder');
    await expect(classFileOf('Token', there)).rejects.toThrow('Set the working folder');
  }
  const answers = new AnswerWriter(new Pages(), '/');
  expect(answers.write({ text: 'It ran.', data: 'src/book.cairo:7' })).toContain('src/book.cairo:7');
});
