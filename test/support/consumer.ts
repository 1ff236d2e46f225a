// A project that uses the package as it is shipped: its declarations in dist/, found through the exports of package.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** The compiler of the lowest version that the declarations are for. */
export const lowestTsc = join(root, 'node_modules/typescript54/bin/tsc');

/** Options of the compiler, as tsconfig.json has them. */
export type CompilerOptions = Readonly<Record<string, unknown>>;

const USUAL: CompilerOptions = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  noEmit: true,
};

/** A folder with a project of one file, main.ts. */
export class Consumer {
  readonly folder = mkdtempSync(join(tmpdir(), 'consumer-'));
  readonly file = join(this.folder, 'main.ts');

  constructor(source: string, options: CompilerOptions) {
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(root, join(this.folder, 'node_modules', name), 'junction');
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    const config = { compilerOptions: { ...USUAL, ...options }, files: ['main.ts'] };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(this.file, source);
  }

  /** What the compiler says. */
  compile(compiler = tsc): string {
    return spawnSync(process.execPath, [compiler], { cwd: this.folder, encoding: 'utf8' }).stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** What the compiler says of a file that uses the package. */
export function compile(source: string, options: CompilerOptions, compiler = tsc): string {
  const consumer = new Consumer(source, options);
  try {
    return consumer.compile(compiler);
  } finally {
    consumer.remove();
  }
}
