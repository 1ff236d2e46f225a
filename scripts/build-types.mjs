// Writes one declaration file for each entry point of the package: dist/index.d.ts, dist/sierra.d.ts and so on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { withoutInnerComments } from './declaration-comments.mjs';
import { root } from './files.mjs';

const config = join(root, 'tsconfig.build.json');
const { files, compilerOptions } = JSON.parse(readFileSync(config, 'utf8'));
const emitted = join(root, compilerOptions.outDir);
/** Entry points that others import types from, by their declarations. */
const shared = new Map([
  [join(emitted, 'src/library/index.d.ts'), './index.js'],
  [join(emitted, 'src/wallet/index.d.ts'), './wallet.js'],
  [join(emitted, 'src/testing/index.d.ts'), './testing.js'],
]);

/** `src/index.ts` is `index`, `src/sierra/index.ts` is `sierra`, `src/testing/jest.ts` is `testingJest`. */
function nameOf(file) {
  const name = basename(file, '.ts');
  if (dirname(file) === 'src') return name;
  return basename(dirname(file)) + (name === 'index' ? '' : name[0].toUpperCase() + name.slice(1));
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const hasCommonJs = (name) => Object.values(exports).some((entry) => entry.require?.types === `./dist/${name}.d.cts`);

/**
 * Other entry points import the types of the library from its entry point, and those of wallets and tests from theirs. A copy of `Sandbox` would be
 * another type, since it is a class with private members.
 */
const fromOthers = (name) => ({
  name: 'types-from-other-entries',
  async resolveId(source, importer) {
    if (!source.startsWith('.') || importer === undefined) return null;
    const id = shared.get(join(dirname(importer), source.replace(/\.[jt]s$/, '.d.ts')));
    return id === undefined || id === `./${name}.js` ? null : { id, external: true };
  },
});

async function bundle(file) {
  const name = nameOf(file);
  const build = await rolldown({
    input: { [name]: join(emitted, file.replace(/\.ts$/, '.d.ts')) },
    plugins: [...(name === 'index' ? [] : [fromOthers(name)]), dts({ dtsInput: true, tsconfig: false })],
    external: /^(?!\.|\/|[A-Za-z]:)/,
    checks: { pluginTimings: false },
    logLevel: 'warn',
  });
  const { output } = await build.generate({ format: 'es', entryFileNames: '[name].ts', codeSplitting: false });
  await build.close();
  const [{ code, moduleIds }] = output;
  // The bundler drops references to libraries of TypeScript.
  const references = new Set(
    moduleIds
      .filter((id) => !id.startsWith('\0'))
      .flatMap((id) => readFileSync(id, 'utf8').match(/^\/\/\/ <reference lib=.*$/gm) ?? []),
  );
  const declared = code.replace(/^\/\/#(?:region|endregion).*\n/gm, '');
  const text = [...references, name === 'index' ? withoutInnerComments(declared) : declared].join('\n');
  writeFileSync(join(root, 'dist', `${name}.d.ts`), text);
  if (hasCommonJs(name))
    writeFileSync(
      join(root, 'dist', `${name}.d.cts`),
      // What testing/jest adds to the types of jest must be found as jest finds them.
      name !== 'testingJest'
        ? commonJsOf(name, text)
        : [...shared.values()].reduce((all, id) => all.replaceAll(id, id.replace('.js', '.cjs')), text),
    );
}

/**
 * The declarations of an entry point for CommonJS, which name those for modules: that of the library would be a sixth of the package, and
 * its classes would be others. A type that is imported from a module is no value in CommonJS, so each value is declared.
 */
function commonJsOf(entry, text) {
  const from = `"./${entry}.js" with { "resolution-mode": "import" }`;
  const [list, ...others] = text.match(/^export\b.*$/gm) ?? [];
  const [, names] = /^export \{ (.*) \};$/.exec(list) ?? [];
  if (names === undefined || others.length > 0)
    throw new Error(
      `The declarations of ${entry} must have one list of exports, and have: ${[list, ...others].join(' ')}`,
    );
  const values = names.split(', ').flatMap((item) => {
    const [declared, name = declared] = item.split(' as ');
    const kind = kindOf(entry, text, declared);
    if (kind === 'type') return [];
    const value = `export declare const ${name}: typeof entry.${name};`;
    return kind === 'class' ? [value, `export type ${name} = entry.${name};`] : [value];
  });
  return `import type * as entry from ${from};\nexport type * from ${from};\n${values.join('\n')}\n`;
}

/** What an export is: a class, another value, or a type, which an abstract class is for users. One in another form would be missing, so it is an error. */
function kindOf(entry, text, name) {
  if (name.startsWith('type ')) return 'type';
  const pattern = `^(?:declare )?(abstract class|class|function|const|type|interface) ${name.replace('$', '\\$')}(?![\\w$])`;
  const [, kind] = new RegExp(pattern, 'm').exec(text) ?? [];
  if (kind === undefined)
    throw new Error(`The declarations of ${entry} export \`${name}\` in a form that build-types.mjs does not know.`);
  if (kind === 'class') return 'class';
  return kind === 'function' || kind === 'const' ? 'value' : 'type';
}

rmSync(emitted, { recursive: true, force: true });
mkdirSync(emitted, { recursive: true });
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
await Promise.all(files.map(bundle));
