import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/library/index.ts';
import { isBuilt } from '../support/build.ts';
import {
  addClassFiles,
  type BundledPage,
  type Bundler,
  bundleWithEsbuild,
  bundleWithVite,
  pageProject,
  sizeInOneFile,
} from '../support/bundlePage.ts';
import { findChromium, servePages, type Visit, visit } from '../support/chromium.ts';
import { skipUnless } from '../support/skipUnless.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const program = findChromium();
const hasBrowser = skipUnless(
  program !== undefined,
  'there is no Chromium; install it, or set the variable CHROMIUM to its program',
);

// Gzipped bytes: of what a page loads first, and of everything in one file, with what a page imports with its first sandbox: our classes are a third.
// With the entry point of the wallet, the bundles are divided into more files, which esbuild drops less of: 4 kB. State files are loaded when one is first read or written: 14 kB less.
// Exported transactions of forks have the answers of their network, which are written and read when that is needed: 4 kB of one file.
const SANDBOX_BUDGET = 266_000;
const ONE_FILE_BUDGET = 595_000;
const COMPILER_BUDGET = 110_000;
const STRICT = "'self' 'wasm-unsafe-eval'";

const expectedOfSandbox = {
  head: 1,
  streamed: 1,
  isDeclared: true,
  heardTransfer: true,
  balance: '5',
  balanceInClone: '0',
  restored: 4,
  forkedBalance: '7',
  l1: expect.stringContaining('The L1 node refused eth_chainId'),
  listen: 'box.listen() needs Node.js; it is not possible in a browser.',
  declareFile:
    'The class file target/dev/token.contract_class.json cannot be read: Reading a class file needs Node.js; it is not possible in a browser.',
  afterClose: expect.stringContaining('closed'),
};

const bundlers: [string, Bundler][] = [
  ['Vite', bundleWithVite],
  ['esbuild', bundleWithEsbuild],
];

describe.runIf(isBuilt)('in a browser (needs dist/)', () => {
  let project: string;
  let browser: Browser | undefined;
  let origin: Sandbox;

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'pages-'));
    pageProject(project);
    origin = await Sandbox.create({ seed: 3, accounts: 1 });
    await origin.mint('0x77', 7n);
    if (program) browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await origin.close();
    rmSync(project, { recursive: true });
  });

  async function open(folder: string, page: string, scriptSources: string): Promise<Visit> {
    addClassFiles(folder);
    const { url, server } = await servePages(folder, scriptSources, origin.fetch);
    try {
      return await visit(browser!, `${url}/${page}.html`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  describe.each(bundlers)('bundled with %s', (_, bundle) => {
    let sandbox: BundledPage;
    let compiler: BundledPage;
    beforeAll(async () => {
      sandbox = await bundle(project, 'sandbox');
      compiler = await bundle(project, 'compile');
    });

    test('a page with a sandbox stays within its budget, and a page with only the compiler', () => {
      expect(sandbox.gzippedBytes).toBeLessThan(SANDBOX_BUDGET);
      expect(compiler.gzippedBytes).toBeLessThan(COMPILER_BUDGET);
    });

    test.runIf(hasBrowser)('a page and a worker use a sandbox without unsafe-eval', async () => {
      const { shown, complaints } = await open(sandbox.folder, 'sandbox', STRICT);
      expect(shown).toEqual({ page: expectedOfSandbox, worker: expectedOfSandbox });
      expect(complaints).toEqual([]);
    });

    test.runIf(hasBrowser)('a page compiles a Sierra class without unsafe-eval', async () => {
      const { shown, complaints } = await open(compiler.folder, 'compile', STRICT);
      const hash = expect.stringMatching(/^0x[0-9a-f]{60,}$/);
      expect(shown).toEqual({ classHash: hash, compiledClassHash: hash });
      expect(complaints).toEqual([]);
    });
  });

  test.runIf(hasBrowser)('the plain page of the documentation works without a bundler', async () => {
    const folder = join(project, 'plain');
    pageProject(folder);
    const [, html] = /```html\n(.*?)```/s.exec(readFileSync(join(dist, '../docs/browser.md'), 'utf8'))!;
    writeFileSync(join(folder, 'index.html'), html!);
    copyFileSync(join(dist, '../contracts/classes/universal_deployer.sierra.json'), join(folder, 'counter.json'));
    const { shown, complaints } = await open(folder, 'index', `${STRICT} 'unsafe-inline'`);
    expect(shown).toEqual({ counter: expect.stringMatching(/^0x[0-9a-f]+$/), balance: '5' });
    expect(complaints).toEqual([]);
  });

  test('a page with a sandbox in one file stays within its budget too', async () => {
    expect(await sizeInOneFile(project)).toBeLessThan(ONE_FILE_BUDGET);
  });

  test.runIf(hasBrowser)('a policy without wasm-unsafe-eval is named in the error', async () => {
    const { folder } = await bundleWithEsbuild(project, 'compile');
    const { shown } = await open(folder, 'compile', "'self'");
    expect(shown).toEqual({ error: expect.stringContaining('wasm-unsafe-eval'), stack: expect.any(String) });
  });
});
