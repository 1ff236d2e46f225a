import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, peerDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const atRunTime = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
const declared = new Set([...atRunTime, ...Object.keys(devDependencies)]);

/** Folders that are built, installed or generated, and those of other projects, with packages of their own. */
const NOT_OURS = new Set(['node_modules', 'dist', 'dist-playground', 'build', 'examples', 'fixtures']);
const SOURCE = /\.[cm]?[jt]sx?$/;

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && SOURCE.test(entry.name)) yield path;
    if (
      entry.isDirectory() &&
      !NOT_OURS.has(entry.name) &&
      (!entry.name.startsWith('.') || entry.name === '.vitepress')
    )
      yield* sourcesIn(path);
  }
}

interface Import {
  readonly file: string;
  readonly name: string;
  readonly package: string;
  readonly isType: boolean;
}

/** The packages that a source imports, now, later, for their types or to export them again. */
function packagesIn(path: string): readonly Import[] {
  const text = readFileSync(path, 'utf8');
  const { module, errors } = parseSync(path, text);
  expect(errors, path).toEqual([]);
  const names = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      name: moduleRequest.value,
      // `import type {} from` has no entries.
      isType: text.startsWith('import type', start) || (entries.length > 0 && entries.every(({ isType }) => isType)),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ name: moduleRequest.value, isType }] : [])),
    ),
    // A path that is computed is no package.
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, name] = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(start, end)) ?? [];
      return name === undefined ? [] : [{ name, isType: false }];
    }),
  ];
  return names
    .filter(({ name }) => !/^(?:\.|node:|starbox$|starbox\/)/.test(name) && !builtinModules.includes(name))
    .map(({ name, isType }) => ({
      file: relative(root, path).split(sep).join('/'),
      name,
      package: name.split('/', name.startsWith('@') ? 2 : 1).join('/'),
      isType,
    }));
}

const imports = [...sourcesIn(root)].flatMap(packagesIn);

test('everything that is imported anywhere is declared in package.json', () => {
  const files = new Set(imports.map(({ file }) => file.split('/')[0]));
  // The search reaches every part.
  for (const part of ['attack', 'conformance', 'docs', 'fuzz', 'scripts', 'src', 'test', 'ui'])
    expect([...files]).toContain(part);
  expect(imports.filter((each) => !declared.has(each.package))).toEqual([]);
});

test('no entry of a package is imported that calls itself unstable or experimental', () => {
  expect(imports.filter(({ name }) => /unstable|experimental/.test(name))).toEqual([]);
});

/** What the bundles contain on purpose, and the layer that imports it. Its licence is listed by the build. */
const BUNDLED = { '@modelcontextprotocol/sdk': 'src/mcp/' };

// Anything else would be copied into the bundles, or be missing where the package is installed.
test('the package imports at run time only what is installed with it, or bundled on purpose', () => {
  const ours = imports.filter(({ file, isType }) => file.startsWith('src/') && !file.endsWith('.test.ts') && !isType);
  expect([...new Set(ours.map((each) => each.package))].sort()).toEqual([
    ...Object.keys(BUNDLED),
    '@playwright/test',
    'starknet',
    'vitest',
    'ws',
  ]);
  const bundled = new Map(Object.entries(BUNDLED));
  const isRight = (each: (typeof ours)[number]) => {
    const layer = bundled.get(each.package);
    return layer === undefined ? atRunTime.has(each.package) : each.file.startsWith(layer);
  };
  expect(ours.filter((each) => !isRight(each))).toEqual([]);
});
