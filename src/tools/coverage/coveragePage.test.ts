import { expect, test } from 'vitest';
import type { Coverage } from './coverage.ts';
import { coveragePage } from './coveragePage.ts';

const coverageOf = (path: string, lines: readonly (readonly [number, number])[]): Coverage => ({
  files: new Map([[path, { lines: new Map(lines), functions: new Map(), branches: new Map() }]]),
  tests: new Map([['<b>a test</b>', new Map([[path, new Set([3])]])]]),
  withoutLines: [],
  elsewhere: [],
  isTruncated: false,
});
const rowsIn = (page: string): number => page.split('<td><pre>').length - 1;

test('without its source a file has the lines that were counted, whatever their numbers are', () => {
  const coverage = coverageOf('/nowhere/lib.cairo', [
    [2 ** 33, 1],
    [3, 1],
  ]);
  const page = coveragePage(coverage, { sources: new Map(), noCode: new Map() });
  expect(page).toContain('The source file cannot be read.');
  expect(rowsIn(page)).toBe(2);
});

test('with its source a file has all its lines, and no others', () => {
  const source = { path: '/a/lib.cairo', lines: ['one', 'two', 'three'], isChanged: false };
  const coverage = coverageOf('/a/lib.cairo', [
    [3, 1234],
    [2_000_000_000, 1],
  ]);
  const page = coveragePage(coverage, { sources: new Map([['/a/lib.cairo', source]]), noCode: new Map() });
  expect(rowsIn(page)).toBe(3);
  expect(page).toContain('1,234×');
});

test('names of files and tests are texts, not HTML', () => {
  const page = coveragePage(coverageOf('/a/<script>alert(1)</script>"\'.cairo', [[3, 1]]), {
    sources: new Map(),
    noCode: new Map(),
  });
  expect(page).not.toMatch(/<script|<b>a test/);
  expect(page).toContain('&#60;b&#62;a test');
});
