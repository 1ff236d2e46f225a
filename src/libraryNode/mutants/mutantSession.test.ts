import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodePlan } from '../../tools/mutants/plan.ts';
import { begunFile } from './begunFile.ts';
import { MutantSession, PLAN_FILE } from './mutantSession.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-session-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ids = [0, 1, 2, 3].map((digit) => String(digit).repeat(16));

/** Writes a plan of four mutants, which two workers try in turns. */
function plan(deadline = 0): void {
  const mutants = ids.map((id, i) => ({ id, classHash: '0x1', change: '', worker: i % 2 }));
  const trials = ids.map((_, mutant) => ({ mutant, inSetup: false }));
  writeFileSync(join(folder, PLAN_FILE), encodePlan({ mutants, tests: [{ name: 'a test', trials }], deadline }));
}

/** Runs the trials of a test. Returns the mutants. */
function tried(session: MutantSession): readonly string[] {
  const found: string[] = [];
  const owner = {};
  for (let trial = session.begin('a test', owner); trial; trial = session.begin('a test', owner)) {
    found.push(trial.mutant.id);
    session.end(trial, 'killed');
  }
  return found;
}

const begun = (worker: number) =>
  readFileSync(begunFile(folder, worker), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('a worker tries its own mutants alone, and notes each one before', () => {
  plan();
  const session = new MutantSession(folder, 'each', 1);
  expect(session.trialsOf('a test')).toBe(2);
  expect(tried(session)).toEqual([ids[1], ids[3]]);
  expect(begun(1)).toEqual([ids[1], ids[3]].map((id) => ({ id, test: 'a test' })));
  expect(tried(new MutantSession(folder, 'each', 0))).toEqual([ids[0], ids[2]]);
});

test('one mutant is tried after the end of the time, and no second one by another process of the worker', () => {
  plan(1);
  expect(tried(new MutantSession(folder, 'each', 0))).toEqual([ids[0]]);
  expect(tried(new MutantSession(folder, 'each', 0))).toEqual([]);
});

test('a command that runs with one mutant notes that it has begun with it', () => {
  plan();
  new MutantSession(folder, ids[2]!, 0);
  expect(begun(0)).toEqual([{ id: ids[2], test: '' }]);
  expect(() => new MutantSession(folder, 'f'.repeat(16), 0)).toThrow('The plan of mutants has no ffffffffffffffff.');
  rmSync(join(folder, PLAN_FILE));
  expect(() => new MutantSession(folder, ids[2]!, 0)).toThrow('ENOENT');
});
