import { expect, test } from 'vitest';
import type { CoveredFunction } from './coverage.ts';
import { coverageText } from './coverageText.ts';

const textOf = (functions: readonly (readonly [string, CoveredFunction])[]) =>
  coverageText(
    {
      files: new Map([
        ['/a/src/lib.cairo', { lines: new Map([[3, 2]]), functions: new Map(functions), branches: new Map() }],
      ]),
      tests: new Map(),
      withoutLines: [],
      elsewhere: [],
      isTruncated: false,
    },
    new Map(),
  );

test('class files without names of functions are noticed, and the setting for them is named', () => {
  expect(textOf([])).toMatch(/^lib\.cairo +100\.0 % +1\/1 +- +-$/m);
  expect(textOf([])).toContain('\n  unstable-add-statements-functions-debug-info = true\n');
  expect(textOf([['a::f', { line: 3, count: 2 }]])).not.toContain('Scarb.toml');
});
