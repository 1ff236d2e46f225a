import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { changedLines, linesInDiff } from './changedLines.ts';

test('changed lines and new files are found whatever their names and the settings of git', async () => {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'starbox-changed-')));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
  const put = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const lines = Array.from({ length: 9 }, (_, i) => `line ${i + 1}`);
  git('init', '-q');
  for (const [name, value] of [
    ['diff.interHunkContext', '20'],
    ['diff.context', '5'],
    ['diff.mnemonicPrefix', 'true'],
    ['core.quotepath', 'true'],
  ])
    git('config', name!, value!);
  put('ü.cairo', lines);
  // For a diff they are no text.
  put('.gitattributes', ['*.cairo -diff']);
  git('add', '.');
  git('commit', '-qm', 'before');
  put('readme', ['another']);
  put('ü.cairo', lines.slice(1));
  expect(await changedLines('HEAD', folder)).toBe(undefined);
  put('ü.cairo', lines.with(2, 'another').with(6, 'another'));
  put('é.cairo', ['new']);
  put('a b.cairo', ['new']);
  const isChanged = (await changedLines('HEAD', folder))!;
  const found = (name: string) => lines.flatMap((_, i) => (isChanged(join(folder, name), i + 1) ? i + 1 : []));
  expect(found('ü.cairo')).toEqual([3, 7]);
  for (const name of ['é.cairo', 'a b.cairo']) expect(isChanged(join(folder, name), 1), name).toBe(true);
  expect(isChanged(join(folder, 'other.cairo'), 1)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('the lines that a diff adds or changes are known by file', () => {
  const diff = `diff --git src/a.cairo src/a.cairo
--- src/a.cairo
+++ src/a.cairo
@@ -3 +3,2 @@ fn x() {
-old
+++ /looks/like/a/file
+@@ -1 +1,9 @@
@@ -9,2 +10,0 @@
-gone
-too
diff --git src/b c.cairo src/b c.cairo
--- /dev/null
+++ src/b c.cairo
@@ -0,0 +1 @@
+one`;
  const files = linesInDiff(diff, '/project');
  expect([...files.get(resolve('/project', 'src/a.cairo'))!]).toEqual([3, 4]);
  expect([...files.get(resolve('/project', 'src/b c.cairo'))!]).toEqual([1]);
});

test('names that git quotes are read', () => {
  const files = linesInDiff('+++ "a\\"b\\\\n\\t\\001ü.cairo"\n@@ -0,0 +1 @@\n+one', '/project');
  expect([...files.keys()]).toEqual([resolve('/project', 'a"b\\n\t\x01ü.cairo')]);
});
