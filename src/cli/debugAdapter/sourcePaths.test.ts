import { expect, test } from 'vitest';
import { readPathMap, SourcePaths } from './sourcePaths.ts';

test('files that were built elsewhere are found by a map, in both directions', () => {
  const paths = new SourcePaths([readPathMap('/build/token/=/home/me/token')!], undefined, () => false);
  expect(paths.toEditor('/build/token/src/lib.cairo')).toBe('/home/me/token/src/lib.cairo');
  expect(paths.toClass('/home/me/token/src/lib.cairo')).toBe('/build/token/src/lib.cairo');
  expect([paths.toEditor('/other/src/lib.cairo'), paths.toClass('/build/token2/a.cairo')]).toEqual([
    '/other/src/lib.cairo',
    '/build/token2/a.cairo',
  ]);
});

test('files that are not there are looked for in the package of the working folder', () => {
  const here = new Set(['/home/me/token/src/a/b.cairo', '/there/src/c.cairo']);
  const paths = new SourcePaths([], '/home/me/token', (path) => here.has(path));
  expect(paths.toEditor('/ci/token/src/a/b.cairo')).toBe('/home/me/token/src/a/b.cairo');
  expect(paths.toClass('/home/me/token/src/c.cairo')).toBe('/ci/token/src/c.cairo');
  expect(paths.toEditor('/there/src/c.cairo')).toBe('/there/src/c.cairo');
  expect(paths.toEditor('/ci/core/src/none.cairo')).toBe('/ci/core/src/none.cairo');
});

test.each(['', 'x', '=y', 'x='])('%j is no map', (text) => {
  expect(readPathMap(text)).toBeUndefined();
});
