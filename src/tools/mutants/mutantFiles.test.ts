// The files of a run are input: anybody may have written them, and a process may have been ended while it wrote.
import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import type { MutantReport } from './mutantReport.ts';
import { decodeMutantReport, encodeMutantReport } from './mutantReportJson.ts';
import type { MutantRun } from './mutantRun.ts';
import { decodeMutantRun, encodeMutantRun } from './mutantRunJson.ts';
import { decodePlan, encodePlan, type MutantPlan } from './plan.ts';
import { readVerdict, type TrialVerdict, verdictLine } from './verdict.ts';

const id = '0123456789abcdef';
const facts = {
  id,
  kind: 'check',
  change: '12 take 1',
  text: 'the check was removed',
  functionName: 'token::Token::move',
  place: { path: 'src/token.cairo', line: 5, column: 3, source: 'a >= b' },
} as const;

const run: MutantRun = {
  classes: [{ classHash: '0x5', name: 'Token', hasLines: true, mutants: [facts] }],
  runs: [
    {
      isFixture: true,
      isTruncated: false,
      tests: [{ name: 'a test', repetition: 'again' }],
      covered: [
        { test: 'a test', classHash: '0x5', mutants: [0], lines: [['src/token.cairo', [5, 6]]] },
        { test: undefined, classHash: '0x5', mutants: [], lines: [] },
      ],
    },
  ],
};
const plan: MutantPlan = {
  mutants: [{ id, classHash: '0x5', change: '12 take 1', worker: 1 }],
  tests: [{ name: 'a test', trials: [{ mutant: 0, inSetup: true }] }],
  deadline: 5,
};
const report: MutantReport = {
  mutants: [{ ...facts, contract: 'Token', state: 'killed', tests: 3, killedBy: 'a test' }],
  tests: 3,
  lines: 2,
  contracts: ['Token'],
  withoutLines: [],
};
const verdict: TrialVerdict = { id, result: 'timeout', test: 'a test' };

const files = [
  { name: 'run', text: encodeMutantRun(run), value: run, decode: decodeMutantRun },
  { name: 'plan', text: encodePlan(plan), value: plan, decode: decodePlan },
  { name: 'report', text: encodeMutantReport(report), value: report, decode: decodeMutantReport },
  { name: 'verdict', text: verdictLine(verdict), value: verdict, decode: readVerdict },
];

describe.each(files)('the file of a $name', ({ text, value, decode }) => {
  test('is read as it was written', () => {
    expect(decode(text)).toEqual(value);
  });

  test('is refused where it was cut', () => {
    for (let length = 0; length < text.trimEnd().length; length++)
      expect(decode(text.slice(0, length))).toBeUndefined();
  });

  test('is read or refused, whatever any member is replaced by', () => {
    const paths = pathsIn(JSON.parse(text));
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, -1, 1e300, '', '__proto__', [], {}, [[]]));
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, (path, replacement) => {
        const json = JSON.parse(text);
        let at = json;
        for (const key of path.slice(0, -1)) at = at[key];
        at[path.at(-1)!] = replacement;
        // No error but the refusal.
        decode(JSON.stringify(json));
      }),
      { numRuns: 300 },
    );
  });
});

function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key])),
  ];
}

test('a plan names no mutants that it does not have', () => {
  const other = { ...plan, tests: [{ name: 'a test', trials: [{ mutant: 7, inSetup: false }] }] };
  expect(decodePlan(encodePlan(other))?.tests[0]?.trials).toEqual([]);
});
