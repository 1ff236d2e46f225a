import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doLater } from '../async/eitherWay.ts';
import { sourceLines as sourceLinesSteps } from './sourceLines.ts';

const sourceLines = (...parameters: Parameters<typeof sourceLinesSteps>) => doLater(sourceLinesSteps(...parameters));

const folder = mkdtempSync(join(tmpdir(), 'starbox-source-'));
const project = join(folder, 'shop');
const classFile = join(project, 'target/dev/shop_Shop.contract_class.json');
const write = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};
const LINES = ['one', 'two', 'three', 'four', 'five', 'six'];

beforeAll(() => {
  write(join(project, 'Scarb.toml'), '[package]\n');
  for (const file of ['src/lib.cairo', 'member/src/lib.cairo', '.hidden/lib.cairo', 'src/secret.txt'])
    write(join(project, file), LINES.join('\n'));
  write(classFile, '{}');
  write(join(folder, 'outside.cairo'), 'secret\n');
  write(join(folder, 'shop-other/lib.cairo'), 'secret\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (file: string, line = 1, artifact = classFile) =>
  (await sourceLines(artifact, [{ file, line }]))[0]?.lines;

describe('the source of a class', () => {
  test('is read around each place, in one reading of its file', async () => {
    const file = join(project, 'src/lib.cairo');
    const found = await sourceLines(
      classFile,
      [1, 4, 6].map((line) => ({ file, line })),
    );
    expect(found.map((source) => [source?.firstLine, source?.lines.join(' ')])).toEqual([
      [1, 'one two three'],
      [2, 'two three four five six'],
      [4, 'four five six'],
    ]);
  });

  test('is found by paths from the folder of Scarb.toml, in members of a workspace, and by the real path of a link', async () => {
    expect(await read('src/lib.cairo')).toEqual(['one', 'two', 'three']);
    expect(await read(join(project, 'member/src/lib.cairo'))).toEqual(['one', 'two', 'three']);
    const link = join(folder, 'link');
    symlinkSync(project, link, 'junction');
    const linked = join(link, relative(project, classFile));
    for (const file of [join(link, 'src/lib.cairo'), join(realpathSync(project), 'src/lib.cairo')])
      expect(await read(file, 1, linked), file).toEqual(['one', 'two', 'three']);
  });

  test('is marked if it was changed after the build', async () => {
    const file = join(project, 'src/lib.cairo');
    const isChanged = async () => (await sourceLines(classFile, [{ file, line: 1 }]))[0]?.isChanged;
    utimesSync(classFile, 2000, 2000);
    utimesSync(file, 1000, 1000);
    expect(await isChanged()).toBe(false);
    utimesSync(file, 3000, 3000);
    expect(await isChanged()).toBe(true);
  });

  test('is bounded in its lines and its file', async () => {
    write(join(project, 'src/long.cairo'), `${'x'.repeat(5000)}\ny`);
    write(join(project, 'src/large.cairo'), 'x\n'.repeat(2 ** 20));
    expect((await read('src/long.cairo'))?.map(({ length }) => length)).toEqual([400, 1]);
    expect(await read('src/large.cairo')).toBeUndefined();
  });
});

describe('nothing else is read, whatever a class file names', () => {
  test.each([
    ['a system file', '/etc/passwd'],
    ['a file that is not Cairo', 'src/secret.txt'],
    ['a file above the package', '../outside.cairo'],
    ['a file beside it whose path begins in the same way', join(folder, 'shop-other/lib.cairo')],
    ['a path that goes out and comes back to another name', 'src/../../outside.cairo'],
    ['a hidden folder', '.hidden/lib.cairo'],
    ['a network folder', '\\\\server\\share\\x.cairo'],
    ['a file that does not exist', 'src/missing.cairo'],
    ['a folder', 'src'],
    ['nothing', ''],
    ['a path with a zero', 'src/lib.cairo\0.cairo'],
    ['a stream of another file', 'src/secret.txt:x.cairo'],
  ])('%s', async (_, file) => {
    expect(await read(file)).toBeUndefined();
  });

  test('a line that the file does not have', async () => {
    for (const line of [0, -3, 7, 2 ** 53 - 1]) expect(await read('src/lib.cairo', line), `${line}`).toBeUndefined();
  });

  // Windows lets only some users create links to files.
  test.skipIf(process.platform === 'win32')(
    'a link that leads out of the package, or to a file that is not Cairo',
    async () => {
      symlinkSync(join(folder, 'outside.cairo'), join(project, 'src/out.cairo'));
      symlinkSync(join(project, 'src/secret.txt'), join(project, 'src/text.cairo'));
      symlinkSync(folder, join(project, 'src/up'), 'junction');
      for (const file of ['src/out.cairo', 'src/text.cairo', 'src/up/outside.cairo'])
        expect(await read(file), file).toBeUndefined();
    },
  );

  test.skipIf(process.platform === 'win32')('a FIFO, which would never end', async () => {
    execFileSync('mkfifo', [join(project, 'src/pipe.cairo')]);
    expect(await read('src/pipe.cairo')).toBeUndefined();
  });

  test('a class file that is in no package', async () => {
    const alone = join(folder, 'alone/x.contract_class.json');
    write(alone, '{}');
    write(join(folder, 'alone/lib.cairo'), 'secret\n');
    expect(await read('lib.cairo', 1, alone)).toBeUndefined();
  });
});
