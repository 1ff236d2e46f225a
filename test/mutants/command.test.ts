// `starbox mutate -- COMMAND` in a project as users have it, with the test runners that they use.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';
import { MutantProject } from '../support/mutantProject.ts';
import { skipUnless } from '../support/skipUnless.ts';

const project = new MutantProject();
afterAll(() => project.remove());
const modules = join(project.folder, 'node_modules');
mkdirSync(modules);
symlinkSync(root, join(modules, 'starbox'), 'junction');
symlinkSync(join(root, 'node_modules/vitest'), join(modules, 'vitest'), 'junction');
writeFileSync(join(project.folder, 'package.json'), '{ "type": "module" }');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in the project until it ends. */
function mutate(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mutate', ...args], { cwd: project.folder });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += text));
    child.stderr.on('data', (text) => (stderr += text));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

interface Summary {
  readonly score: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly mutants: readonly {
    readonly state: string;
    readonly line: number;
    readonly text: string;
    readonly source?: string;
    readonly killed_by?: string;
    readonly tests: number;
  }[];
}

/** The JSON after what the tests printed. */
const summaryOf = ({ stdout }: Ended): Summary => JSON.parse(stdout.slice(stdout.indexOf('{\n  "score"')));
const stateOf = ({ mutants }: Summary, source: string, text: string) =>
  mutants.find((mutant) => mutant.source?.includes(source) && mutant.text.includes(text));

const put = (name: string, text: string) => writeFileSync(join(project.folder, name), text);
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
    const ended = await mutate('--json', '--', process.execPath, join(modules, 'vitest/vitest.mjs'), 'run');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/First run: 3 tests, \d+ lines of 1 contract covered\./);
    const summary = summaryOf(ended);
    expect(summary.counts).toMatchObject({ untried: 0, timeout: 0 });
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
      tests: 3,
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
    put(
      'fixture.mjs',
      `import assert from 'node:assert/strict';
       import test from 'node:test';
       import { withSandbox } from 'starbox/testing';
       const setup = (box) => box.deploy(${CLASS}, [box.accounts[0].address, 100n]);
       test('splits', withSandbox({ seed: 7, setup }, async (box, context, vault) => {
         assert.deepEqual(Object.values(await vault.read.split(17n, 5n)), [3n, 2n]);
       }));`,
    );
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

  test('goes on with a run that had no time to end', async () => {
    const short = await mutate(
      'short',
      '--time-limit',
      '0.001',
      '--json',
      '--',
      process.execPath,
      '--test',
      'fixture.mjs',
    );
    expect(short.code, short.stderr).toBe(0);
    expect(summaryOf(short).counts).toMatchObject({ killed: 0, survived: 0 });
    const verdicts = join(project.folder, 'short/verdicts.ndjson');
    const { mutants } = JSON.parse(readFileSync(join(project.folder, 'short/mutants.json'), 'utf8'));
    const tried = mutants.find(({ state }: { readonly state: string }) => state === 'untried');
    writeFileSync(
      verdicts,
      `{"damaged\n${JSON.stringify({ id: tried.id, result: 'killed', test: 'an earlier one' })}\n{"id":`,
    );
    const rest = await mutate('short', '--json', '--', process.execPath, '--test', 'fixture.mjs');
    expect(rest.stderr).toContain('Goes on with a run that was interrupted: 1 trials are known.');
    expect(summaryOf(rest).mutants.filter(({ killed_by }) => killed_by === 'an earlier one')).toHaveLength(1);
    expect(summaryOf(rest).counts).toMatchObject({ untried: 0 });
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
