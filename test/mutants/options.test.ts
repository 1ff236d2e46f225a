// What `starbox mutate` tries: lines that changed, one contract of several, and contracts without source lines.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { MutateRun, summaryOf } from '../support/mutateRun.ts';
import { skipUnless } from '../support/skipUnless.ts';

const project = new MutateRun();
afterAll(() => project.remove());
const built = skipUnless(isBuilt, 'the program is not built');
const TEST = ['--json', '--', process.execPath, '--test'];

describe.runIf(built)('starbox mutate', () => {
  test('tries only lines that changed since a commit', async () => {
    project.putSplitTest('split.mjs');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: project.folder });
    const source = project.read('src/vault.cairo');
    project.put('src/vault.cairo', source.replace('(amount / parts, amount % parts)', '(amount, parts)'));
    git('init', '-q');
    git('add', 'src');
    git('commit', '-qm', 'before');
    project.put('src/vault.cairo', source);
    // The class was built after the change.
    project.put(
      'target/dev/mutants_Vault.contract_class.json',
      project.read('target/dev/mutants_Vault.contract_class.json'),
    );
    const ended = await project.mutate('changed', '--since', 'HEAD', ...TEST, 'split.mjs');
    expect(ended.code, ended.stderr).toBe(0);
    const line = 1 + source.split('\n').findIndex((text) => text.includes('(amount / parts, amount % parts)'));
    const { mutants } = summaryOf(ended);
    expect(mutants.length).toBeGreaterThan(1);
    expect(new Set(mutants.map((mutant) => mutant.line))).toEqual(new Set([line]));
    git('add', 'src');
    git('commit', '-qm', 'after');
    const same = await project.mutate('changed', '--since', 'HEAD', '--json', '--', process.execPath, 'not-run.mjs');
    expect([same.code, same.stderr]).toEqual([
      0,
      'No line of Cairo was added or changed since HEAD, so there is nothing to try.\n',
    ]);
    expect(summaryOf(same)).toMatchObject({ score: null, mutants: [] });
    project.put('src/other.cairo', '');
    const nothing = await project.mutate('changed', '--since', 'HEAD', ...TEST, 'split.mjs');
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('No test runs a line that changed since HEAD'),
    ]);
  });

  test('tries only the contract that is named', async () => {
    project.put(
      'both.mjs',
      `import assert from 'node:assert/strict';
       import test from 'node:test';
       import { withSandbox } from 'starbox/testing';
       const setup = async (box) => ({
         vault: await box.deploy('target/dev/mutants_Vault.contract_class.json', [box.accounts[0].address, 100n]),
         token: await box.deploy('target/dev/mutants_Token.contract_class.json', [box.accounts[0].address, 100n, 50n]),
       });
       test('both', withSandbox({ seed: 7, setup }, async (box, context, { vault, token }) => {
         assert.equal(await vault.read.total(), 0n);
         assert.equal(await token.read.total_supply(), 50n);
       }));`,
    );
    const ended = await project.mutate('one', '--contract', 'Token', ...TEST, 'both.mjs');
    expect(ended.code, ended.stderr).toBe(0);
    const { mutants, contracts } = summaryOf(ended);
    expect(contracts).toEqual(['Token', 'Vault']);
    expect(new Set(mutants.map(({ contract }) => contract))).toEqual(new Set(['Token']));
    expect(mutants.some(({ state }) => state === 'killed')).toBe(true);
  });

  describe.each([
    ['names of functions alone', true],
    ['no debug information at all', false],
  ])('for a class with %s', (_, hasNames) => {
    const file = hasNames ? 'named.json' : 'bare.json';
    const name = hasNames ? 'named.mjs' : 'bare.mjs';

    test('lists mutants by function, and says what is missing', async () => {
      const json = JSON.parse(readFileSync(project.classFile('Vault'), 'utf8'));
      json.sierra_program_debug_info = hasNames ? { ...json.sierra_program_debug_info, annotations: {} } : undefined;
      project.put(file, JSON.stringify(json));
      project.putSplitTest(name, file);
      const ended = await project.mutate(hasNames ? 'named' : 'bare', ...TEST, name);
      expect(ended.code, ended.stderr).toBe(0);
      const { mutants, without_lines, counts } = summaryOf(ended);
      expect(without_lines).toHaveLength(1);
      expect(counts['killed']).toBeGreaterThan(0);
      expect(mutants.every(({ line }) => line === undefined)).toBe(true);
      const functions = mutants.filter(({ state }) => state === 'killed').map((mutant) => mutant.function);
      if (hasNames) expect(functions.some((found) => found.endsWith('::split'))).toBe(true);
      else expect(functions.every((found) => /^function \d+$/.test(found))).toBe(true);
      const shown = await project.mutate(hasNames ? 'named' : 'bare');
      expect(shown.stdout).toContain('has no source lines, so its mutants are listed by function.');
      expect(shown.stdout).toContain('unstable-add-statements-code-locations-debug-info');
      const page = readFileSync(join(project.folder, hasNames ? 'named' : 'bare', 'index.html'), 'utf8');
      expect(page).toContain('has no source lines');
    });
  });
});
