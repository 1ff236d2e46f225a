// A project that uses the declarations of the packed package, found through the exports of its package.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modules, packedPackage } from './userProject.ts';

/** The compiler of a version of TypeScript, by the package that has it. */
export const tscOf = (installed: string): string => join(modules, installed, 'bin/tsc');
export const tsc = tscOf('typescript');
/** The compiler of the lowest version that the declarations are for. */
export const lowestTsc = tscOf('typescript54');

/** Options of the compiler, as tsconfig.json has them. */
export type CompilerOptions = Readonly<Record<string, unknown>>;

const USUAL: CompilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  noEmit: true,
};

/** Sources by the names of their files, or that of main.ts. */
export type Sources = string | Readonly<Record<string, string>>;

/** A folder with a project, usually of one file, main.ts. */
export class Consumer {
  readonly folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  readonly file = join(this.folder, 'main.ts');

  constructor(sources: Sources, options: CompilerOptions) {
    const files = typeof sources === 'string' ? { 'main.ts': sources } : sources;
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(packedPackage(), join(this.folder, 'node_modules/starbox'), 'junction');
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    const config = { compilerOptions: { ...USUAL, ...options }, files: Object.keys(files) };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(config));
    for (const [file, source] of Object.entries(files)) writeFileSync(join(this.folder, file), source);
  }

  /** What the compiler says. */
  compile(compiler = tsc): string {
    return spawnSync(process.execPath, [compiler], { cwd: this.folder, encoding: 'utf8' }).stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** What the compiler says of files that use the package. */
export function compile(sources: Sources, options: CompilerOptions, compiler = tsc): string {
  const consumer = new Consumer(sources, options);
  try {
    return consumer.compile(compiler);
  } finally {
    consumer.remove();
  }
}
