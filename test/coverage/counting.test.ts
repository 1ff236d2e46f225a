// The counts of lines, functions and branches in loops, closures, recursion and generics, and the lines without code. What is expected
// was counted by hand, and stands in the comments of contracts/counting.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CoverageReport, Sandbox } from '../../src/index.ts';

const SOURCE = join(import.meta.dirname, '../../contracts/counting');
const CLASS = 'counting_Counting.contract_class.json';
const folder = mkdtempSync(join(tmpdir(), 'starbox-counting-')).replaceAll('\\', '/');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = readFileSync(join(SOURCE, 'src/lib.cairo'), 'utf8').split('\n');
/** What a comment at the end of lines says, by line. */
const expected = (pattern: RegExp): [number, string][] =>
  source.flatMap((line, i) => {
    const [, value] = pattern.exec(line) ?? [];
    return value === undefined ? [] : [[i + 1, value]];
  });

let report: CoverageReport;
let answer: { readonly files: readonly { readonly no_code: readonly number[] }[] };
beforeAll(async () => {
  cpSync(join(SOURCE, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(SOURCE, 'Scarb.toml'), join(folder, 'Scarb.toml'));
  mkdirSync(join(folder, 'target/dev'), { recursive: true });
  const text = gunzipSync(readFileSync(join(SOURCE, `classes/${CLASS}.gz`)))
    .toString()
    .replaceAll('{core}', '/home/user/.cache/scarb/registry/std/core/src')
    .replaceAll('{project}', folder);
  writeFileSync(join(folder, 'target/dev', CLASS), text);
  const box = await Sandbox.create({ seed: 7, accounts: 1, coverage: true, artifacts: [`${folder}/target/dev`] });
  const { address } = await box.deploy(JSON.parse(text), []);
  await box.call({ to: address, entryPoint: 'run_loops', calldata: [5n, 5n, 2n, 4n, 3n, 10n] });
  await box.call({ to: address, entryPoint: 'run_copies', calldata: [3n] });
  report = await box.coverage();
  answer = await box.request('devnet_getCoverage');
  // The forms are made when they are read.
  void [report.lcov, report.text, report.html];
  await box.close();
});

const records = (kind: string): string[] =>
  report.lcov
    .split('\n')
    .filter((line) => line.startsWith(`${kind}:`))
    .map((line) => line.slice(kind.length + 1));

test('lines ran as often as was counted by hand, loop heads once for each time they decide', () => {
  const counts = records('DA').map((record) => record.split(',').map(Number));
  expect(counts).toEqual(expected(/ RUNS (\d+)/).map(([line, count]) => [line, Number(count)]));
});

test('branches were taken as often as was counted by hand, those of for without the making of the iterator', () => {
  const taken = new Map<number, number[]>();
  for (const record of records('BRDA')) {
    const [line, , , count] = record.split(',');
    taken.set(Number(line), [...(taken.get(Number(line)) ?? []), Number(count)].toSorted());
  }
  const byHand = expected(/ BRANCHES ([\d/]+)$/).map(([line, counts]) => [
    line,
    counts.split('/').map(Number).toSorted(),
  ]);
  expect([...taken]).toEqual(byHand);
});

test('functions ran as often as they were called, whatever their loops and closures did', () => {
  const byHand = expected(/\/\/ CALLS (\d+)/).map(([line, count]) => {
    const rest = source.slice(line).join('\n');
    return [/fn (\w+)/.exec(rest)![1], Number(count)];
  });
  const counts = records('FNDA').map((record) => [record.split('::').at(-1), Number(record.split(',')[0])]);
  const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).toSorted();
  expect(sorted(counts)).toEqual(sorted(byHand));
});

test('statements without code are listed apart from lines that did not run, as text, page, JSON and for the library', async () => {
  const byHand = expected(/ (NO CODE)$/).map(([line]) => line);
  const [file] = report.files;
  expect(file!.noCode).toEqual(byHand);
  expect(file!.missed).toEqual(expected(/ RUNS (0)$/).map(([line]) => line));
  expect(report.lines).toEqual({ found: expected(/ RUNS (\d+)/).length, hit: expected(/ RUNS ([1-9]\d*)/).length });
  expect(report.text).toMatch(new RegExp(`^lib\\.cairo .* ${byHand.length}(?: |$)`, 'm'));
  expect(report.text).toContain('No code: statements of which the compiler left nothing to count');
  expect(report.html.split('>no code<').length - 1).toBe(byHand.length);
  // lcov has no such state.
  const listed = new Set(records('DA').map((record) => Number(record.split(',')[0])));
  expect(byHand.filter((line) => listed.has(line))).toEqual([]);
  expect(answer.files[0]!.no_code).toEqual(byHand);
});
