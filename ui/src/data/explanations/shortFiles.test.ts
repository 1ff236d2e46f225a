import { expect, test } from 'vitest';
import { shortFiles } from './shortFiles.ts';

test('a path is as short as tells it apart from the others', () => {
  expect([...shortFiles(['/tmp/a/src/book.cairo', '/tmp/a/src/desk.cairo', '/tmp/a/src/book.cairo'])]).toEqual([
    ['/tmp/a/src/book.cairo', 'book.cairo'],
    ['/tmp/a/src/desk.cairo', 'desk.cairo'],
  ]);
  expect([...shortFiles(['/p/desk/src/lib.cairo', '/p/book/src/lib.cairo', 'C:\\p\\main.cairo']).values()]).toEqual([
    'desk/src/lib.cairo',
    'book/src/lib.cairo',
    'main.cairo',
  ]);
  // One is the end of the other.
  expect([...shortFiles(['src/lib.cairo', '/a/src/lib.cairo']).values()]).toEqual(['src/lib.cairo', 'a/src/lib.cairo']);
});
