// `starbox mutate -- COMMAND` in a project as users have it, with the test runners that they use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { type Ended, type MutantSummary, MutateRun, summaryOf } from '../support/mutateRun.ts';
import { PATIENT } from '../support/patient.ts';
import { skipUnless } from '../support/skipUnless.ts';

const project = new MutateRun();
afterAll(() => project.remove());
const { modules } = project;
const mutate = (...args: readonly string[]) => project.mutate(...args);
const put = (name: string, text: string) => project.put(name, text);

const stateOf = ({ mutants }: MutantSummary, source: string, text: string) =>
  mutants.find((mutant) => mutant.source?.includes(source) && mutant.text.includes(text));

const CLASS = "'target/dev/mutants_Vault.contract_class.json'";
const built = skipUnless(isBuilt, 'the program is not built');

describe.runIf(built)('starbox mutate', () => {
  test('tries mutants with the tests of vitest that run their lines', async () => {
    put(
      'vault.test.ts',
      `import { sandboxTest, useSandbox } from 'starbox/testing/vitest';
       import { describe, expect, test as plain } from 'vitest';
       const options = {
         seed: 7,
         accounts: 2,
         setup: async (box) => ({ vault: await box.deploy(${CLASS}, [box.accounts[0].address, 100n]) }),
       };
       const test = sandboxTest(options);
       describe('a vault', () => {
         test('splits', async ({ values: { vault } }) => {
           expect(Object.values(await vault.read.split(17n, 5n))).toEqual([3n, 2n]);
         });
         test.fails('has another sum', async ({ values: { vault } }) => {
           expect(BigInt(await vault.read.sum_to(4n))).toBe(17n);
         });
         test.concurrent('has a limit', async ({ values: { vault } }) => {
           await expect(vault.write.deposit(101n)).toRevertWith('limit');
         });
       });
       describe('with hooks', () => {
         const sandbox = useSandbox(options);
         plain('sums', async () => {
           expect(BigInt(await sandbox.values.vault.read.sum_to(4n))).toBe(16n);
         });
       });
       plain('has nothing to do with contracts', () => expect(1).toBe(1));`,
    );
    const vitest = ['--json', '--', process.execPath, join(modules, 'vitest/vitest.mjs'), 'run', ...PATIENT];
    const ended = await mutate('--workers', '3', ...vitest);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/First run: 4 tests, \d+ lines of 1 contract covered\./);
    const summary = summaryOf(ended);
    expect(summary.counts).toMatchObject({ untried: 0, timeout: 0 });
    // The same tests notice the same mutants, and all is listed in the same order, with any number of workers.
    expect(summaryOf(await mutate('alone', '--workers', '1', ...vitest))).toEqual(summary);
    expect(stateOf(summary, 'amount / parts', 'changed places')).toMatchObject({
      state: 'killed',
      killed_by: 'vault.test.ts > a vault > splits',
    });
    expect(stateOf(summary, 'i * 2', '* became +')).toMatchObject({
      state: 'killed',
      killed_by: 'vault.test.ts > with hooks > sums',
    });
    expect(stateOf(summary, 'parts != 0', 'check was removed')).toMatchObject({ state: 'survived', tests: 1 });
    // The constructor runs in the setup, of which all tests notice something.
    expect(stateOf(summary, 'self.limit.write(limit)', 'write was removed')).toMatchObject({
      state: 'survived',
      tests: 4,
    });
    expect(stateOf(summary, 'self.open.write(true)', 'write was removed')).toMatchObject({ state: 'killed' });
    expect(stateOf(summary, 'self.last_gift', 'write was removed')).toMatchObject({ state: 'uncovered' });
    const page = readFileSync(join(project.folder, 'starbox-mutants/index.html'), 'utf8');
    expect(page).toContain('<title>Mutants: ');
    expect(page).toContain('<b>survived</b>: <code>parts != 0</code>: the check was removed');
    // Nothing is left to go on with.
    expect(existsSync(join(project.folder, 'starbox-mutants/verdicts.ndjson'))).toBe(false);
    const again = await mutate('--fail-under', '100');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--fail-under asks for 100 %')]);
    expect(again.stdout).toMatch(/SURVIVED {2}src\/vault\.cairo:143 {2}split {3}`parts != 0`: the check was removed/);
  });

  test('tries mutants with node:test in one run, and with other tests in a run for each', async () => {
    project.putSplitTest('fixture.mjs');
    const fast = await mutate('fast', '--json', '--', process.execPath, '--test', 'fixture.mjs');
    expect(fast.code, fast.stderr).toBe(0);
    put(
      'plain.mjs',
      `import assert from 'node:assert/strict';
       import { Sandbox } from 'starbox';
       const box = await Sandbox.create({ seed: 7 });
       const vault = await box.deploy(${CLASS}, [box.accounts[0].address, 100n]);
       assert.deepEqual(Object.values(await vault.read.split(17n, 5n)), [3n, 2n]);
       await box.close();`,
    );
    const whole = await mutate('whole', '--json', '--', process.execPath, 'plain.mjs');
    expect(whole.code, whole.stderr).toBe(0);
    // Both ways have the same verdicts.
    const states = (ended: Ended) =>
      summaryOf(ended).mutants.map(({ line, text, state }) => `${line} ${text}: ${state}`);
    expect(states(fast)).toEqual(states(whole));
    expect(summaryOf(fast).counts).toMatchObject({ killed: 2, untried: 0 });
    expect(stateOf(summaryOf(fast), 'amount / parts', 'changed places')?.killed_by).toBe('splits');
  });

  test('goes on after a mutant with which the process of the tests ends', async () => {
    put(
      'crash.mjs',
      project
        .read('fixture.mjs')
        .replace(
          'assert.deepEqual(',
          'if ((await vault.read.split(17n, 5n))[0] !== 3n) process.exit(5); assert.deepEqual(',
        ),
    );
    const ended = await mutate('crash', '--json', '--workers', '1', '--', process.execPath, '--test', 'crash.mjs');
    expect(ended.code, ended.stderr).toBe(0);
    const summary = summaryOf(ended);
    expect(summary.counts).toMatchObject({ untried: 0 });
    expect(stateOf(summary, 'amount / parts', 'changed places')).toMatchObject({
      state: 'killed',
      killed_by: 'splits (its process crashed)',
    });
    // The others were tried after it.
    expect(summary.counts['survived']).toBeGreaterThan(0);
  });

  test('goes on with a run that had no time to end, and tries at least one mutant each time', async () => {
    const limited = ['short', '--time-limit', '0.001', '--workers', '1', '--json', '--', process.execPath, '--test'];
    const untried: number[] = [];
    for (let i = 0; i < 2; i++) {
      const short = await mutate(...limited, 'fixture.mjs');
      expect(short.code, short.stderr).toBe(0);
      untried.push(summaryOf(short).counts['untried']!);
    }
    expect(untried[0]).toBeGreaterThan(1);
    expect(untried[1]).toBe(untried[0]! - 1);
    const verdicts = join(project.folder, 'short/verdicts.ndjson');
    const { mutants } = JSON.parse(readFileSync(join(project.folder, 'short/mutants.json'), 'utf8'));
    const tried = mutants.find(({ state }: { readonly state: string }) => state === 'untried');
    const [head] = readFileSync(verdicts, 'utf8').split('\n');
    writeFileSync(
      verdicts,
      `${head}\n{"damaged\n${JSON.stringify({ id: tried.id, result: 'killed', test: 'an earlier one' })}\n{"id":`,
    );
    const rest = await mutate('short', '--json', '--', process.execPath, '--test', 'fixture.mjs');
    expect(rest.stderr).toContain('Goes on with a run that was interrupted: 1 trial is known.');
    expect(summaryOf(rest).mutants.filter(({ killed_by }) => killed_by === 'an earlier one')).toHaveLength(1);
    expect(summaryOf(rest).counts).toMatchObject({ untried: 0 });
  });

  test('does not go on with the run of another command', async () => {
    const short = ['--time-limit', '0.001', '--json', '--', process.execPath, '--test'];
    await mutate('other', ...short, 'fixture.mjs');
    const verdicts = join(project.folder, 'other/verdicts.ndjson');
    const { mutants } = JSON.parse(readFileSync(join(project.folder, 'other/mutants.json'), 'utf8'));
    const killed = JSON.stringify({ id: mutants[0].id, result: 'killed', test: 'an earlier one' });
    writeFileSync(verdicts, `${readFileSync(verdicts, 'utf8')}${killed}\n`);
    put('second.mjs', project.read('fixture.mjs'));
    const other = await mutate('other', ...short, 'second.mjs');
    expect(other.stderr).not.toContain('Goes on');
    expect(summaryOf(other).mutants.filter(({ killed_by }) => killed_by === 'an earlier one')).toEqual([]);
  });

  test('is an error where tests fail, nothing runs, or a name is wrong', async () => {
    const failing = await mutate('none', '--', process.execPath, '-e', 'process.exit(3)');
    expect([failing.code, failing.stderr]).toEqual([3, expect.stringContaining('repair them first')]);
    const nothing = await mutate('none', '--', process.execPath, '-e', '');
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('ran no contract of yours')]);
    const unread = await mutate('none');
    expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('Run your tests with mutants first')]);
    const wrong = await mutate('none', '--contract', 'Valt', '--', process.execPath, '--test', 'fixture.mjs');
    expect([wrong.code, wrong.stderr]).toEqual([expect.any(Number), expect.stringContaining("no contract 'Valt' ran")]);
    expect(wrong.code).not.toBe(0);
    const since = await mutate('none', '--since=--help', '--', process.execPath, '-e', '');
    expect([since.code, since.stderr]).toEqual([1, expect.stringContaining('git cannot tell what changed')]);
  });
});
