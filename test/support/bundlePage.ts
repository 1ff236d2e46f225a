import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import * as vite from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project of a user: the pages of test/browser, and this package among its dependencies. */
export function pageProject(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'starbox'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'test/browser/pages'), folder, { recursive: true });
}

/** A bundled page. */
export interface BundledPage {
  /** The folder with its HTML page, `PAGE.html`, and its modules. */
  readonly folder: string;
  /** The size of the modules that are loaded with the page, gzipped. Those that it may import later are not counted. */
  readonly gzippedBytes: number;
}

interface Module {
  readonly code: Uint8Array | string;
  readonly imports: readonly string[];
}

export type Bundler = (project: string, page: string) => Promise<BundledPage>;

/** Bundles a page with esbuild, with no option that is not about files. */
export const bundleWithEsbuild: Bundler = async (project, page) => {
  const folder = join(project, `esbuild-${page}`);
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: project,
    // esbuild does not look for workers in `new URL(…)`, so the worker is an entry of its own, and names stay as they are.
    entryPoints: page === 'sandbox' ? ['sandbox.mjs', 'worker.mjs'] : [`${page}.mjs`],
    outExtension: { '.js': '.mjs' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  mkdirSync(folder, { recursive: true });
  const modules = new Map<string, Module>();
  for (const { path, contents } of outputFiles) {
    writeFileSync(path, contents);
    const [name, output] = Object.entries(metafile.outputs).find(([file]) => join(project, file) === path)!;
    const imports = output.imports.filter(({ kind }) => kind === 'import-statement').map((used) => used.path);
    modules.set(name, { code: contents, imports });
  }
  writeHtml(folder, page, `./${page}.mjs`);
  return { folder, gzippedBytes: loadedSize(modules, `esbuild-${page}/${page}.mjs`) };
};

/** The gzipped size of a page with a sandbox if esbuild puts everything into one file, with what it may import later. */
export async function sizeInOneFile(project: string): Promise<number> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: project,
    entryPoints: ['sandbox.mjs'],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

/** Bundles a page with Vite as it is configured by default, except that workers are modules. */
export const bundleWithVite: Bundler = async (project, page) => {
  const folder = join(project, `vite-${page}`);
  writeHtml(project, page, `./${page}.mjs`);
  const built = await vite.build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, rollupOptions: { input: join(project, `${page}.html`) } },
    worker: { format: 'es' },
  });
  if (!('output' in built)) throw new Error('Vite gave no single output.');
  const chunks = built.output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const modules = new Map(chunks.map(({ fileName, code, imports }) => [fileName, { code, imports }]));
  return { folder, gzippedBytes: loadedSize(modules, chunks.find(({ isEntry }) => isEntry)!.fileName) };
};

function writeHtml(folder: string, page: string, script: string): void {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${page}</title><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script></body></html>`;
  writeFileSync(join(folder, `${page}.html`), html);
}

/** The gzipped size of a module and of everything that it imports statically. */
function loadedSize(modules: ReadonlyMap<string, Module>, entry: string): number {
  const loaded = new Set([entry]);
  let bytes = 0;
  for (const name of loaded) {
    const { code, imports } = modules.get(name)!;
    bytes += gzipSync(code, { level: 9 }).length;
    for (const other of imports) loaded.add(other);
  }
  return bytes;
}

/** Puts class files beside a page. */
export function addClassFiles(folder: string): void {
  for (const name of ['branching', 'erc20'])
    copyFileSync(join(root, `contracts/classes/${name}.sierra.json`), join(folder, `${name}.sierra.json`));
}
