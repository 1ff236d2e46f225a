// Coverage that other processes write: a node with --coverage, and tests with STARBOX_COVERAGE.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { root } from '../support/documentBlocks.ts';
import { FailuresProject, wayData } from '../support/failures.ts';
import { rpc, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

const project = new FailuresProject();
const folder = mkdtempSync(join(tmpdir(), 'starbox-processes-'));
afterAll(() => {
  project.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the project until it ends. */
function run(
  args: readonly string[],
  coverage: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    env: { ...process.env, STARBOX_COVERAGE: coverage, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe.runIf(isBuilt)('coverage of other processes', () => {
  test('leaves no report of an earlier run if a command writes none, and no reports of other programs are removed', async () => {
    const coverage = join(folder, 'early');
    mkdirSync(coverage);
    const put = (page: string) => {
      writeFileSync(join(coverage, 'index.html'), page);
      writeFileSync(join(coverage, 'lcov.info'), 'TN:\n');
    };
    const fail = () =>
      run([join(root, 'dist/cli.js'), 'coverage', coverage, '--', process.execPath, '-e', 'process.exit(3)'], coverage);
    put('<!doctype html>\n<html><title>Coverage: 5 % of lines</title>');
    const { code, output } = await fail();
    expect([code, readdirSync(coverage)]).toEqual([1, []]);
    expect(output).toContain(
      `ended with 3 and wrote no coverage, so there is no report; ${join(coverage, 'lcov.info')} and `,
    );
    expect(output).toContain('of an earlier run were removed. Did ');
    put('<!doctype html>\n<html><title>All files</title>');
    expect((await fail()).output).toContain('so there is no report. Did ');
    expect(readdirSync(coverage)).toHaveLength(2);
  });

  test('is written by the helper for tests, by test, when the last one has ended', async () => {
    const script = join(project.folder, 'tests.mjs');
    writeFileSync(
      script,
      `import { withSandbox } from ${JSON.stringify(pathToFileURL(join(root, 'dist/testing.js')).href)};
       const options = { seed: 7, setup: async (box) => (await box.deploy('target/dev/failures_Vault.contract_class.json')).address };
       const call = withSandbox(options, (box, context, to) => box.call({ to, entryPoint: 'fail', calldata: ${JSON.stringify(wayData('none'))} }));
       await call({ name: 'does nothing' });`,
    );
    const coverage = join(folder, 'tests');
    const { code, output } = await run([script], coverage);
    expect(code, output).toBe(0);
    const [file] = readdirSync(coverage);
    const { names, tests } = JSON.parse(readFileSync(join(coverage, file!), 'utf8')) as {
      readonly names: readonly string[];
      readonly tests: readonly { readonly name: string }[];
    };
    expect(names).toContain(join(project.folder, 'src/vault.cairo'));
    expect(tests.map(({ name }) => name)).toEqual(['does nothing']);
    const shown = await run([join(root, 'dist/cli.js'), 'coverage', coverage], coverage);
    expect(shown.output).toMatch(/src\/vault\.cairo +\d+\.\d % /);
  });

  /** A file of tests for jest that run a contract, each with its own clone. */
  const jestFile = (name: string, top: string, options: string) =>
    writeFileSync(
      join(project.folder, name),
      `${top}
       const setup = async (box) => (await box.deploy('target/dev/failures_Vault.contract_class.json')).address;
       const sandbox = useSandbox({ setup, ${options} });
       const call = (data) => sandbox.box.call({ to: sandbox.values, entryPoint: 'fail', calldata: data });
       describe('a vault', () => {
         test('does nothing', () => call(${JSON.stringify(wayData('none'))}));
         test('does it again', () => call(${JSON.stringify(wayData('none'))}));
       });`,
    );

  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const hasJest = skipUnless(existsSync(jest), 'jest is not installed');
  const entry = (name: string) => `require(${JSON.stringify(join(root, 'dist', `${name}.cjs`))})`;
  test.runIf(hasJest).each([
    ['globals', `const { useSandbox } = ${entry('testingJest')};`, ''],
    [
      'imports',
      `const { describe, test, ...hooks } = require('@jest/globals');
       const { useSandbox } = ${entry('testing')};`,
      'hooks',
    ],
  ])('knows the names of tests of jest that uses %s', async (kind, top, options) => {
    jestFile(`${kind}.test.js`, top, options);
    const config = {
      rootDir: project.folder,
      testMatch: [`**/${kind}.test.js`],
      transform: {},
      testTimeout: 120_000,
    };
    const coverage = join(folder, kind);
    const settings = JSON.stringify({ ...config, injectGlobals: kind === 'globals' });
    const { code, output } = await run([jest, '--config', settings], coverage);
    expect(code, output).toBe(0);
    const [file] = readdirSync(coverage);
    const { tests } = JSON.parse(readFileSync(join(coverage, file!), 'utf8')) as {
      readonly tests: readonly { readonly name: string }[];
    };
    expect(tests.map(({ name }) => name).sort()).toEqual(
      ['does it again', 'does nothing'].map((name) => `${kind}.test.js > a vault ${name}`),
    );
  });

  // A process on Windows is ended without a chance to write.
  test.skipIf(process.platform === 'win32')('is written by a node when it is asked, and when it ends', async () => {
    const coverage = join(folder, 'node');
    const server = await startServer('--coverage', coverage, '--quiet');
    try {
      expect(await rpc(server.url, 'devnet_getCoverage')).toMatchObject({ saved: true, files: [] });
      const [file, ...others] = readdirSync(coverage);
      expect(others).toEqual([]);
      rmSync(join(coverage, file!));
      await server.stop();
      expect(readdirSync(coverage)).toEqual([file]);
    } finally {
      await server.stop();
    }
  });
});
