import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectFiles, longestFirst } from './longestFirst.ts';

const root = join(import.meta.dirname, '../..');

test('files of the list come first in its order, and the others keep theirs', () => {
  const files = ['test/c.test.ts', 'test/long.test.ts', 'test/a.test.ts', 'test/longest.test.ts'];
  const longest = ['test/longest.test.ts', 'test/long.test.ts'];
  expect(longestFirst(files, (path) => path, longest)).toEqual([...longest, 'test/c.test.ts', 'test/a.test.ts']);
});

test('a list that names a file which does not exist is an error', () => {
  expect(() => expectFiles(root, ['test/docs.test.ts'])).not.toThrow();
  expect(() => expectFiles(root, ['test/docs.test.ts', 'test/gone.test.ts'])).toThrow(
    'test/support/longestFirst.ts names files that do not exist: test/gone.test.ts. Correct its list.',
  );
});
