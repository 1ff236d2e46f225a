// Runs the projects in examples/ and the tests in README.md and docs/testing.md with the built package, as users would.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { skipUnless } from './support/skipUnless.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

/** Test files in the documentation: blocks that are marked with a test runner, such as "```js jest". */
function documented(runner: string): readonly string[] {
  return ['README.md', 'docs/testing.md'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^```[jt]s ([\w-]+)\n([\s\S]*?)^```$/gm)]
      .filter(([, name]) => name === runner)
      .map(([, , code]) => code!),
  );
}

/** Runs programs in a copy of an example, with the package as npm would install it. */
function inProject(
  name: string,
  extension: string,
  use: (run: (...args: string[]) => { readonly status: number | null; readonly output: string }) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    cpSync(join(root, 'examples', name), folder, { recursive: true });
    const installed = join(folder, 'node_modules');
    mkdirSync(join(installed, 'starbox'), { recursive: true });
    for (const part of ['package.json', 'dist', 'contracts/classes'])
      cpSync(join(root, part), join(installed, 'starbox', part), { recursive: true });
    for (const other of ['ws', 'starknet', 'vitest', 'jest', 'expect'])
      if (existsSync(join(modules, other))) symlinkSync(join(modules, other), join(installed, other), 'junction');
    const blocks = documented(name);
    expect(blocks).not.toEqual([]);
    for (const [i, code] of blocks.entries()) writeFileSync(join(folder, `docs${i}.test.${extension}`), code);
    use((...args) => {
      const env = { ...process.env, VITEST: undefined, NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
      return { status, output: stdout + stderr };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isBuilt = skipUnless(existsSync(join(root, 'dist/testing.js')), 'dist/ is not built; run npm run build');
describe.runIf(isBuilt)('the examples (needs dist/)', () => {
  test('for vitest pass, and their types are right', () => {
    inProject('vitest', 'ts', (run) => {
      const tests = run(join(modules, 'vitest/vitest.mjs'), 'run', '--reporter=tap-flat');
      expect(tests, tests.output).toMatchObject({ status: 0 });
      expect(tests.output).toContain('1..');
      const options = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--noEmit'];
      const types = run(
        join(modules, 'typescript/bin/tsc'),
        ...options,
        '--types',
        '',
        'token.test.ts',
        'docs0.test.ts',
      );
      expect(types.output).toBe('');
    });
  });

  test('for node:test pass', () => {
    inProject('node-test', 'js', (run) => {
      const tests = run('--test');
      expect(tests, tests.output).toMatchObject({ status: 0 });
      expect(tests.output).toMatch(/# fail 0/);
    });
  });

  const hasJest = skipUnless(existsSync(join(modules, 'jest/bin/jest.js')), 'jest is not installed');
  test.runIf(hasJest)('for jest in CommonJS pass', () => {
    inProject('jest', 'js', (run) => {
      const tests = run(join(modules, 'jest/bin/jest.js'), '--rootDir', '.');
      expect(tests, tests.output).toMatchObject({ status: 0 });
    });
  });
});
