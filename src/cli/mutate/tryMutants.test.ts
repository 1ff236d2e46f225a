import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import type { MutantTrials } from './mutantTrials.ts';
import type { CandidateMutant } from './planMutants.ts';
import { Progress } from './progress.ts';
import { tryMutants } from './tryMutants.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-trials-'));
  writeFileSync(join(folder, VERDICTS_FILE), '{}\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const idOf = (digit: number) => String(digit).repeat(16);

/** Mutants that a test can notice. */
const candidates = (count: number): readonly CandidateMutant[] =>
  Array.from({ length: count }, (_, i) => ({
    id: idOf(i),
    classHash: '0x1',
    contract: 'Vault',
    change: 'x',
    // Of two functions, so that there is work for two workers.
    functionName: `f${i % 2}`,
    again: new Map([['a test', false]]),
    whole: new Set<string>(),
  })) as never;

/**
 * A command that does as fixtures do: it tries the mutants of its worker, one after the other. `during` is what a process does within a trial,
 * with `digit` for the mutant.
 */
const fixtures = (during: string): readonly string[] => [
  process.execPath,
  '-e',
  `const { readFileSync, appendFileSync } = require('node:fs');
   const { STARBOX_MUTANTS: folder, STARBOX_MUTANT_WORKER: worker } = process.env;
   const { mutants, tests } = JSON.parse(readFileSync(folder + '/plan.json', 'utf8'));
   console.log('plays');
   for (const { name, trials } of tests)
     for (const { mutant } of trials) {
       const { id, worker: own } = mutants[mutant];
       if (String(own) !== worker) continue;
       const digit = Number(id[0]);
       appendFileSync(folder + '/begun-' + worker + '.ndjson', JSON.stringify({ id, test: name }) + '\\n');
       ${during}
       appendFileSync(folder + '/verdicts.ndjson', JSON.stringify({ id, result: 'passed', test: name }) + '\\n');
     }`,
];

const trialsOf = (given: Partial<MutantTrials>): MutantTrials => ({
  folder,
  command: fixtures(''),
  mutants: candidates(6),
  deadline: 0,
  patienceMs: 60_000,
  division: { runs: 2, processes: 1 },
  progress: new Progress([], undefined),
  ...given,
});

const stateOf = async (given: Partial<MutantTrials>) => {
  const { verdicts, problem } = await tryMutants(trialsOf(given));
  const states = candidates(6).map(({ id }) => {
    const decided = verdicts.decided(id);
    return decided ? `${decided.result} by ${decided.test}` : verdicts.hasPassed(id, 'a test') ? 'passed' : 'untried';
  });
  return { states, problem };
};

test('what a process that ended has left is tried by another one', async () => {
  // The first process that meets mutant 2 is killed, as by the system when memory is short.
  const mark = JSON.stringify(join(folder, 'killed'));
  const command = fixtures(
    `if (digit === 2 && !require('node:fs').existsSync(${mark})) { appendFileSync(${mark}, ''); process.kill(process.pid, 'SIGKILL'); }`,
  );
  expect(await stateOf({ command })).toEqual({ states: Array(6).fill('passed'), problem: undefined });
  expect(readdirSync(folder).filter((name) => name.startsWith('begun'))).toEqual([]);
});

test('a mutant with which a process crashes each time is killed by that', async () => {
  const command = fixtures('if (digit === 2 || digit === 3) process.exit(7);');
  const states = Array(6).fill('passed');
  states[2] = states[3] = 'killed by a test (its process crashed)';
  expect(await stateOf({ command })).toEqual({ states, problem: undefined });
});

test('a mutant with which a process stands still is killed by that', async () => {
  const command = fixtures('if (digit === 1) for (;;);');
  const states = Array(6).fill('passed');
  states[1] = 'timeout by a test';
  expect(await stateOf({ command, patienceMs: 15_000 })).toEqual({ states, problem: undefined });
});

/** Begins mutant 3 too, as another test process of the same run does at the same time. */
const BESIDE = `const isPlanned = tests.some(({ trials }) => trials.some(({ mutant }) => mutants[mutant].id[0] === '3'));
  if (isPlanned) appendFileSync(folder + '/begun-' + worker + '.ndjson', JSON.stringify({ id: '3'.repeat(16), test: name }) + '\\n');`;
const together = { division: { runs: 1, processes: 2 } };

test('a mutant that was tried beside one with which the command ends is tried alone, and not killed by that', async () => {
  const command = fixtures(`if (digit === 2) { ${BESIDE} process.exit(7); }`);
  const states = Array(6).fill('passed');
  states[2] = 'killed by a test (its process crashed)';
  expect(await stateOf({ ...together, command })).toEqual({ states, problem: undefined });
});

test('a mutant that does not begin when it is alone is left, and the others are tried', async () => {
  // Mutants 2 and 3 are lost together, and mutant 2 is in no run that is for it alone.
  const command = fixtures(`if (digit === 2) { ${BESIDE} process.exit(7); }`);
  const script = command
    .at(-1)!
    .replace('const digit', `if (id[0] === '2' && mutants.length && isAlone()) continue; const digit`);
  const isAlone = 'const isAlone = () => tests.flatMap(({ trials }) => trials).length === 1;';
  const { states, problem } = await stateOf({ ...together, command: command.with(2, `${isAlone}${script}`) });
  expect(states).toEqual(Array(6).fill('passed').with(2, 'untried'));
  expect(problem).toMatch(/tried no mutant, though some are left/);
});

test('a mutant that was lost before another one stood still has not stood still', async () => {
  const command = fixtures(`if (digit === 1) { ${BESIDE} for (;;); }`);
  const states = Array(6).fill('passed');
  states[1] = 'timeout by a test';
  expect(await stateOf({ ...together, command, patienceMs: 15_000 })).toEqual({ states, problem: undefined });
});

test('what is never tried is told with how the run ended', async () => {
  const command = fixtures('if (digit >= 4) { console.log("gone"); process.exit(9); }').with(
    2,
    fixtures('')
      .at(-1)!
      .replace('const digit', 'if (Number(id[0]) >= 4) { console.log("gone"); process.exit(9); } const digit'),
  );
  const { states, problem } = await stateOf({ command });
  expect(states).toEqual(['passed', 'passed', 'passed', 'passed', 'untried', 'untried']);
  expect(problem).toMatch(/tried no mutant, though some are left; it ended with 9\.[\s\S]*gone/);
});

/** Mutants that only a run of the whole command can notice. */
const wholes = (count: number) =>
  candidates(count).map((mutant) => ({ ...mutant, again: new Map(), whole: new Set(['']) }));

/** A command that begins with its mutant, and then ends with a status. `before` is what it does before. */
const noting = (status: string, before = '') => [
  process.execPath,
  '-e',
  `const id = process.env.STARBOX_MUTANT;
   ${before}
   require('node:fs').appendFileSync(process.env.STARBOX_MUTANTS + '/begun-0.ndjson', JSON.stringify({ id, test: '' }) + '\\n');
   process.exit(${status});`,
];

test('a run of the whole command that did not begin with its mutant has not killed it', async () => {
  const command = noting(
    `id[0] === '2' ? 1 : 0`,
    `if (id[0] === '4') throw new Error('no plan');
     if (id[0] === '5') process.exit(0);`,
  );
  const { verdicts, problem } = await tryMutants(trialsOf({ command, mutants: wholes(6) }));
  const results = candidates(6).map(
    ({ id }) => verdicts.decided(id)?.result ?? (verdicts.hasPassed(id, '') ? 'passed' : 'untried'),
  );
  expect(results).toEqual(['passed', 'passed', 'killed', 'passed', 'untried', 'untried']);
  expect(problem).toMatch(/before it made a sandbox with its mutant/);
});

test('a run of the whole command that the system ended is tried once more', async () => {
  const mark = JSON.stringify(join(folder, 'killed'));
  const end = `process.kill(process.pid, 'SIGKILL')`;
  const command = noting(
    `id[0] === '3' || (id[0] === '2' && !require('node:fs').existsSync(${mark})) ? (require('node:fs').appendFileSync(${mark}, ''), ${end}) : 0`,
  );
  const { verdicts } = await tryMutants(trialsOf({ command, mutants: wholes(4), division: { runs: 1, processes: 1 } }));
  expect([2, 3].map((digit) => verdicts.decided(idOf(digit))?.result)).toEqual([undefined, 'killed']);
  expect(verdicts.hasPassed(idOf(2), '')).toBe(true);
});

test('a run whose time is over ends at least one trial', async () => {
  const one = { command: noting('1'), deadline: 1, division: { runs: 1, processes: 1 } };
  const counts: number[] = [];
  for (let i = 0; i < 3; i++) counts.push((await tryMutants(trialsOf({ ...one, mutants: wholes(6) }))).verdicts.size);
  expect(counts).toEqual([1, 2, 3]);
});

test('a run that tries nothing at all is an error', async () => {
  await expect(tryMutants(trialsOf({ command: [process.execPath, '-e', 'process.exit(4)'] }))).rejects.toThrow(
    /tried no mutant; it ended with 4/,
  );
  expect(readFileSync(join(folder, VERDICTS_FILE), 'utf8')).toBe('{}\n');
});
