import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { modules } from '../scripts/entries.mjs';
import { withoutCode } from '../scripts/markdown.ts';
import { kernelBytes } from '../src/felt/kernelBytes.ts';
import { isBuilt } from './support/build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

const IMPORT =
  /(?:^|;)(?:import|export)\b(?:[^"'`();]*\bfrom)?\s*["']([^"'\n]+)["']|\bimport\(["'`]([^"'`\n]+)["'`]\)/gm;

/** The files of a built entry point and the packages they import, with or without what `import()` loads later. */
function importsOf(entry: string, { later: withLater }: { readonly later: boolean }) {
  const files = new Set([join(dist, entry)]);
  const outside = new Set<string>();
  for (const file of files)
    for (const [, name, later] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = name ?? (withLater ? later : undefined);
      if (imported?.startsWith('.')) files.add(join(dirname(file), imported));
      else if (imported) outside.add(imported);
    }
  return { files: [...files], outside: [...outside] };
}
const outsideOf = (entry: string) => importsOf(entry, { later: true }).outside;

/** What the build recorded of a bundle: whose code it has, and the modules of each file. */
const record = (bundle: 'esm' | 'cjs' | 'ui') =>
  JSON.parse(readFileSync(join(root, `build/bundled/${bundle}.json`), 'utf8')) as {
    readonly packages: readonly string[];
    readonly files: Readonly<Record<string, readonly string[]>>;
  };
const fileWith = (module: string) =>
  Object.entries(record('esm').files).find(([, modules]) => modules.includes(module))![0];

/** What the compiler, the machine and the tools consist of, by the start of their paths. */
const LATER = [
  'src/sierra/libfuncs/',
  'src/sierra/lower/',
  'src/cairo/wasm/wasmMachine.ts',
  'src/chain/run/createExecutor.ts',
  'src/tools/allTools.ts',
  'src/tools/debug/debugExecution.ts',
];

