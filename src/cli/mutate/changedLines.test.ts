import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { linesInDiff } from './changedLines.ts';

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
