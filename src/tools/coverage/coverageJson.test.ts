import { describe, expect, test } from 'vitest';
import { type Coverage, mergeCoverage } from './coverage.ts';
import { decodeCoverage, encodeCoverage } from './coverageJson.ts';
import { lineRanges } from './coverageText.ts';
import { commonFolder, shownPath } from './shownPath.ts';

const coverage: Coverage = {
  files: new Map([
    [
      '/a/src/lib.cairo',
      {
        lines: new Map([
          [3, 2],
          [4, 0],
        ]),
        functions: new Map([['a::f', { line: 3, count: 2 }]]),
        branches: new Map([
          [
            '3:8-3:14',
            {
              line: 3,
              column: 8,
              arms: new Map([
                ['4:9', 0],
                ['panic', 2],
              ]),
            },
          ],
        ]),
      },
    ],
  ]),
  tests: new Map([['one', new Map([['/a/src/lib.cairo', new Set([3])]])]]),
  withoutLines: ['Token'],
  elsewhere: ['Shop (/b/src/shop.cairo)'],
  isTruncated: false,
};

describe('the file of a process', () => {
  test('is read as it was written', () => {
    expect(decodeCoverage(encodeCoverage(coverage))).toEqual(coverage);
  });

  test('is refused if it is anything else', () => {
    const text = encodeCoverage(coverage);
    for (const wrong of ['', 'null', '[]', '{}', '{"starboxCoverage":2}', text.slice(0, -1)])
      expect(decodeCoverage(wrong)).toBeUndefined();
    const json = JSON.parse(text);
    for (const change of [
      { names: [] },
      { files: [{ ...json.files[0], lines: [[3, -1]] }] },
      { files: [{ ...json.files[0], branches: [['x', 1, 1, [[5, 1]]]] }] },
      { tests: [{ name: 5, files: [] }] },
      { tests: [{ name: 'a', files: [[9, [1]]] }] },
    ])
      expect(decodeCoverage(JSON.stringify({ ...json, ...change }))).toBeUndefined();
  });

  test('adds to others', () => {
    const { files, tests, withoutLines } = mergeCoverage([coverage, coverage]);
    const file = files.get('/a/src/lib.cairo')!;
    expect([...file.lines]).toEqual([
      [3, 4],
      [4, 0],
    ]);
    expect(file.functions.get('a::f')).toEqual({ line: 3, count: 4 });
    expect(file.branches.get('3:8-3:14')!.arms.get('panic')).toBe(4);
    expect([...tests.get('one')!.get('/a/src/lib.cairo')!]).toEqual([3]);
    expect(withoutLines).toEqual(['Token']);
  });
});

test('line numbers are shown as ranges', () => {
  expect(lineRanges([])).toBe('');
  expect(lineRanges([1, 2, 3, 7, 9, 10])).toBe('1-3, 7, 9-10');
});

test('paths are shown without the folder that they are in, on every system', () => {
  expect(commonFolder(['/a/b/src/x.cairo', '/a/b/tests/y.cairo'])).toBe('/a/b');
  expect(shownPath('/a/b/src/x.cairo', '/a/b')).toBe('src/x.cairo');
  expect(shownPath('/a/bc/x.cairo', '/a/b')).toBe('/a/bc/x.cairo');
  expect(shownPath('C:\\a\\src\\x.cairo', 'C:\\a')).toBe('src/x.cairo');
});