describe.runIf(isBuilt)('the package (needs dist/)', () => {
  // Node.js prints the source line that threw.
  test.each([
    ['index.js', (path: string) => `const { Sandbox } = await import('${path}');`],
    [
      'index.cjs',
      (path: string) =>
        `import { createRequire } from 'node:module'; const { Sandbox } = createRequire('${path}')('${path}');`,
    ],
  ])('an error of %s that nobody catches is shown in a few lines', (file, load) => {
    const program = `${load(join(dist, file))} await (await Sandbox.create()).request('starknet_getNonce', {});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('SandboxError');
    expect(stderr.length).toBeLessThan(3000);
  });

  test.each([
    ['the library', () => 'index.js'],
    ['a server', () => fileWith('src/cli/start/run.ts')],
  ])('loads neither the compiler nor the tools nor what executes at the start of %s', (_, entry) => {
    const { files } = importsOf(entry(), { later: false });
    const modules = files.flatMap((file) => record('esm').files[basename(file)] ?? []);
    expect(modules).toContain('src/sandbox/hub.ts');
    expect(modules.filter((module) => LATER.some((later) => module.startsWith(later)))).toEqual([]);
    // They are loaded later, from files of their own.
    for (const later of LATER)
      expect(Object.values(record('esm').files).flat().join('\n'), later).toContain(`\n${later}`);
  });

  test('loads no modules of Node.js for tests but those that read files', () => {
    const imported = ['testing.js', 'testingJest.js', 'testingVitest.js'].flatMap(
      (entry) => importsOf(entry, { later: false }).outside,
    );
    expect([...new Set(imported)].sort()).toEqual(['node:fs', 'node:fs/promises', 'node:path', 'node:url', 'vitest']);
  });

  test('needs few files for jest, which resolves and wraps each of them, and no compiler', () => {
    const program = `globalThis.expect = { extend() {} };
      require(${JSON.stringify(join(dist, 'testingJest.cjs'))});
      console.log(JSON.stringify(Object.keys(require.cache)));`;
    const files: string[] = JSON.parse(execFileSync(process.execPath, ['-e', program]).toString());
    expect(files.length).toBeLessThan(20);
    const modules = files.flatMap((file) => record('cjs').files[basename(file)] ?? []);
    expect(modules.filter((module) => LATER.some((later) => module.startsWith(later)))).toEqual([]);
  });

  test('has bundles of ASCII characters only, which V8 reads faster', () => {
    const bundles = readdirSync(dist).filter((file) => /\.c?js$/.test(file));
    expect(bundles.length).toBeGreaterThan(20);
    expect(bundles.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(dist, file), 'utf8')))).toEqual([]);
  });

  test.each(['index', 'sierra', 'testing'])('exports from %s only what its source exports', async (name) => {
    const source = join(root, modules[name]!);
    const names = (module: object) => Object.keys(module).sort();
    expect(names(await import(pathToFileURL(join(dist, `${name}.js`)).href))).toEqual(
      names(await import(pathToFileURL(source).href)),
    );
  });

  test('imports nothing of Node.js in the library', () => {
    expect(outsideOf('sierra.js')).toEqual([]);
    expect(outsideOf('browser.js')).toEqual([]);
    // The command imports Node.js modules, which shows that the search finds them.
    expect(outsideOf('cli.js')).toEqual(expect.arrayContaining(['node:fs', 'ws']));
  });

  test('runs with only the globals of browsers', () => {
    const classFile = join(root, 'contracts/classes/universal_deployer.sierra.json');
    const program = join(root, 'test/support/browserLike.mjs');
    const printed = execFileSync(process.execPath, [
      '--experimental-vm-modules',
      '--no-warnings',
      program,
      dist,
      classFile,
    ]);
    expect(JSON.parse(printed.toString())).toEqual({
      balance: '5',
      blocks: 1,
      classHash: expect.stringMatching(/^0x[0-9a-f]{60,}$/),
    });
  });

  test.each([
    ['cli.js', (path: string) => `import(${JSON.stringify(path)})`],
    ['index.js', (path: string) => `import(${JSON.stringify(path)})`],
    ['testing.cjs', (path: string) => `require(${JSON.stringify(path)})`],
  ])('%s says which Node.js it needs', (file, load) => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });";
    const { status, stderr } = spawnSync(process.execPath, ['--eval', old + load(join(dist, file))], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('Error: Starbox needs Node.js 20.19 or newer. This is Node.js 20.18.3, at ');
  });

  test('declares matchers without interfaces of vitest that have other type parameters in other versions', () => {
    const declarations = readFileSync(join(dist, 'testingVitest.d.ts'), 'utf8');
    expect(declarations).toMatch(/namespace Chai \{\s+interface Assertion extends SandboxMatchers/);
    expect(declarations).not.toMatch(/declare module "vitest"|interface \w+<[^>]*> extends SandboxMatchers/);
  });

  test('can be required by programs and test runners that have only CommonJS', () => {
    const program = `
      const { Sandbox } = require('starbox');
      const { account } = require('starbox/starknet');
      const { withSandbox } = require('starbox/testing');
      const { compileSierra } = require('starbox/sierra');
      withSandbox(async (box) => {
        const { transaction_hash } = await account(box, 0).execute({ contractAddress: '${STRK}', entrypoint: 'transfer', calldata: ['0x99', '5', '0'] });
        const receipt = await box.request('starknet_getTransactionReceipt', { transaction_hash });
        const { url } = await box.listen();
        const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"jsonrpc":"2.0","id":1,"method":"starknet_blockNumber"}' });
        console.log(receipt.execution_status, (await answer.json()).result, typeof Sandbox, typeof compileSierra);
      })();`;
    const printed = execFileSync(process.execPath, ['--no-experimental-require-module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(printed.trim()).toBe('SUCCEEDED 1 function function');
  });

  test('has one declaration file for each entry point', () => {
    type Entry = { readonly types: string; readonly default: string; readonly require?: Entry };
    const entries = (Object.values(manifest.exports) as (string | Entry)[])
      .filter((entry) => typeof entry === 'object')
      .flatMap((entry) => (entry.require ? [entry, entry.require] : [entry]));
    const known = [
      ...entries.map((entry) => entry.default.replace('./dist/', './')),
      ...Object.keys(manifest.peerDependencies),
    ];
    for (const entry of entries) {
      expect(entry.types).toBe(entry.default.replace(/\.(c?)js$/, '.d.$1ts'));
      const text = readFileSync(join(root, entry.types), 'utf8');
      const imported = [...text.matchAll(/^(?:import|export)\b[^;"]*\bfrom "([^"]+)"/gm)].map(([, name]) => name!);
      expect(text).not.toContain('import("');
      // Other entry points use the types of the library, whose classes are not the same when they are copied.
      for (const name of imported) expect(known, entry.types).toContain(name);
    }
    expect(entries.length).toBeGreaterThan(1);
  });

  /** What npm would publish. */
  function packedFiles(): {
    readonly size: number;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string }[];
  } {
    const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    return JSON.parse(printed.toString())[0];
  }

  test('contains the pages that its documents link to', () => {
    const files = new Set(packedFiles().files.map(({ path }) => path));
    const documents = [...files].filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path));
    const links = documents.flatMap((document) =>
      [...withoutCode(readFileSync(join(root, document), 'utf8')).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        // Pictures are in the repository alone.
        .filter(([, target]) => !/^(?:https?|mailto):|^(?:docs\/)?images\//.test(target!))
        .map(([, target]) => ({ document, path: posix.join(posix.dirname(document), target!) })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ path }) => !files.has(path))).toEqual([]);
  });

  test('lists the licences of all code of others that it contains', () => {
    const list = readFileSync(join(root, 'THIRD-PARTY-LICENSES.md'), 'utf8');
    const bundled = (['esm', 'cjs', 'ui'] as const).flatMap((name) => record(name).packages);
    expect(bundled).toContain('preact');
    for (const name of [...bundled, 'assemblyscript']) {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
      const [, section] = list.split(`\n## ${name} ${version}\n`);
      expect(section?.split('\n## ')[0], name).toMatch(
        /^\n(?:MIT|Apache-2\.0|\(MIT OR Apache-2\.0\)), in .*(?:copyright|authors)/is,
      );
    }
    // ws is a dependency, which npm installs with its own licence; nothing of it may be copied.
    expect(bundled).not.toContain('ws');
  });

  test('is not published without the address of its repository, which links of the README need', () => {
    expect(manifest.scripts.prepublishOnly).toBe('node scripts/check-repository.mjs');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/check-repository.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (manifest.repository === undefined) expect(stderr).toContain('package.json names no repository');
    expect(status).toBe(manifest.repository === undefined ? 1 : 0);
  });

  test('contains the kernel whose hash is recorded', () => {
    const lines = readFileSync(join(root, 'kernel/kernel.sha256'), 'utf8').trim().split(/\r?\n/);
    const recorded = new Map(lines.map((line) => line.split('  ').reverse() as [string, string]));
    const hashOf = (file: string) =>
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex');
    for (const [file, hash] of recorded) expect(hashOf(file), `${file}: see npm run check:kernel`).toBe(hash);
    expect(hashOf('dist/kernel.wasm')).toBe(recorded.get('build/kernel.wasm'));
    // The library has it as text.
    expect(Buffer.from(kernelBytes())).toEqual(readFileSync(join(dist, 'kernel.wasm')));
  });

  test('has the texts of its classes where the first line of their module says', async () => {
    const file = join(dist, 'classTexts.js');
    const lines = readFileSync(file, 'utf8');
    const head = lines.slice(0, lines.indexOf('\n') + 1);
    // Node.js reads so much of it (src/libraryNode/builtinTexts.ts).
    expect(head.length).toBeLessThan(1024);
    const places: Record<string, [number, number]> = JSON.parse(head.slice(3));
    const texts: Record<string, string> = await import(pathToFileURL(file).href);
    expect(Object.keys(places).sort()).toEqual(Object.keys(texts).sort());
    for (const [name, [start, end]] of Object.entries(places)) {
      const text = lines.slice(head.length + start, head.length + end).replace(/\\(.)/g, '$1');
      expect(text === texts[name], name).toBe(true);
    }
  });

  test('contains what its entry points need and no development files', () => {
    const packed = packedFiles();
    // With schedules of prices, faults, the mempool with its screen, explore, the paymaster, the class of accounts with sessions (72 kB packed),
    // the wallet with its window and QR code (76 kB packed), invariants (82 kB packed), mutants (some 30 kB packed), and the filters, events,
    // search and names of the page (20 kB packed), the debugger's source and overrides of the page, the EVM (30 kB), agents (50 kB packed), the messages of
    // the page, its screens of gas and coverage (14 kB packed), exports of transactions, with the answers of forked networks (8 kB packed), and its watch rules
    // (4 kB packed), forms that take names and amounts in tokens (10 kB packed), the lines of Cairo in the class of a new project (12 kB packed), and names
    // in cells, links to histories and the words of the debugger (8 kB packed).
    // Pictures of the documents are not in it: nobody looks at them there.
    expect(packed.size).toBeLessThan(2_358_000);
    expect(packed.unpackedSize).toBeLessThan(8_300_000);
    const files = packed.files.map(({ path }) => path);
    const named = [
      ...Object.values(manifest.bin),
      ...JSON.stringify(manifest.exports).matchAll(/\.\/(?:dist|package)[^"]*(?=")(?!":)/g),
    ].map((path) => String(path).replace(/^\.\//, ''));
    const others = [
      'dist/ui/index.html',
      'dist/classTexts.js',
      'contracts/classes/session_account.sierra.json',
      'contracts/cairo0/account.cairo',
      'README.md',
      'LICENSE',
      'SECURITY.md',
      'THIRD-PARTY-LICENSES.md',
    ];
    expect(files).toEqual(expect.arrayContaining([...named, ...others]));
    for (const file of files)
      expect(file).toMatch(
        /^(dist\/[\w-]+\.c?js|dist\/kernel\.wasm|dist\/[\w-]+\.d\.c?ts|dist\/ui\/(index\.html|wallet\.html|icon\.svg|assets\/[\w-]+\.(js|css))|contracts\/(classes|src|cairo0|l1)\/\w+\.(sierra\.json|json|cairo|sol)|template\/[\w./-]+|skills\/starbox\/SKILL\.md|docs\/[\w-]+\.md|[\w-]+\.md|LICENSE|package\.json)$/,
      );
  });
});
