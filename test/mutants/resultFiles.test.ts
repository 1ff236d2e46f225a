// The folder of results is input: anything may be in it, and a report names files and texts that are shown.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Verdicts } from '../../src/cli/mutate/verdicts.ts';
import { isBuilt } from '../support/build.ts';
import { MutateRun } from '../support/mutateRun.ts';
import { skipUnless } from '../support/skipUnless.ts';

const project = new MutateRun([]);
afterAll(() => project.remove());
const built = skipUnless(isBuilt, 'the program is not built');
const MUTANT = {
  id: '0123456789abcdef',
  kind: 'check',
  change: '12 take 1',
  text: 'the check was removed',
  functionName: 'a::b::c',
  contract: 'Token',
  state: 'survived',
  tests: 1,
};
const report = (mutant: object = {}) => ({
  starboxMutantReport: 1,
  mutants: [{ ...MUTANT, ...mutant }],
  tests: 1,
  lines: 1,
  contracts: ['Token'],
  withoutLines: [],
});

const put = (text: string) => {
  mkdirSync(join(project.folder, 'results'), { recursive: true });
  project.put('results/mutants.json', text);
};

describe.runIf(built)('starbox mutate without a command', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['half of a report', JSON.stringify(report()).slice(0, -40)],
    ['another JSON file', '{"name":"starbox","version":"1.0.0"}'],
    ['a list of lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a state that there is not', JSON.stringify(report({ state: 'eaten' }))],
    ['a line that is no number', JSON.stringify(report({ place: { path: 'a', line: '1', column: 1 } }))],
    ['a change of millions of statements', JSON.stringify(report({ change: '1 flip; '.repeat(20_000) }))],
  ];
  test.each(broken)('refuses %s', async (_, text) => {
    put(text);
    const ended = await project.mutate('results');
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('is not a report of this version')]);
    expect(ended.stderr.split('\n').length).toBeLessThan(4);
  });

  test('refuses a report that is too large, or a folder', async () => {
    put('');
    truncateSync(join(project.folder, 'results/mutants.json'), 2 ** 29);
    const large = await project.mutate('results');
    expect([large.code, large.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
    rmSync(join(project.folder, 'results'), { recursive: true });
    mkdirSync(join(project.folder, 'results/mutants.json'), { recursive: true });
    const folder = await project.mutate('results');
    expect([folder.code, folder.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
    rmSync(join(project.folder, 'results'), { recursive: true });
  });

  test('shows the texts of a report as texts, in the terminal and in the page', async () => {
    const evil = '<img src=x onerror=alert(1)>\u001b[31m\u0007';
    const place = { path: `/nowhere/${evil}.cairo`, line: 2 ** 40, column: 1, source: evil };
    put(JSON.stringify(report({ text: evil, functionName: evil, contract: evil, killedBy: evil, place })));
    const ended = await project.mutate('results');
    expect(ended.code, ended.stderr).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(ended.stdout).not.toMatch(/[\u0007\u001b]/);
    const page = project.read('results/index.html');
    expect(page).not.toContain('<img');
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;');
  });

  test('shows no file that a report names, unless it is a Cairo file of a package', async () => {
    project.put('secret.txt', 'a secret of the user');
    put(JSON.stringify(report({ place: { path: join(project.folder, 'secret.txt'), line: 1, column: 1 } })));
    expect((await project.mutate('results')).code).toBe(0);
    expect(project.read('results/index.html')).not.toContain('a secret of the user');
  });
});

describe('the verdicts of a run that was interrupted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-verdicts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'verdicts.ndjson');
  const line = (test: string) => `${JSON.stringify({ id: MUTANT.id, result: 'passed', test })}\n`;

  test('are kept for the same command, whatever else is in the file', async () => {
    await Verdicts.begin(path, ['npx', 'vitest'], false);
    writeFileSync(path, `${line('one')}{"id":5}\n[]\n\u0000\n${line('two')}${line('three').slice(0, 20)}`, {
      flag: 'a',
    });
    expect((await Verdicts.begin(path, ['npx', 'vitest'], false)).size).toBe(2);
    // What is added now is a line of its own.
    writeFileSync(path, line('four'), { flag: 'a' });
    expect((await Verdicts.read(path)).size).toBe(3);
  });

  test('are forgotten for another command, on demand, and if the file is foreign', async () => {
    const again = async (command: readonly string[], isFresh: boolean) => {
      const { size } = await Verdicts.begin(path, command, isFresh);
      writeFileSync(path, line('one'), { flag: 'a' });
      return size;
    };
    await again(['a'], true);
    expect(await again(['a'], false)).toBe(1);
    expect(await again(['b'], false)).toBe(0);
    expect(await again(['b'], true)).toBe(0);
    writeFileSync(path, `not of this program\n${line('one')}`);
    expect(await again(['b'], false)).toBe(0);
  });

  test('are an error that names the file if it is none, or is too large', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    await expect(Verdicts.begin(other, ['a'], false)).rejects.toThrow(/other cannot be used: .*Remove it\./);
    truncateSync(path, 2 ** 29);
    await expect(Verdicts.begin(path, ['a'], false)).rejects.toThrow(/verdicts\.ndjson cannot be used: .*Remove it\./);
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'nowhere'), link);
    await expect(Verdicts.begin(link, ['a'], false)).rejects.toThrow(/link cannot be used: .*Remove it\./);
  });
});
