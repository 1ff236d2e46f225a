// Runs the projects in examples/, and the test files in README.md and docs/, with the packed package, as users would.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isBuilt } from './support/build.ts';
import { findChromium, servePages, visit } from './support/chromium.ts';
import { documentBlocks, root } from './support/documentBlocks.ts';
import { PATIENT } from './support/patient.ts';
import { freePort } from './support/server.ts';
import { skipUnless } from './support/skipUnless.ts';
import { addBuild, modules, type ProgramEnd, type UserProject, userProject } from './support/userProject.ts';

/** Uses a copy of an example. */
async function inExample(name: string, use: (project: UserProject) => Promise<void>): Promise<void> {
  const project = userProject(name);
  try {
    await use(project);
  } finally {
    project.remove();
  }
}

/** Adds the test files of the documentation for a test runner. Returns their names. */
function addDocumented(project: UserProject, runner: string, nameOf: (index: number) => string): readonly string[] {
  const blocks = documentBlocks.filter(({ use }) => use === runner);
  expect(blocks).not.toEqual([]);
  addBuild(project, 'token', 'erc20');
  return blocks.map(({ code }, i) => {
    writeFileSync(join(project.folder, nameOf(i)), code);
    return nameOf(i);
  });
}

/** Runs a program of Node.js in a project, which must succeed. */
async function runNode(
  project: UserProject,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<ProgramEnd> {
  const end = await project.run(process.execPath, args, env);
  expect(end.status, end.output).toBe(0);
  return end;
}

/** There, a gas snapshot that is not written yet is a failure. */
const NOT_IN_CI = { CI: '' };

const python = process.env['PYTHON'] ?? 'python3';
const pythonHas = (...packages: readonly string[]): boolean => {
  try {
    execFileSync(python, ['-c', `import ${packages.join(', ')}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Runs the tests of a folder. Versions of Node have different reporters by default. */
const TESTS = ['--test', '--test-reporter', 'tap'];

describe.runIf(isBuilt)('the examples (needs dist/)', () => {
  test('are all listed, and run here', () => {
    const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const run = 'bots browser dapp fork indexer jest l1 library node-test playwright pytest vitest'.split(' ');
    expect(folders.map(({ name }) => name).sort()).toEqual(run);
  });

  test('for vitest pass, and their types are right', () =>
    inExample('vitest', async (project) => {
      const files = addDocumented(project, 'vitest', (i) => `docs${i}.test.ts`);
      // The page about typed contracts imports `starbox:contracts`.
      addBuild(project, 'shop_Token', 'erc20', 'shop/classes');
      writeFileSync(
        join(project.folder, 'vitest.config.ts'),
        "import { starbox } from 'starbox/vite';\nexport default { plugins: [starbox({ contracts: 'shop/classes' })] };\n",
      );
      const tests = await runNode(
        project,
        [join(modules, 'vitest/vitest.mjs'), 'run', '--reporter=tap-flat', ...PATIENT],
        NOT_IN_CI,
      );
      expect(tests.output).toContain('1..');
      const options = [
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--noEmit',
        '--types',
        '',
      ];
      const typed = files.filter((name) => documentedTypes.has(name));
      expect(typed).not.toEqual([]);
      const types = await runNode(project, [
        join(modules, 'typescript/bin/tsc'),
        ...options,
        'token.test.ts',
        'starbox-contracts.d.ts',
        ...typed,
      ]);
      expect(types.output).toBe('');
    }));

  /** Files whose blocks are TypeScript; those of JavaScript are not checked. */
  const documentedTypes = new Set(
    documentBlocks
      .filter(({ use }) => use === 'vitest')
      .flatMap(({ isTypeScript }, i) => (isTypeScript ? [`docs${i}.test.ts`] : [])),
  );

  test('for node:test pass', () =>
    inExample('node-test', async (project) => {
      addDocumented(project, 'node-test', (i) => `docs${i}.test.js`);
      expect((await runNode(project, TESTS)).output).toMatch(/# fail 0/);
    }));

  const hasJest = skipUnless(existsSync(join(modules, 'jest/bin/jest.js')), 'jest is not installed');
  test.runIf(hasJest)('for jest in CommonJS pass', () =>
    inExample('jest', async (project) => {
      addDocumented(project, 'jest', (i) => `docs${i}.test.js`);
      await runNode(project, [join(modules, 'jest/bin/jest.js'), '--rootDir', '.', '--testTimeout=120000']);
    }),
  );

  test('of bots under many schedules pass', () =>
    inExample('bots', async (project) => {
      const vitest = join(modules, 'vitest/vitest.mjs');
      const { output } = await runNode(project, [vitest, 'run', '--reporter=tap-flat', ...PATIENT]);
      expect(output).toContain('1..6');
    }));

  test('of the library prints what happened', () =>
    inExample('library', async (project) => {
      const { stdout } = await runNode(project, ['main.js']);
      expect(stdout).toContain('sent 5n in block 1');
      expect(stdout).toContain('refused: ERC20: insufficient balance');
    }));

  test('of a fork passes', () =>
    inExample('fork', async (project) => {
      const ended = await runNode(project, TESTS, { STARKNET_RPC: '' });
      expect(ended.output).toMatch(/# pass 3/);
    }));

  test('of a bridge between L1 and L2 passes', () =>
    inExample('l1', async (project) => {
      const ended = await runNode(project, TESTS);
      expect(ended.output).toMatch(/# pass 3/);
    }));

  test('of an indexer passes', () =>
    inExample('indexer', async (project) => {
      const ended = await runNode(project, TESTS);
      expect(ended.output).toMatch(/# pass 5/);
    }));

  const browserPath = findChromium();
  const hasBrowser = skipUnless(
    browserPath !== undefined,
    'there is no Chromium; install it, or set the variable CHROMIUM to its program',
  );
  test.runIf(hasBrowser)('of Playwright passes', () =>
    inExample('playwright', async (project) => {
      const ended = await runNode(project, TESTS, { CHROMIUM: browserPath! });
      expect(ended.output).toMatch(/# pass 2/);
    }),
  );

  test.runIf(hasBrowser)('of a dapp passes', () =>
    inExample('dapp', async (project) => {
      const env = {
        CHROMIUM: browserPath!,
        PORT: String(await freePort()),
        PATH: [join(modules, '.bin'), process.env['PATH']].join(delimiter),
      };
      // What the scripts `build` and `test` of the example do.
      await runNode(project, [join(modules, 'vite/bin/vite.js'), 'build'], env);
      const { output } = await runNode(project, [join(modules, '@playwright/test/cli.js'), 'test'], env);
      expect(output).toMatch(/10 passed/);
    }),
  );

  test('of a browser page can be bundled, and runs', () =>
    inExample('browser', async (project) => {
      // The options of the script `build` of the example.
      const { warnings } = await build({
        absWorkingDir: project.folder,
        entryPoints: ['main.js'],
        bundle: true,
        splitting: true,
        format: 'esm',
        outdir: 'dist',
        logLevel: 'silent',
      });
      expect(warnings).toEqual([]);
      if (!hasBrowser) return;
      const { url, server } = await servePages(project.folder, "'self' 'wasm-unsafe-eval'", async () => new Response());
      const browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
      try {
        expect((await visit(browser, `${url}/index.html`)).shown).toBe(5);
      } finally {
        await browser.close();
        server.close();
      }
    }));

  const hasPytest = skipUnless(pythonHas('pytest'), 'Python has no package pytest; PYTHON names the interpreter');
  test.runIf(hasPytest)('for pytest pass', () =>
    inExample('pytest', async (project) => {
      if (pythonHas('requests')) addDocumentedPython(project);
      const { status, output } = await project.run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider']);
      expect(status, output).toBe(0);
      expect(output).toMatch(/\d passed/);
    }),
  );

  /** The fixture of the documentation names a server that is running; that of the example starts one. */
  function addDocumentedPython(project: UserProject): void {
    for (const [i, { code }] of documentBlocks.filter(({ use }) => use === 'pytest').entries())
      writeFileSync(
        join(project.folder, `test_docs${i}.py`),
        code.replace('def node_url(server="http://127.0.0.1:5050"):', 'def node_url(server):'),
      );
  }
});
